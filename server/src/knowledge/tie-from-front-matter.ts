import { Problem } from '../kernel/problem.ts'
import type { Db } from '../store/portable.ts'

/** A document whose front matter may name failures. */
export interface FrontMatterTies {
  documentId: number
  projectId: number
  /** Parsed front matter; `failures` is a list of fingerprints, or of `{ fingerprint, cause, fix, commit }`. */
  frontMatter: Record<string, unknown>
  author: string
  now: number
}

interface Facts {
  cause: string | null
  fix: string | null
  fix_sha: string | null
}

const FINGERPRINT = /^([0-9a-f]{16}|none)$/
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/
const LONGEST_TEXT = 2_000
const MOST_TIES = 100

/**
 * Ties a document to the failures that its front matter names, in the transaction that writes its revision. Existing
 * ties stay, so that a tie by hand outlives a push; a plain fingerprint never replaces facts. Throws INVALID_REQUEST
 * for an entry that is no fingerprint.
 */
export async function tieFromFrontMatter(db: Db, document: FrontMatterTies): Promise<void> {
  const { documentId, projectId, frontMatter, author, now } = document
  for (const { fingerprint, facts } of readTies(frontMatter.failures)) {
    await db
      .insertInto('document_failure')
      .values({
        document_id: documentId,
        project_id: projectId,
        fingerprint,
        ...(facts ?? { cause: null, fix: null, fix_sha: null }),
        tied_at: now,
        author,
      })
      .onConflict((conflict) => {
        const same = conflict.columns(['document_id', 'fingerprint'])
        return facts === null ? same.doNothing() : same.doUpdateSet({ ...facts, author })
      })
      .execute()
  }
}

interface FrontMatterTie {
  fingerprint: string
  facts: Facts | null
}

function readTies(failures: unknown): FrontMatterTie[] {
  if (failures === undefined || failures === null) return []
  const ties = Array.isArray(failures) && failures.length <= MOST_TIES ? failures.map(readEntry) : [null]
  if (ties.every((tie) => tie !== null)) return ties
  throw new Problem(
    'INVALID_REQUEST',
    `The field failures of the front matter takes a list of at most ${MOST_TIES} fingerprints in quotation marks, each 16 hex digits, or of { fingerprint, cause, fix, commit }.`,
  )
}

function readEntry(entry: unknown): FrontMatterTie | null {
  // YAML reads some unquoted fingerprints as numbers, which have lost digits.
  if (typeof entry === 'string') return FINGERPRINT.test(entry) ? { fingerprint: entry, facts: null } : null
  if (typeof entry !== 'object' || entry === null) return null
  const { fingerprint, cause, fix, commit } = entry as Record<string, unknown>
  if (typeof fingerprint !== 'string' || !FINGERPRINT.test(fingerprint)) return null
  const sha = typeof commit === 'string' ? commit.toLowerCase() : ''
  const facts = { cause: textOf(cause), fix: textOf(fix), fix_sha: COMMIT.test(sha) ? sha : null }
  return { fingerprint, facts: Object.values(facts).some((fact) => fact !== null) ? facts : null }
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, LONGEST_TEXT).toWellFormed() : null
