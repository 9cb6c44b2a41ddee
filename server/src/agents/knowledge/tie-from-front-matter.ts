import { sql } from 'kysely'
import type { Db } from '../../ground/store/portable.ts'
import type { ExplainedFailure } from './documents/explained-failures.ts'

/** A document whose front matter may name failures. */
export interface FrontMatterTies {
  documentId: number
  projectId: number
  failures: ExplainedFailure[]
  author: string
  now: number
}

/**
 * Ties a document to the failures that its front matter names, in the transaction that writes its revision. Existing
 * ties stay, so that a tie by hand outlives a push; a plain fingerprint never replaces facts.
 */
export async function tieFromFrontMatter(db: Db, document: FrontMatterTies): Promise<void> {
  const { documentId, projectId, failures, author, now } = document
  for (const { fingerprint, cause, fix, commit } of failures) {
    const facts = { cause, fix, fix_sha: commit }
    const hasFacts = Object.values(facts).some((fact) => fact !== null)
    await db
      .insertInto('document_failure')
      .values({ document_id: documentId, project_id: projectId, fingerprint, ...facts, tied_at: now, author })
      .onConflict((conflict) => {
        const same = conflict.columns(['document_id', 'fingerprint'])
        return hasFacts ? same.doUpdateSet({ ...facts, author, tied_at: timeOfFix }) : same.doNothing()
      })
      .execute()
  }
}

/** A fix holds since it was noted, also if the document is revised elsewhere. */
const timeOfFix = sql<number>`case
  when document_failure.fix is not distinct from excluded.fix
    and document_failure.fix_sha is not distinct from excluded.fix_sha then document_failure.tied_at
  else excluded.tied_at end`
