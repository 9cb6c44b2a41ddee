import { createHash } from 'node:crypto'
import { type Db, type Dialect, insertColumns, isOneOf } from '../store/portable.ts'
import { FIELDS, fieldTerms, summaryOf } from './search/fields.ts'
import { countTerms } from './search/index-terms.ts'
import { headingMark, ofOrganization, ofProject, sharedIn } from './search/marks.ts'
import { ANALYZER } from './search/terms.ts'

/**
 * Brings the index of a document's chunks up to date, in the transaction of a caller who has locked its project. A
 * chunk whose terms are unchanged keeps its row.
 */
export async function indexDocument(db: Db, dialect: Dialect, documentId: number): Promise<void> {
  const document = await db
    .selectFrom('document')
    .innerJoin('project', 'project.id', 'document.project_id')
    .innerJoin('document_revision', (join) =>
      join
        .onRef('document_revision.document_id', '=', 'document.id')
        .onRef('document_revision.number', '=', 'document.revision'),
    )
    .select([
      'document.id',
      'document.project_id',
      'organization_id',
      'document.path',
      'document.title',
      'document.visibility',
      'front_matter',
      'document.indexed_revision as revision',
    ])
    .where('document.id', '=', documentId)
    .executeTakeFirst()
  if (!document) return
  const chunks = await db
    .selectFrom('chunk')
    .select(['id', 'position', 'headings', 'content'])
    .where('document_id', '=', documentId)
    .execute()
  const summary = summaryOf(document.front_matter)
  const entries = new Map(
    chunks.map((chunk) => [
      chunk.id,
      entryOf(document, { ...chunk, summary: chunk.position === 0 ? summary : '' }),
    ]),
  )
  const changes = new Map<string, number>()
  const gone: number[] = []
  for (const old of await readEntries(db, documentId)) {
    const entry = entries.get(old.chunk_id)
    if (entry?.hash === old.hash) {
      entries.delete(old.chunk_id)
      continue
    }
    gone.push(old.chunk_id)
    count(changes, old.words, -1)
  }
  for (const { words } of entries.values()) count(changes, words, 1)
  await removeEntries(db, dialect, gone)
  const added = [...entries]
  await insertColumns(db, dialect, 'chunk_search', {
    document_id: document.id,
    project_id: document.project_id,
    chunk_id: added.map(([id]) => id),
    hash: added.map(([, { hash }]) => hash),
    words: added.map(([, { words }]) => words),
    marks: added.map(([, { marks }]) => marks),
  })
  await countTerms(db, dialect, document.project_id, changes, added.length - gone.length)
  const { project_id, revision } = document
  await db
    .insertInto('document_search')
    .values({ document_id: document.id, project_id, revision, analyzer: ANALYZER })
    .onConflict((conflict) => conflict.column('document_id').doUpdateSet({ revision, analyzer: ANALYZER }))
    .execute()
}

/** Removes a document from the index, in the transaction that deletes it. */
export async function unindexDocument(
  db: Db,
  dialect: Dialect,
  { id, project_id }: { id: number; project_id: number },
): Promise<void> {
  const entries = await readEntries(db, id)
  const changes = new Map<string, number>()
  for (const { words } of entries) count(changes, words, -1)
  await db.deleteFrom('chunk_search').where('document_id', '=', id).execute()
  await db.deleteFrom('document_search').where('document_id', '=', id).execute()
  await countTerms(db, dialect, project_id, changes, -entries.length)
}

interface Home {
  project_id: number
  organization_id: number
  path: string
  title: string
  visibility: 'project' | 'shared'
}

interface Entry {
  hash: string
  words: string
  marks: string
}

interface Chunk {
  headings: string
  content: string
  summary: string
}

function entryOf(home: Home, { headings, content, summary }: Chunk): Entry {
  const terms = fieldTerms({ ...home, headings: JSON.parse(headings) as string[], content, summary })
  const words = FIELDS.map((field) => terms[field].join(' ')).join('\n')
  const inHeadings = new Set([...terms.title, ...terms.heading, ...terms.ancestors])
  const marks = [
    ofProject(home.project_id),
    ofOrganization(home.organization_id),
    ...(home.visibility === 'shared' ? [sharedIn(home.organization_id)] : []),
    ...[...inHeadings].map(headingMark),
  ].join(' ')
  const hash = createHash('sha256').update(`${ANALYZER}\n${words}\n${marks}`).digest('hex').slice(0, 32)
  return { hash, words, marks }
}

const readEntries = (db: Db, documentId: number) =>
  db
    .selectFrom('chunk_search')
    .select(['chunk_id', 'hash', 'words'])
    .where('document_id', '=', documentId)
    .execute()

async function removeEntries(db: Db, dialect: Dialect, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .deleteFrom('chunk_search')
    .where(isOneOf(dialect, 'chunk_id', ids))
    .execute()
}

function count(changes: Map<string, number>, words: string, by: number): void {
  for (const term of new Set(words.split(/[ \n]/)))
    if (term !== '') changes.set(term, (changes.get(term) ?? 0) + by)
}
