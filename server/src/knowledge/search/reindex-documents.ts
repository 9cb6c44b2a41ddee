import { outageOf } from '../../kernel/outage.ts'
import { lockProject } from '../../projects/find-or-make.ts'
import type { Store } from '../../store/open.ts'
import { inTurns } from '../../store/round-robin.ts'
import { indexDocument } from '../index-document.ts'
import { forgetTerms } from './index-terms.ts'
import { ANALYZER } from './terms.ts'

/**
 * Indexes documents that the index lacks, or has in the form of another version, one transaction each; then removes
 * unused terms. Returns how many documents it indexed. Writes of documents index them at once, without this. Throws at
 * the end if some documents could not be indexed.
 */
export async function reindexDocuments(store: Store, signal: AbortSignal): Promise<number> {
  let indexed = 0
  const failures: unknown[] = []
  // In turns of their organizations: after an upgrade, all documents of all organizations wait.
  for (const { id, project_id } of inTurns(await readWaiting(store), (one) => one.organization_id)) {
    if (signal.aborted) return indexed
    try {
      await store.write(async (db) => {
        await lockProject(db, store.dialect, project_id)
        await indexDocument(db, store.dialect, id)
      })
      indexed++
    } catch (error) {
      // One document must not stop the others of all organizations; an outage stops all.
      if (outageOf(error)) throw error
      failures.push(error)
    }
  }
  while (!signal.aborted && (await store.write((db) => forgetTerms(db, store.dialect))) > 0);
  if (failures.length > 0)
    throw failures.length === 1
      ? failures[0]
      : new AggregateError(failures, 'Some documents cannot be indexed')
  return indexed
}

const readWaiting = ({ read }: Store) =>
  read
    .selectFrom('document')
    .innerJoin('project', 'project.id', 'document.project_id')
    .leftJoin('document_search', (join) =>
      join
        .onRef('document_search.document_id', '=', 'document.id')
        .onRef('document_search.revision', '=', 'document.indexed_revision')
        .on('document_search.analyzer', '=', ANALYZER),
    )
    .select(['document.id', 'document.project_id', 'project.organization_id'])
    .where('document_search.document_id', 'is', null)
    .orderBy('document.id')
    .execute()
