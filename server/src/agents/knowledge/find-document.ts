import { sql } from 'kysely'
import type { Context } from '../../ground/kernel/context.ts'
import { isUuid } from '../../ground/kernel/id.ts'
import { nearMatches } from '../../ground/kernel/near-matches.ts'
import { normalized } from '../../ground/kernel/normalized.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { quoted, slug } from '../../ground/kernel/quoted.ts'
import { titleKey } from './document-title.ts'
import { type DocumentRow, describeDocument, documentRows } from './documents/describe.ts'
import { readRevision } from './documents/get-document.ts'
import { type KnowledgeReach, readableDocuments } from './readable-documents.ts'

export type { DocumentRow } from './documents/describe.ts'

type Asker = Pick<Context, 'store' | 'caller'>

/** Choices that a message lists. */
const MOST_LISTED = 5
/** Documents among which similar names are looked for. */
const MOST_COMPARED = 5_000

/**
 * The document that a caller means: by id, by path, or by title, the first kind that fits. Of equal paths in several
 * projects, that of the reach's own project. Throws INVALID_REQUEST with the choices if several have the title, and
 * NOT_FOUND with up to 5 similar ones that the caller may read.
 */
export async function findDocument(
  ctx: Asker,
  { docId, reach }: { docId: string; reach: KnowledgeReach },
): Promise<DocumentRow> {
  const wanted = normalized(docId, 'NFC').trim()
  for (const find of WAYS) {
    const found = await find(ctx, reach, wanted)
    const own = found.filter(({ project_id }) => project_id === reach.projectId)
    const [first, ...others] = own.length > 0 ? own : found
    if (first && others.length === 0) return first
    if (first) throw ambiguous(docId, [first, ...others])
  }
  throw await unknown(ctx, reach, docId)
}

/** All documents of a reach that have exactly this id, path or title: none, one, or several of one title. */
export async function matchDocuments(
  ctx: Asker,
  reach: KnowledgeReach,
  docId: string,
): Promise<DocumentRow[]> {
  for (const find of WAYS) {
    const found = await find(ctx, reach, normalized(docId, 'NFC').trim())
    if (found.length > 0) return found
  }
  return []
}

/** Up to 5 documents of other projects that a text means beside this one. */
export async function namedElsewhere(
  ctx: Asker,
  document: { project: string },
  docId: string,
): Promise<{ id: string; project: string; path: string }[]> {
  const named = await matchDocuments(ctx, { scope: 'org', projectId: null }, docId)
  return named
    .filter(({ project }) => project !== document.project)
    .slice(0, MOST_LISTED)
    .map(({ public_id: id, project, path }) => ({ id, project, path }))
}

const WAYS: ((ctx: Asker, reach: KnowledgeReach, wanted: string) => Promise<DocumentRow[]>)[] = [
  async (ctx, reach, wanted) =>
    isUuid(wanted)
      ? readable(ctx, reach).where('document.public_id', '=', wanted.toLowerCase()).execute()
      : [],
  (ctx, reach, wanted) => readable(ctx, reach).where('document.path', '=', wanted).limit(50).execute(),
  (ctx, reach, wanted) =>
    readable(ctx, reach).where('document.title_key', '=', titleKey(wanted)).limit(50).execute(),
  // As people write paths: from the root, in another case, without the ending.
  (ctx, reach, wanted) => {
    const path = wanted.replace(/^(?:\.?\/)+/, '').toLowerCase()
    const endings = ['', '.md', '.mdx', '.markdown'].map((ending) => path + ending)
    return readable(ctx, reach).where(sql<string>`lower(document.path)`, 'in', endings).limit(50).execute()
  },
]

const readable = (ctx: Asker, reach: KnowledgeReach) =>
  documentRows(ctx.store.read).where(readableDocuments(ctx, reach)).orderBy('document.id')

const line = ({ title, path, project, public_id }: DocumentRow) =>
  `${quoted(title, LONGEST_TITLE)} (${slug(path, LONGEST_PATH)}, project ${slug(project)}, id ${public_id})`

/** A title in a message is data that agents read, so it stays short, and on its line. */
const LONGEST_TITLE = 100
const LONGEST_PATH = 200

function ambiguous(docId: string, found: DocumentRow[]): Problem {
  const more = found.length > MOST_LISTED ? `, and ${found.length - MOST_LISTED} more` : ''
  return new Problem(
    'INVALID_REQUEST',
    `${found.length} documents are called ${quoted(docId, LONGEST_PATH)}: ${found.slice(0, MOST_LISTED).map(line).join(', ')}${more}. Give the id of one.`,
  )
}

async function unknown(ctx: Asker, reach: KnowledgeReach, docId: string): Promise<Problem> {
  const elsewhere = reach.scope === 'org' ? [] : await matchDocuments(ctx, { ...reach, scope: 'org' }, docId)
  if (elsewhere.length > 0)
    return new Problem(
      'NOT_FOUND',
      `There is no document ${quoted(docId, LONGEST_PATH)} here. Of other projects: ${elsewhere.slice(0, MOST_LISTED).map(line).join(', ')}.`,
    )
  const all = await readable(ctx, reach)
    .clearSelect()
    .select(['document.id', 'document.title', 'document.path'])
    .limit(MOST_COMPARED)
    .execute()
  const near = nearMatches(docId, all, namesOf, MOST_LISTED)
  const rows = near.map(({ id }) => readable(ctx, reach).where('document.id', '=', id).execute())
  const similar =
    near.length > 0
      ? `Similar documents: ${(await Promise.all(rows)).flat().map(line).join(', ')}.`
      : all.length > 0
        ? 'No document has a similar title or path. Search for its subject.'
        : 'This scope has no documents.'
  return new Problem('NOT_FOUND', `There is no document ${quoted(docId, LONGEST_PATH)} here. ${similar}`)
}

/** As people remember a document: its title, its path, the file's name. */
const namesOf = ({ title, path }: Pick<DocumentRow, 'title' | 'path'>) => [
  title,
  path,
  path.split('/').at(-1) ?? path,
]

/** A document that a caller means, with its current text; for its errors see `findDocument`. */
export async function readDocument(
  ctx: Pick<Context, 'store' | 'caller'>,
  wanted: { docId: string; reach: KnowledgeReach },
) {
  const row = await findDocument(ctx, wanted)
  const { content, front_matter } = await readRevision(ctx.store.read, row.id, row.revision)
  return {
    rowId: row.id,
    projectId: row.project_id,
    document: describeDocument(row),
    frontMatter: JSON.parse(front_matter) as Record<string, unknown>,
    content,
  }
}
