import { LIMITS } from '@svc/protocol'
import type { Insertable } from 'kysely'
import type { Context } from '../../ground/kernel/context.ts'
import { newId } from '../../ground/kernel/id.ts'
import { notFound, Problem } from '../../ground/kernel/problem.ts'
import { slug } from '../../ground/kernel/quoted.ts'
import { type Db, holdRow } from '../../ground/store/portable.ts'
import type { Tables } from '../../ground/store/tables.ts'
import { describeActor } from '../../people/identity/audit.ts'
import { categoryOf } from './category.ts'
import { type ChunkPlan, planChunks } from './chunks/plan-chunks.ts'
import { replaceChunks } from './chunks/replace-chunks.ts'
import { titleKey } from './document-title.ts'
import { type DocumentRow, describeDocument, documentRows } from './documents/describe.ts'
import type { DocumentText } from './documents/document-reader.ts'
import { toDocumentPath } from './documents/path.ts'
import { indexDocument } from './index-document.ts'
import { isVouching } from './proposals/may-decide.ts'
import { requireIndexable } from './search/index-size.ts'
import type { KnownTerms } from './search/index-steps.ts'
import { tieFromFrontMatter } from './tie-from-front-matter.ts'

export type { DocumentReader } from './documents/document-reader.ts'
export { toDocumentPath } from './documents/path.ts'

/** A write of one document. */
export interface DocumentWrite {
  projectId: number
  path: string
  /** By `DocumentReader.read`, before the transaction. */
  text: DocumentText
  /** Instead of the front matter's or the heading's. */
  title?: string | undefined
  /** Instead of the front matter's. */
  visibility?: 'project' | 'shared' | undefined
  /** If the front matter has none; else the present one stays. */
  defaultVisibility?: 'project' | 'shared' | undefined
  /** The revision that the writer has seen, 0 for none; absent: any. */
  baseRevision?: number | undefined
  /** Key of the document that moves to the path if no document has it: its id, revisions and ties stay. */
  movedFrom?: number | undefined
  source: 'rest' | 'push' | 'proposal'
  proposalId?: number | undefined
  commitSha?: string | undefined
}

export type Writer = Pick<Context, 'store' | 'clock' | 'caller'>

/** A write with what was computed before its transaction. */
export interface PreparedWrite extends DocumentWrite {
  title: string
  plan: ChunkPlan
}

/** The document is not the one that the plan of its write was made for. */
export class PlanOutdated extends Error {}

/**
 * Prepares a write before its transaction. Throws INVALID_REQUEST for a path, PAYLOAD_TOO_LARGE for a document that the
 * index has no room for.
 */
export async function prepareWrite(
  { store, clock }: Pick<Writer, 'store' | 'clock'>,
  write: DocumentWrite,
): Promise<PreparedWrite> {
  const path = toDocumentPath(write.path)
  const title = requireFit({ ...write, path })
  const old = (await findOld(store.read, { ...write, path })) ?? null
  const plan = await planChunks(store.read, store.dialect, old, newId(clock()), write.text.chunks)
  return { ...write, path, title, plan }
}

/** The title that a write gives its document. Throws PAYLOAD_TOO_LARGE if the index has no room for the document. */
export function requireFit({
  path,
  text: { frontMatter, heading, index },
  title: given,
}: Pick<DocumentWrite, 'path' | 'text' | 'title'>): string {
  const title = given ?? frontMatter.title ?? heading ?? nameOf(path)
  requireIndexable(index, title, path)
  return title
}

/**
 * Creates or revises a document in the caller's transaction, and replaces its chunks. Indexes only a small one: the
 * caller completes the index after the transaction. Returns the document, its `rowId`, and whether it has changed. Throws
 * CONFLICT if `baseRevision` is not the current one, NOT_FOUND if the project is gone, FORBIDDEN for a key of another
 * project, `PlanOutdated`; all before its first write.
 */
export async function writeDocument(db: Db, ctx: Writer, write: PreparedWrite) {
  const { path } = write
  await lockHome(db, ctx, write.projectId)
  const old = await findOld(db, write)
  requireBase(path, write, old?.revision ?? 0)
  const next = fieldsOf(write, old)
  const isChanged =
    !old ||
    old.path !== path ||
    old.hash !== next.hash ||
    old.title !== next.title ||
    old.visibility !== next.visibility
  if (isChanged) await store(db, ctx, write, { old, next })
  const row = await documentRows(db)
    .where('document.project_id', '=', write.projectId)
    .where('document.path', '=', path)
    .executeTakeFirstOrThrow()
  return {
    rowId: row.id,
    document: describeDocument(row),
    isChanged,
    isMoved: old !== undefined && old.path !== path,
  }
}

/** The document of a write's path; else the one that moves to it. */
async function findOld(
  read: Pick<Db, 'selectFrom'>,
  { projectId, path, movedFrom }: DocumentWrite,
): Promise<OldDocument | undefined> {
  const there = await homeDocuments(read, projectId).where('path', '=', path).executeTakeFirst()
  if (there || movedFrom === undefined) return there
  return homeDocuments(read, projectId).where('id', '=', movedFrom).executeTakeFirst()
}

const homeDocuments = (db: Pick<Db, 'selectFrom'>, projectId: number) =>
  db
    .selectFrom('document')
    .select(['id', 'public_id', 'project_id', 'path', 'title', 'visibility', 'revision', 'hash'])
    .where('project_id', '=', projectId)

/** Serializes the writes of a project, and keeps a deletion of it from leaving rows behind. */
export async function lockHome(db: Db, { store, caller }: Writer, projectId: number): Promise<void> {
  const project = await db
    .selectFrom('project')
    .select(['id', 'slug'])
    .where('id', '=', projectId)
    .where('organization_id', '=', caller.organizationId)
    .modifyEnd(holdRow(store.dialect))
    .executeTakeFirst()
  if (!project) throw notFound('project')
  requireOwnProject({ caller }, projectId)
}

/** Throws FORBIDDEN for a key that is restricted to another project. */
export function requireOwnProject({ caller }: Pick<Context, 'caller'>, projectId: number): void {
  if (caller.projectId !== null && caller.projectId !== projectId)
    throw new Problem(
      'FORBIDDEN',
      'This API key writes to its own project only, and the document belongs to another. Use a key of that project.',
    )
}

function requireBase(path: string, { baseRevision, source }: DocumentWrite, current: number): void {
  if (baseRevision === undefined || baseRevision === current) return
  const message = source === 'proposal' ? outdatedMessage : conflictMessage
  throw new Problem('CONFLICT', message(path, baseRevision, current))
}

/** A path that is cut cannot be read again, so it gets more than other names. */
const LONGEST_PATH = 200

function conflictMessage(path: string, base: number, current: number): string {
  if (current === 0)
    return `${slug(path, LONGEST_PATH)} does not exist any more. Send baseRevision 0 to create it again.`
  const has = `${slug(path, LONGEST_PATH)} has revision ${current}`
  return base === 0
    ? `${has} already. Read it, and send baseRevision ${current}.`
    : `${has}, and the text is based on revision ${base}. Read the newer text, merge, and send baseRevision ${current}.`
}

/** For the person who accepts a proposal, which is made anew or rejected, not sent again. */
export function outdatedMessage(path: string, base: number, current: number): string {
  const next = 'Reject the proposal; its author can propose'
  if (current === 0)
    return `${slug(path, LONGEST_PATH)} was deleted after this was proposed. ${next} the document anew.`
  return base === 0
    ? `${slug(path, LONGEST_PATH)} was created after this was proposed, and has revision ${current}. ${next} a change of it.`
    : `${slug(path, LONGEST_PATH)} has revision ${current}, and the proposal is based on revision ${base}. ${next} a change of the current text.`
}

type OldDocument = Omit<DocumentRow, 'project' | 'tags' | 'bytes' | 'created_at' | 'updated_at'>

function fieldsOf(
  { path, text, title, visibility, defaultVisibility }: PreparedWrite,
  old: OldDocument | undefined,
) {
  const { frontMatter, hash, bytes } = text
  return {
    title,
    visibility: visibility ?? frontMatter.visibility ?? defaultVisibility ?? old?.visibility ?? 'project',
    tags: JSON.stringify(frontMatter.tags),
    hash,
    bytes,
    category: categoryOf(path, frontMatter.json),
  }
}

/** The file's name without its ending. */
const nameOf = (path: string): string =>
  (path.split('/').at(-1) ?? path)
    .replace(/(?<=.)\.(?:md|mdx|markdown)$/i, '')
    .slice(0, LIMITS.documentTitleLength)

/** Index bytes and chunks that a document is indexed with in the transaction of its write: about 40 ms on SQLite. */
export const SMALL_INDEX_BYTES = 256 * 1024
const SMALL_CHUNKS = 100

export const isSmall = ({ index, chunks }: Pick<DocumentText, 'index' | 'chunks'>): boolean =>
  index.bytes <= SMALL_INDEX_BYTES && chunks.length <= SMALL_CHUNKS

/** Whether a document is indexed in the transaction of its write. */
export const isIndexedAtOnce = ({ text, plan }: Pick<PreparedWrite, 'text' | 'plan'>): boolean =>
  isSmall(text) && plan.old.length <= SMALL_CHUNKS

async function store(
  db: Db,
  { store, clock, caller }: Writer,
  write: PreparedWrite,
  { old, next }: { old: OldDocument | undefined; next: ReturnType<typeof fieldsOf> },
): Promise<void> {
  const { path, text, plan, projectId: project_id } = write
  const { chunks } = text
  if (plan.revision !== (old?.revision ?? 0) || (old && plan.publicId !== old.public_id))
    throw new PlanOutdated('Another request has written the document')
  const now = clock()
  const revision = (old?.revision ?? 0) + 1
  const set = {
    ...next,
    title_key: titleKey(next.title),
    path,
    revision,
    updated_at: now,
    indexed_revision: revision,
  }
  const public_id = plan.publicId
  const document = old ?? (await insert(db, { ...set, public_id, project_id, created_at: now }))
  if (old) await db.updateTable('document').set(set).where('id', '=', old.id).execute()
  const { actor_name } = await describeActor(db, caller)
  await db
    .insertInto('document_revision')
    .values({
      document_id: document.id,
      number: revision,
      project_id,
      title: next.title,
      visibility: next.visibility,
      hash: next.hash,
      bytes: next.bytes,
      author: actor_name,
      source: write.source,
      proposal_id: write.proposalId ?? null,
      commit_sha: write.commitSha ?? null,
      is_vouched: write.source === 'proposal' || (await isVouching(db, caller)) ? 1 : 0,
      created_at: now,
      front_matter: text.frontMatter.json,
      content: text.content,
    })
    .execute()
  await replaceChunks(db, store.dialect, { ...document, revision }, chunks, plan)
  await tieFromFrontMatter(db, {
    documentId: document.id,
    projectId: project_id,
    failures: text.frontMatter.failures,
    author: actor_name,
    now,
  })
  if (isIndexedAtOnce(write)) await indexDocument(db, store.dialect, document.id, knownTerms(text))
}

export const knownTerms = (...texts: DocumentText[]): KnownTerms =>
  new Map(texts.flatMap(({ chunks, terms }) => chunks.map(({ hash }, at) => [hash, terms[at] as string])))

const insert = (db: Db, values: Insertable<Tables['document']>) =>
  db
    .insertInto('document')
    .values(values)
    .returning(['id', 'public_id', 'project_id'])
    .executeTakeFirstOrThrow()
