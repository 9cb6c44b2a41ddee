import { createHash } from 'node:crypto'
import { type Db, type Dialect, insertColumns, isOneOf } from '../../../ground/store/portable.ts'
import {
  ancestorTerms,
  contentTerms,
  FIELDS,
  fieldTerms,
  headingTerms,
  inLine,
  type Lines,
  linesOf,
  summaryOf,
} from './fields.ts'
import { countTerms, type TermChange, termChanges } from './index-terms.ts'
import { headingMark, ofOrganization, ofProject, sharedIn } from './marks.ts'
import { ANALYZER } from './terms.ts'

/** What one transaction changes in the index, characters of words and marks: about 40 ms on SQLite. */
const STEP_LENGTH = 48 * 1024
/** Rows that a step has at most, and those of one read. */
const STEP_ROWS = 100
const PAGE = 25

export type Reader = Pick<Db, 'selectFrom'>

/** A document as the index has to find it. */
export interface IndexedDocument {
  id: number
  project_id: number
  organization_id: number
  path: string
  title: string
  visibility: 'project' | 'shared'
  /** The revision whose chunks are current. */
  revision: number
  summary: string
}

/** A change of the index that is one transaction, computed before it. */
export interface IndexStep {
  /** The hash in the index of each chunk of this step, as it was read; null without one. */
  seen: Map<number, string | null>
  gone: number[]
  added: { id: number; entry: Entry }[]
  changes: TermChange[]
}

/** The terms of contents by the hash of their chunk: lines of the fields `body` and `markup`. */
export type KnownTerms = ReadonlyMap<string, string>

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

interface StepOptions {
  /** Terms that a thread has made with a text; those of other chunks are made here. */
  known?: KnownTerms
  /** Awaited before the terms of each page of chunks. */
  pause?: () => Promise<void>
}

/** The steps that give a document's current chunks their entries. Entries with the same terms stay. */
export async function* indexSteps(
  read: Reader,
  document: IndexedDocument,
  options: StepOptions = {},
): AsyncGenerator<IndexStep> {
  let [changes, length]: [EntryChange[], number] = [[], 0]
  for await (const change of changesOf(read, document, options)) {
    changes.push(change)
    length += (change.old?.words.length ?? 0) + change.entry.words.length + change.entry.marks.length
    if (length < STEP_LENGTH && changes.length < STEP_ROWS) continue
    yield stepOf(changes)
    ;[changes, length] = [[], 0]
  }
  if (changes.length > 0) yield stepOf(changes)
}

/** The step of some changes; of none, one that only notes that the index is complete. */
export const stepOf = (changes: EntryChange[]): IndexStep => ({
  seen: new Map(changes.map(({ id, old }) => [id, old?.hash ?? null])),
  gone: changes.flatMap(({ id, old }) => (old ? [id] : [])),
  added: changes.map(({ id, entry }) => ({ id, entry })),
  changes: termChanges(
    changes.flatMap(({ old }) => (old ? [old.words] : [])),
    changes.map(({ entry }) => entry.words),
  ),
})

/** The step that removes these rows of the index. */
export const removalOf = (gone: { id: number; words: string }[]): AppliedStep => ({
  gone: gone.map(({ id }) => id),
  added: [],
  changes: termChanges(
    gone.map(({ words }) => words),
    [],
  ),
})

interface EntryChange {
  id: number
  old: Entry | null
  entry: Entry
}

async function* changesOf(
  read: Reader,
  document: IndexedDocument,
  { known, pause }: StepOptions,
): AsyncGenerator<EntryChange> {
  const ofDocument = documentLines(document)
  const ofHeadings = headingLines()
  for (let from = 0; ; from += PAGE) {
    const rows = await read
      .selectFrom('chunk')
      .leftJoin('chunk_search', 'chunk_search.chunk_id', 'chunk.id')
      .select(['chunk.id', 'chunk.position', 'chunk.headings', 'chunk.content', 'chunk.hash as text_hash'])
      .select(['chunk_search.hash', 'chunk_search.words', 'chunk_search.marks'])
      .where('chunk.document_id', '=', document.id)
      .where('chunk.until_revision', 'is', null)
      .where('chunk.position', '>=', from)
      .where('chunk.position', '<', from + PAGE)
      .orderBy('chunk.position')
      .execute()
    await pause?.()
    for (const { id, position, headings, content, text_hash, hash, words, marks } of rows) {
      const old = hash === null ? null : { hash, words: words ?? '', marks: marks ?? '' }
      const ofText =
        old && isOfThisVersion(old)
          ? linesOf(old.words)
          : { ...ofHeadings(headings), ...contentLines(content, known?.get(text_hash)) }
      const summary = position === 0 ? ofDocument.summary : ''
      const entry = entryOf(document, { ...ofText, ...ofDocument, summary })
      if (entry.hash !== hash) yield { id, old, entry }
    }
    if (rows.length < PAGE) return
  }
}

/** Returns the lines of a chunk's headings, given as JSON. Sections below the same headings follow one another. */
function headingLines() {
  let [parents, ancestors] = ['', '']
  return (json: string): Pick<Lines, 'heading' | 'ancestors'> => {
    const headings = JSON.parse(json) as string[]
    const above = JSON.stringify(headings.slice(0, -1))
    if (above !== parents) [parents, ancestors] = [above, ancestorTerms(headings).join(' ')]
    return { heading: headingTerms(headings).join(' '), ancestors }
  }
}

function contentLines(content: string, known: string | undefined): Pick<Lines, 'body' | 'markup'> {
  if (known === undefined) {
    const { body, markup } = contentTerms(content)
    return { body: body.join(' '), markup: markup.join(' ') }
  }
  const end = known.indexOf('\n')
  return { body: known.slice(0, end), markup: known.slice(end + 1) }
}

/** What a document's chunks have beside the terms of their texts. */
function documentLines({ title, path, summary }: IndexedDocument): Pick<Lines, 'title' | 'path' | 'summary'> {
  const terms = fieldTerms({ title, path, headings: [], content: '', summary })
  return { title: terms.title.join(' '), path: terms.path.join(' '), summary: terms.summary.join(' ') }
}

function entryOf(document: IndexedDocument, lines: Lines): Entry {
  const words = FIELDS.map((field) => lines[field]).join('\n')
  const inHeadings = new Set([lines.title, lines.heading, lines.ancestors].flatMap(inLine))
  const marks = [
    ofProject(document.project_id),
    ofOrganization(document.organization_id),
    ...(document.visibility === 'shared' ? [sharedIn(document.organization_id)] : []),
    ...[...inHeadings].map(headingMark),
  ].join(' ')
  return { hash: hashOf({ words, marks }), words, marks }
}

const hashOf = ({ words, marks }: Pick<Entry, 'words' | 'marks'>): string =>
  createHash('sha256').update(`${ANALYZER}\n${words}\n${marks}`).digest('hex').slice(0, 32)

/** A chunk's row keeps its text, so that terms of an entry of this version need not be made again. */
const isOfThisVersion = (entry: Entry): boolean => hashOf(entry) === entry.hash

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

type AppliedStep = Pick<IndexStep, 'gone' | 'added' | 'changes'>

/** Makes the change of a step, in the transaction of a caller who has locked the project. */
export async function applyStep(
  db: Db,
  dialect: Dialect,
  { id, project_id }: Pick<IndexedDocument, 'id' | 'project_id'>,
  { gone, added, changes }: AppliedStep,
): Promise<void> {
  if (gone.length > 0)
    await db
      .deleteFrom('chunk_search')
      .where(isOneOf(dialect, 'chunk_id', gone))
      .execute()
  await insertColumns(db, dialect, 'chunk_search', {
    document_id: id,
    project_id,
    chunk_id: added.map((one) => one.id),
    hash: added.map(({ entry }) => entry.hash),
    words: added.map(({ entry }) => entry.words),
    marks: added.map(({ entry }) => entry.marks),
  })
  await countTerms(db, dialect, project_id, changes)
}

/**
 * Notes that the index has a document's revision, in the transaction of the last step: search shows its chunks from now
 * on, and no earlier ones.
 */
export async function markIndexed(db: Db, document: IndexedDocument): Promise<void> {
  const { id, project_id, revision, visibility } = document
  const state = { revision, visibility, analyzer: ANALYZER }
  await db
    .insertInto('document_search')
    .values({ document_id: id, project_id, ...state })
    .onConflict((conflict) => conflict.column('document_id').doUpdateSet(state))
    .execute()
}
