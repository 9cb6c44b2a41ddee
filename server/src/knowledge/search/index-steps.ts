import { createHash } from 'node:crypto'
import { type Db, type Dialect, insertColumns, isOneOf } from '../../store/portable.ts'
import { FIELDS, fieldTerms, summaryOf } from './fields.ts'
import { countTerms } from './index-terms.ts'
import { headingMark, ofOrganization, ofProject, sharedIn } from './marks.ts'
import { ANALYZER } from './terms.ts'

/** What one transaction changes in the index, characters of words and marks: about 40 ms on SQLite. */
const STEP_LENGTH = 48 * 1024
/** Rows that a step has at most, and those of one read. */
const STEP_ROWS = 100
const PAGE = 50

export type Reader = Pick<Db, 'selectFrom'>

/** A document as the index has to show it. */
export interface IndexedDocument {
  id: number
  project_id: number
  organization_id: number
  path: string
  title: string
  visibility: 'project' | 'shared'
  /** The revision whose chunks are stored. */
  revision: number
  summary: string
}

/** A change of the index that is one transaction, computed before it. */
export interface IndexStep {
  /** The hash in the index of each chunk of this step, as it was read; null without one. */
  seen: Map<number, string | null>
  gone: { id: number; words: string }[]
  added: { id: number; entry: Entry }[]
}

interface Entry {
  hash: string
  words: string
  marks: string
}

export async function readIndexed(read: Reader, documentId: number): Promise<IndexedDocument | undefined> {
  const row = await read
    .selectFrom('document')
    .innerJoin('project', 'project.id', 'document.project_id')
    .innerJoin('document_revision', (join) =>
      join
        .onRef('document_revision.document_id', '=', 'document.id')
        .onRef('document_revision.number', '=', 'document.indexed_revision'),
    )
    .select(['document.id', 'document.project_id', 'organization_id', 'document.path'])
    .select(['document.title', 'document.visibility', 'document.indexed_revision as revision'])
    .select('front_matter')
    .where('document.id', '=', documentId)
    .executeTakeFirst()
  if (!row) return undefined
  const { front_matter, ...document } = row
  return { ...document, summary: summaryOf(front_matter) }
}

/** The steps that bring the index of a document's chunks up to date. Entries with the same terms stay. */
export async function* indexSteps(read: Reader, document: IndexedDocument): AsyncGenerator<IndexStep> {
  let [step, length] = [emptyStep(), 0]
  for await (const change of changesOf(read, document)) {
    const { id, old, entry } = change
    step.seen.set(id, old?.hash ?? null)
    if (old) step.gone.push({ id, words: old.words })
    if (entry) step.added.push({ id, entry })
    length += (old?.words.length ?? 0) + (entry ? entry.words.length + entry.marks.length : 0)
    if (length < STEP_LENGTH && step.seen.size < STEP_ROWS) continue
    yield step
    ;[step, length] = [emptyStep(), 0]
  }
  if (step.seen.size > 0) yield step
}

export const emptyStep = (): IndexStep => ({ seen: new Map(), gone: [], added: [] })

interface EntryChange {
  id: number
  old: { hash: string; words: string } | null
  /** Null for a chunk that is gone. */
  entry: Entry | null
}

async function* changesOf(read: Reader, document: IndexedDocument): AsyncGenerator<EntryChange> {
  for (let after = 0; ; ) {
    const rows = await goneEntries(read, document.id, after)
    for (const { id, hash, words } of rows) yield { id, old: { hash, words }, entry: null }
    if (rows.length < PAGE) break
    after = rows.at(-1)?.id ?? after
  }
  for (let from = 0; ; from += PAGE) {
    const rows = await read
      .selectFrom('chunk')
      .leftJoin('chunk_search', 'chunk_search.chunk_id', 'chunk.id')
      .select(['chunk.id', 'chunk.position', 'chunk.headings', 'chunk.content'])
      .select(['chunk_search.hash', 'chunk_search.words'])
      .where('chunk.document_id', '=', document.id)
      .where('chunk.position', '>=', from)
      .where('chunk.position', '<', from + PAGE)
      .orderBy('chunk.position')
      .execute()
    if (rows.length === 0) return
    for (const { id, position, headings, content, hash, words } of rows) {
      const entry = entryOf(document, { position, headings, content })
      if (entry.hash !== hash) yield { id, old: hash === null ? null : { hash, words: words ?? '' }, entry }
    }
  }
}

const goneEntries = (read: Reader, documentId: number, after: number) =>
  read
    .selectFrom('chunk_search')
    .leftJoin('chunk', 'chunk.id', 'chunk_search.chunk_id')
    .select(['chunk_search.chunk_id as id', 'chunk_search.hash', 'chunk_search.words'])
    .where('chunk_search.document_id', '=', documentId)
    .where('chunk_search.chunk_id', '>', after)
    .where('chunk.id', 'is', null)
    .orderBy('chunk_search.chunk_id')
    .limit(PAGE)
    .execute()

function entryOf(
  document: IndexedDocument,
  { position, headings, content }: { position: number; headings: string; content: string },
): Entry {
  const summary = position === 0 ? document.summary : ''
  const terms = fieldTerms({ ...document, headings: JSON.parse(headings) as string[], content, summary })
  const words = FIELDS.map((field) => terms[field].join(' ')).join('\n')
  const inHeadings = new Set([...terms.title, ...terms.heading, ...terms.ancestors])
  const marks = [
    ofProject(document.project_id),
    ofOrganization(document.organization_id),
    ...(document.visibility === 'shared' ? [sharedIn(document.organization_id)] : []),
    ...[...inHeadings].map(headingMark),
  ].join(' ')
  const hash = createHash('sha256').update(`${ANALYZER}\n${words}\n${marks}`).digest('hex').slice(0, 32)
  return { hash, words, marks }
}

/**
 * True if a step still fits, in the transaction of a caller who has locked the project: the document has the revision
 * that was read, and nobody else has indexed these chunks.
 */
export async function isCurrent(
  db: Db,
  dialect: Dialect,
  document: IndexedDocument,
  { seen }: IndexStep,
): Promise<boolean> {
  const now = await db
    .selectFrom('document')
    .select('indexed_revision')
    .where('id', '=', document.id)
    .executeTakeFirst()
  if (now?.indexed_revision !== document.revision) return false
  const rows = await db
    .selectFrom('chunk_search')
    .select(['chunk_id', 'hash'])
    .where(isOneOf(dialect, 'chunk_id', [...seen.keys()]))
    .execute()
  const hashes = new Map(rows.map(({ chunk_id, hash }) => [chunk_id, hash]))
  return [...seen].every(([id, hash]) => (hashes.get(id) ?? null) === hash)
}

/** Makes the change of a step, in the transaction of a caller who has locked the project. */
export async function applyStep(
  db: Db,
  dialect: Dialect,
  { id, project_id }: Pick<IndexedDocument, 'id' | 'project_id'>,
  { gone, added }: Pick<IndexStep, 'gone' | 'added'>,
): Promise<void> {
  if (gone.length > 0)
    await db
      .deleteFrom('chunk_search')
      .where(
        isOneOf(
          dialect,
          'chunk_id',
          gone.map((one) => one.id),
        ),
      )
      .execute()
  await insertColumns(db, dialect, 'chunk_search', {
    document_id: id,
    project_id,
    chunk_id: added.map((one) => one.id),
    hash: added.map(({ entry }) => entry.hash),
    words: added.map(({ entry }) => entry.words),
    marks: added.map(({ entry }) => entry.marks),
  })
  const changes = new Map<string, number>()
  for (const { words } of gone) count(changes, words, -1)
  for (const { entry } of added) count(changes, entry.words, 1)
  await countTerms(db, dialect, project_id, changes, added.length - gone.length)
}

function count(changes: Map<string, number>, words: string, by: number): void {
  for (const term of termsIn(words)) changes.set(term, (changes.get(term) ?? 0) + by)
}

/** The terms of `chunk_search.words`, each once. */
export function termsIn(words: string): Set<string> {
  const terms = new Set(words.split(/[ \n]/))
  terms.delete('')
  return terms
}

/** Notes that the index has a document's revision, in the transaction of the last step. */
export async function markIndexed(db: Db, { id, project_id, revision }: IndexedDocument): Promise<void> {
  await db
    .insertInto('document_search')
    .values({ document_id: id, project_id, revision, analyzer: ANALYZER })
    .onConflict((conflict) => conflict.column('document_id').doUpdateSet({ revision, analyzer: ANALYZER }))
    .execute()
}
