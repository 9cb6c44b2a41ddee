import { createHash } from 'node:crypto'
import { toDocumentText } from '@svc/protocol'
import type { documentOperations } from '@svc/schema'
import type { Context } from '../../../ground/kernel/context.ts'
import { normalized } from '../../../ground/kernel/normalized.ts'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { ownTurn } from '../../../ground/kernel/own-turn.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import { slug } from '../../../ground/kernel/quoted.ts'
import { useProject } from '../../../people/accounts/active-project.ts'
import { findOrMakeProject, slugOf } from '../../../people/projects/find-or-make.ts'
import { visibleProject } from '../../../people/projects/visible-projects.ts'
import { completeIndex } from '../index-document.ts'
import { storeDocument } from '../store-documents.ts'
import { requireFit, requireOwnProject, SMALL_INDEX_BYTES, writeDocument } from '../write-document.ts'
import { removeAll } from './delete-document.ts'
import type { DocumentReader } from './document-reader.ts'
import { findMoved } from './find-moved.ts'
import { UNPRINTABLE } from './front-matter.ts'
import { toDocumentPath } from './path.ts'
import { storeBatch, type Waiting } from './push-batch.ts'
import { openPushOrder, type PushOrder } from './push-order.ts'
import { isRefusal, type PushInput, type PushResult, refused, resultOf } from './push-results.ts'
import { type KnownDocument, readKnown, readPushedPaths } from './pushed.ts'

/** Documents of one transaction: others write between two of them. Their index has `SMALL_INDEX_BYTES` at most. */
const AT_ONCE = 25

/** Writes the documents of a folder, each by itself. */
export const pushDocuments =
  (reader: DocumentReader): Handlers<typeof documentOperations>['pushDocuments'] =>
  async ({ ctx, input: given }) => {
    const input = { ...given, remove: distinct(given.remove), movedFrom: distinct(given.movedFrom) }
    const files = await readFiles(input)
    const paths = [...files].map(([given, file]) => (file instanceof Problem ? given : file.path))
    const projectId = await homeOf(ctx, input)
    const known =
      projectId === null ? new Map<string, KnownDocument>() : await readKnown(ctx.store, projectId, paths)
    const order = await openPushOrder(ctx, projectId, input)
    const newer = await order.newerAt([...paths, ...input.movedFrom])
    const movedFrom = input.movedFrom.filter((path) => !newer.has(path))
    const moved = projectId === null ? null : await findMoved(ctx.store, projectId, movedFrom)
    const results: PushResult[] = []
    let waiting: Waiting[] = []
    const flush = async () => {
      const batch = waiting
      waiting = []
      if (batch.length > 0 && projectId !== null)
        results.push(...(await storeBatch(ctx, input, projectId, order, batch)))
    }
    const unchanged: string[] = []
    for (const [given, file] of files) {
      if (file instanceof Problem) {
        results.push(refused(given, file))
        continue
      }
      const { path, hash, content } = file
      const asItIs = resultOf(given, hash, input, known.get(path), newer.get(path))
      if (asItIs.outcome === 'unchanged') unchanged.push(path)
      if (asItIs.outcome !== 'wanted' || content === undefined) {
        results.push(asItIs)
        continue
      }
      let read: Waiting | null = null
      try {
        const text = await reader.read(ctx.caller.organizationId, content)
        requireFit({ path, text })
        const from = known.has(path) ? null : ((await moved?.({ path, hash, content: text.content })) ?? null)
        if (!input.dryRun) read = { path: given, text, from }
        else results.push(from ? { ...asItIs, outcome: 'moved', from: from.path } : asItIs)
      } catch (error) {
        if (!isRefusal(error)) throw error
        results.push(refused(given, error))
      }
      if (!read) continue
      if (waiting.length >= AT_ONCE || indexBytesOf([...waiting, read]) > SMALL_INDEX_BYTES) await flush()
      waiting.push(read)
    }
    await flush()
    if (!input.dryRun) await order.note(unchanged)
    // The server may have ended before it had indexed what an earlier try of this push wrote.
    if (!input.dryRun && projectId !== null) await completeIndex(ctx.store, projectId, unchanged)
    results.push(...(await removeAll(ctx, projectId, order, input)))
    if (!input.dryRun && projectId !== null) await useProject(ctx.store, ctx.caller, projectId)
    return { results, gone: await readGone(ctx, projectId, order, input, paths) }
  }

/** Pushed documents that this push does not name, except those that a newer commit has. */
async function readGone(
  { store }: Context,
  projectId: number | null,
  order: PushOrder,
  { folder }: PushInput,
  paths: string[],
): Promise<string[]> {
  if (projectId === null || folder === undefined) return []
  const named = new Set(paths)
  const left = (await readPushedPaths(store, projectId, folder)).filter((path) => !named.has(path))
  const newer = await order.newerAt(left)
  return left.filter((path) => !newer.has(path))
}

const distinct = (paths: string[]): string[] => [...new Set(paths.map((path) => normalized(path, 'NFC')))]

const indexBytesOf = (waiting: Waiting[]): number =>
  waiting.reduce((sum, { text }) => sum + text.index.bytes, 0)

interface PushedFile {
  path: string
  hash: string
  content: string | undefined
}

/** Characters whose hashes are made in one turn of the event loop, some 5 ms. */
const HASHED_AT_ONCE = 1024 * 1024

/** By the path as it was given; a Problem for one that cannot be pushed. */
async function readFiles({ documents }: PushInput): Promise<Map<string, PushedFile | Problem>> {
  const files = new Map<string, PushedFile | Problem>()
  let hashed = 0
  const taken = new Map<string, string>()
  for (const { path: given, hash, content } of documents) {
    hashed += content?.length ?? 0
    if (hashed > HASHED_AT_ONCE) {
      await ownTurn()
      hashed = 0
    }
    try {
      const path = toDocumentPath(given)
      const other = taken.get(path)
      if (other !== undefined)
        throw new Problem('INVALID_REQUEST', `path is also that of ${slug(other, 200)} in this push.`)
      if (content === undefined && hash === undefined)
        throw new Problem('INVALID_REQUEST', 'hash is required without content.')
      taken.set(path, given)
      files.set(given, { path, hash: content === undefined ? (hash ?? '') : hashOf(content), content })
    } catch (error) {
      if (!isRefusal(error)) throw error
      if (!files.has(given)) files.set(given, error)
    }
  }
  return files
}

const hashOf = (content: string): string => createHash('sha256').update(toDocumentText(content)).digest('hex')

/** The project's key; null if a dry run names a project that does not exist. The first push creates it. */
async function homeOf(ctx: Context, { project: slug, dryRun }: PushInput): Promise<number | null> {
  const { organizationId, projectId } = ctx.caller
  try {
    const project = await visibleProject(ctx, slug)
    requireOwnProject(ctx, project.id)
    return project.id
  } catch (error) {
    // A restricted key creates no project.
    if (!(error instanceof Problem) || error.code !== 'NOT_FOUND' || projectId !== null) throw error
  }
  if (slugOf(slug) !== slug)
    throw new Problem(
      'INVALID_REQUEST',
      'project must be a slug: lower-case letters, digits, dots, dashes and underscores.',
    )
  if (dryRun) return null
  const wanted = { slug, repository: undefined, defaultBranch: undefined }
  const made = await ctx.store.write((db) => findOrMakeProject(db, organizationId, wanted, null, ctx.clock()))
  return made.id
}

type Verbs = Handlers<typeof documentOperations>

/** Creates or revises one document. */
export const putDocument =
  (reader: DocumentReader): Verbs['putDocument'] =>
  async ({ ctx, input }) => {
    const { title, visibility, baseRevision } = input
    const project = await visibleProject(ctx, input.project)
    const path = toDocumentPath(input.path)
    if (title !== undefined && UNPRINTABLE.test(title))
      throw new Problem('INVALID_REQUEST', 'title must have one line, without control characters.')
    const text = await reader.read(ctx.caller.organizationId, input.content)
    const write = {
      projectId: project.id,
      path,
      text,
      title,
      visibility,
      baseRevision,
      source: 'rest',
    } as const
    const { document, isChanged } = await storeDocument(ctx, write, (db, prepared) =>
      writeDocument(db, ctx, prepared),
    )
    await useProject(ctx.store, ctx.caller, project.id)
    return { ...document, isChanged }
  }
