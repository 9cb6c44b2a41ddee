import { lockProject } from '../projects/find-or-make.ts'
import type { Store } from '../store/open.ts'
import { type Db, type Dialect, isOneOf } from '../store/portable.ts'
import { writeInTurn } from '../store/turns.ts'
import {
  applyStep,
  emptyStep,
  type IndexedDocument,
  type IndexStep,
  indexSteps,
  isCurrent,
  markIndexed,
  readIndexed,
  termsIn,
} from './search/index-steps.ts'
import { addTerms, newTermsIn } from './search/index-terms.ts'
import { ANALYZER } from './search/terms.ts'

/**
 * Brings the index of a small document's chunks up to date, in the transaction of a caller who has locked its project. A
 * chunk whose terms are unchanged keeps its row.
 */
export async function indexDocument(db: Db, dialect: Dialect, documentId: number): Promise<void> {
  const document = await readIndexed(db, documentId)
  if (!document) return
  for await (const step of indexSteps(db, document)) await applyStep(db, dialect, document, step)
  await markIndexed(db, document)
}

/**
 * Brings the index of a document of any size up to date, in transactions between which others write. Search does not
 * show the document meanwhile. Returns once the index has the current revision, or the document is gone.
 */
export async function indexInSteps(store: Store, documentId: number): Promise<void> {
  for (;;) {
    const document = await readIndexed(store.read, documentId)
    if (!document || (await runSteps(store, document))) return
  }
}

/** Returns false if another writer came between; steps that are done need no repetition. */
async function runSteps(store: Store, document: IndexedDocument): Promise<boolean> {
  let last: IndexStep | null = null
  for await (const step of indexSteps(store.read, document)) {
    if (last && !(await writeStep(store, document, last, false))) return false
    last = step
  }
  return writeStep(store, document, last ?? emptyStep(), true)
}

async function writeStep(
  store: Store,
  document: IndexedDocument,
  step: IndexStep,
  isLast: boolean,
): Promise<boolean> {
  const { dialect } = store
  const { organization_id, project_id } = document
  await addNewTerms(store, document, step)
  return writeInTurn(store, organization_id, async (db, changes) => {
    // Answers of other projects may show a shared document, but none before the last step.
    if (!isLast) changes.onlyOf(project_id)
    await lockProject(db, dialect, project_id)
    if (!(await isCurrent(db, dialect, document, step))) return false
    await applyStep(db, dialect, document, step)
    if (isLast) await markIndexed(db, document)
    return true
  })
}

/** A step of random words has more trigrams than fit beside it: their terms get transactions of their own. */
async function addNewTerms(
  store: Store,
  { organization_id, project_id }: IndexedDocument,
  { added }: IndexStep,
): Promise<void> {
  const terms = new Set(added.flatMap(({ entry }) => [...termsIn(entry.words)]))
  for (const some of await newTermsIn(store, project_id, [...terms]))
    await writeInTurn(store, organization_id, async (db, changes) => {
      changes.onlyOf(project_id)
      await lockProject(db, store.dialect, project_id)
      await addTerms(db, store.dialect, project_id, some)
    })
}

/** Completes the index of those of a project's documents at these paths whose index is not up to date. */
export async function completeIndex(store: Store, projectId: number, paths: string[]): Promise<void> {
  if (paths.length === 0) return
  const waiting = await toIndex(store)
    .where('document.project_id', '=', projectId)
    .where(isOneOf(store.dialect, 'document.path', paths))
    .execute()
  for (const { id } of waiting) await indexInSteps(store, id)
}

/** Documents that the index lacks, or has in the form of another revision or version. */
export const toIndex = ({ read }: Pick<Store, 'read'>) =>
  read
    .selectFrom('document')
    .innerJoin('project', 'project.id', 'document.project_id')
    .leftJoin('document_search', (join) =>
      join
        .onRef('document_search.document_id', '=', 'document.id')
        .onRef('document_search.revision', '=', 'document.indexed_revision')
        .on('document_search.analyzer', '=', ANALYZER),
    )
    .select(['document.id', 'project.organization_id'])
    .where('document_search.document_id', 'is', null)
