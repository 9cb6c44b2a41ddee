import { ownTurn } from '../../ground/kernel/own-turn.ts'
import type { Store } from '../../ground/store/open.ts'
import { type Db, type Dialect, isOneOf } from '../../ground/store/portable.ts'
import { writeInTurn } from '../../ground/store/turns.ts'
import { lockProject } from '../../people/projects/find-or-make.ts'
import { removeSome, removeSuperseded } from './remove-superseded.ts'
import {
  applyStep,
  type IndexedDocument,
  type IndexStep,
  indexSteps,
  isCurrent,
  type KnownTerms,
  markIndexed,
  readIndexed,
  stepOf,
} from './search/index-steps.ts'
import { addTerms, newTermsIn } from './search/index-terms.ts'
import { withIndex } from './search/with-index.ts'

/**
 * Brings the index of a small document's chunks up to date, in the transaction of a caller who has locked its project. A
 * chunk whose terms are unchanged keeps its row.
 */
export async function indexDocument(
  db: Db,
  dialect: Dialect,
  documentId: number,
  known: KnownTerms,
): Promise<void> {
  const document = await readIndexed(db, documentId)
  if (!document) return
  for await (const step of indexSteps(db, document, { known })) await applyStep(db, dialect, document, step)
  await markIndexed(db, document)
  await removeSome(db, dialect, document)
}

/**
 * Brings the index of a document of any size up to date, in transactions between which others write. Search shows the
 * last revision meanwhile. Returns once the index has the current revision, or the document is gone.
 */
export async function indexInSteps(store: Store, documentId: number, known?: KnownTerms): Promise<void> {
  for (;;) {
    const document = await readIndexed(store.read, documentId)
    if (!document) return
    if (await runSteps(store, document, known)) return removeSuperseded(store, document)
  }
}

/** Returns false if another writer came between; steps that are done need no repetition. */
async function runSteps(
  store: Store,
  document: IndexedDocument,
  known: KnownTerms = new Map(),
): Promise<boolean> {
  let last: IndexStep | null = null
  for await (const step of indexSteps(store.read, document, { known, pause: ownTurn })) {
    if (last && !(await writeStep(store, document, last, false))) return false
    last = step
  }
  return writeStep(store, document, last ?? stepOf([]), true)
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
  { changes }: IndexStep,
): Promise<void> {
  const terms = changes.flatMap(([term, by]) => (by > 0 ? [term] : []))
  for (const some of await newTermsIn(store, project_id, terms))
    await writeInTurn(store, organization_id, async (db, changes) => {
      changes.onlyOf(project_id)
      await lockProject(db, store.dialect, project_id)
      await addTerms(db, store.dialect, project_id, some)
    })
}

/** Completes the index of those of a project's documents at these paths whose index is not up to date. */
export async function completeIndex(
  store: Store,
  projectId: number,
  paths: string[],
  known?: KnownTerms,
): Promise<void> {
  if (paths.length === 0) return
  const waiting = await toIndex(store)
    .where('document.project_id', '=', projectId)
    .where(isOneOf(store.dialect, 'document.path', paths))
    .execute()
  for (const { id } of waiting) await indexInSteps(store, id, known)
}

/** Documents that the index lacks, or has in the form of another revision or version. */
export const toIndex = ({ read }: Pick<Store, 'read'>) =>
  read
    .selectFrom('document')
    .innerJoin('project', 'project.id', 'document.project_id')
    .leftJoin('document_search', withIndex)
    .select(['document.id', 'project.organization_id'])
    .where('document_search.document_id', 'is', null)
