import { lockProject } from '../../projects/find-or-make.ts'
import type { Store } from '../../store/open.ts'
import { indexDocument } from '../index-document.ts'
import { forgetTerms } from './index-terms.ts'
import { ANALYZER } from './terms.ts'

const DOCUMENTS = 50

/**
 * Indexes documents that the index lacks, or has in the form of another version, one transaction each; then removes
 * unused terms. Returns how many documents it indexed. Writes of documents index them at once, without this.
 */
export async function reindexDocuments(store: Store, signal: AbortSignal): Promise<number> {
  let indexed = 0
  for (let after = 0; !signal.aborted; ) {
    const documents = await readWaiting(store, after)
    for (const { id, project_id } of documents) {
      if (signal.aborted) return indexed
      await store.write(async (db) => {
        await lockProject(db, store.dialect, project_id)
        await indexDocument(db, store.dialect, id)
      })
      indexed++
    }
    if (documents.length < DOCUMENTS) break
    after = documents.at(-1)?.id ?? after
  }
  while (!signal.aborted && (await store.write((db) => forgetTerms(db, store.dialect))) > 0);
  return indexed
}

const readWaiting = ({ read }: Store, after: number) =>
  read
    .selectFrom('document')
    .leftJoin('document_search', (join) =>
      join
        .onRef('document_search.document_id', '=', 'document.id')
        .onRef('document_search.revision', '=', 'document.indexed_revision')
        .on('document_search.analyzer', '=', ANALYZER),
    )
    .select(['document.id', 'document.project_id'])
    .where('document.id', '>', after)
    .where('document_search.document_id', 'is', null)
    .orderBy('document.id')
    .limit(DOCUMENTS)
    .execute()
