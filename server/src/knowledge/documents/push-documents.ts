import { createHash } from 'node:crypto'
import { toDocumentText } from '@svc/protocol'
import type { documentOperations } from '@svc/schema'
import type { z } from 'zod'
import type { Context } from '../../kernel/context.ts'
import type { Handlers } from '../../kernel/operation-handlers.ts'
import { Problem } from '../../kernel/problem.ts'
import { iso } from '../../kernel/time.ts'
import { findOrMakeProject, lockProject, slugOf } from '../../projects/find-or-make.ts'
import { visibleProject } from '../../projects/visible-projects.ts'
import type { Db } from '../../store/portable.ts'
import { requireOwnProject, writeDocument } from '../write-document.ts'
import { removeDocument } from './delete-document.ts'
import { documentRows } from './describe.ts'
import type { DocumentReader, DocumentText } from './document-reader.ts'
import { findMoved } from './find-moved.ts'
import { toDocumentPath } from './path.ts'
import { openPushOrder, type PushOrder } from './push-order.ts'
import { type KnownDocument, outcomeOf, readKnown, readPushedPaths } from './pushed.ts'
import type { PushedCommit } from './pushed-paths.ts'

type Operation = (typeof documentOperations)['pushDocuments']
type Verb = Handlers<typeof documentOperations>['pushDocuments']
type Input = z.output<Operation['input']>
type Result = z.input<Operation['output']>['results'][number]

/** Documents of one transaction: others write between two of them. */
const AT_ONCE = 25

/** Writes the documents of a folder, each by itself. */
export const pushDocuments =
  (reader: DocumentReader): Verb =>
  async ({ ctx, input: given }) => {
    const input = { ...given, remove: distinct(given.remove), movedFrom: distinct(given.movedFrom) }
    const files = readFiles(input)
    const paths = pathsOf(files)
    const projectId = await homeOf(ctx, input)
    const known =
      projectId === null ? new Map<string, KnownDocument>() : await readKnown(ctx.store, projectId, paths)
    const order = await openPushOrder(ctx, projectId, input)
    const newer = await order.newerAt([...paths, ...input.movedFrom])
    const movedFrom = input.movedFrom.filter((path) => !newer.has(path))
    const moved = projectId === null ? null : await findMoved(ctx.store, projectId, movedFrom)
    const results: Result[] = []
    let waiting: Waiting[] = []
    const flush = async () => {
      const batch = waiting
      waiting = []
      if (batch.length > 0 && projectId !== null)
        results.push(...(await ctx.store.write((db) => writeAll(db, ctx, input, projectId, order, batch))))
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
      try {
        const text = await reader.read(ctx.caller.organizationId, content)
        const from = known.has(path) ? null : ((await moved?.({ path, hash, content: text.content })) ?? null)
        if (!input.dryRun) waiting.push({ path: given, text, from })
        else results.push(from ? { ...asItIs, outcome: 'moved', from: from.path } : asItIs)
      } catch (error) {
        if (!isRefusal(error)) throw error
        results.push(refused(given, error))
      }
      if (waiting.length >= AT_ONCE) await flush()
    }
    await flush()
    if (!input.dryRun) await order.note(unchanged)
    results.push(...(await removeAll(ctx, projectId, order, input)))
    return { results, gone: await readGone(ctx, projectId, order, input, paths) }
  }

/** Pushed documents that this push does not name, except those that a newer commit has. */
async function readGone(
  { store }: Context,
  projectId: number | null,
  order: PushOrder,
  { folder }: Input,
  paths: string[],
): Promise<string[]> {
  if (projectId === null || folder === undefined) return []
  const named = new Set(paths)
  const left = (await readPushedPaths(store, projectId, folder)).filter((path) => !named.has(path))
  const newer = await order.newerAt(left)
  return left.filter((path) => !newer.has(path))
}

const distinct = (paths: string[]): string[] => [...new Set(paths.map((path) => path.normalize('NFC')))]

const pathsOf = (files: Map<string, PushedFile | Problem>): string[] =>
  [...files].map(([given, file]) => (file instanceof Problem ? given : file.path))

/** What becomes of a file whose text is not read yet. */
function resultOf(
  path: string,
  hash: string,
  { overwrite }: Input,
  known: KnownDocument | undefined,
  newer: PushedCommit | undefined,
): Result {
  const outcome = outcomeOf(hash, known, { isOutdated: newer !== undefined, isOverwriting: overwrite })
  const { id = null, revision = null } = known ?? {}
  return {
    path,
    outcome,
    ...(outcome === 'outdated' && describeNewer(newer)),
    id,
    revision,
    error: null,
  }
}

const describeNewer = (newer: PushedCommit | undefined) =>
  newer && { newerCommit: { sha: newer.sha, committedAt: iso(newer.committedAt) } }

/** A text that is written with others. */
interface Waiting {
  path: string
  text: DocumentText
  /** The document that the file was before. */
  from: { id: number; path: string } | null
}

interface PushedFile {
  path: string
  hash: string
  content: string | undefined
}

/** By the path as it was given; a Problem for one that cannot be pushed. */
function readFiles({ documents }: Input): Map<string, PushedFile | Problem> {
  const files = new Map<string, PushedFile | Problem>()
  const taken = new Map<string, string>()
  for (const { path: given, hash, content } of documents) {
    try {
      const path = toDocumentPath(given)
      const other = taken.get(path)
      if (other !== undefined)
        throw new Problem('INVALID_REQUEST', `path is also that of ${JSON.stringify(other)} in this push.`)
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
async function homeOf(ctx: Context, { project: slug, dryRun }: Input): Promise<number | null> {
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

async function writeAll(
  db: Db,
  ctx: Context,
  input: Input,
  projectId: number,
  order: PushOrder,
  batch: Waiting[],
): Promise<Result[]> {
  const { visibility, commit } = input
  const results: Result[] = []
  const decided: string[] = []
  // Again, because another push may have written since; the lock lets none write meanwhile.
  await lockProject(db, ctx.store.dialect, projectId)
  const newer = await order.newerIn(
    db,
    batch.flatMap(({ path, from }) => [toDocumentPath(path), ...(from ? [from.path] : [])]),
  )
  for (const { path: given, text, from } of batch) {
    try {
      const path = toDocumentPath(given)
      const known = await readKnown({ read: db, dialect: ctx.store.dialect }, projectId, [path])
      const asItIs = resultOf(given, hashOf(text.content), input, known.get(path), newer.get(path))
      if (asItIs.outcome !== 'wanted') {
        results.push(asItIs)
        continue
      }
      const { document, isMoved } = await writeDocument(db, ctx, {
        projectId,
        path,
        text,
        movedFrom: from && !newer.has(from.path) ? from.id : undefined,
        defaultVisibility: visibility,
        source: 'push',
        commitSha: commit,
      })
      const { id, revision } = document
      const written = { path: given, id, revision, error: null }
      decided.push(path)
      if (from && isMoved) {
        decided.push(from.path)
        results.push({ ...written, outcome: 'moved', from: from.path })
      } else results.push({ ...written, outcome: revision === 1 ? 'created' : 'revised' })
    } catch (error) {
      // `writeDocument` throws before its first write, so the transaction is as it was.
      if (!isRefusal(error)) throw error
      results.push(refused(given, error))
    }
  }
  await order.noteIn(db, decided)
  return results
}

async function removeAll(
  ctx: Context,
  projectId: number | null,
  order: PushOrder,
  { remove, dryRun }: Input,
): Promise<Result[]> {
  if (remove.length === 0) return []
  const pushed = new Set(projectId === null ? [] : await readPushedPaths(ctx.store, projectId, ''))
  const newer = await order.newerAt(remove)
  const results: Result[] = []
  for (const path of remove) {
    const isThere = pushed.has(path)
    const kept = isThere ? newer.get(path) : undefined
    const isDeleted = isThere && !kept && projectId !== null && !dryRun
    const keptNow = isDeleted
      ? await ctx.store.write((db) => removeOne(db, ctx, projectId, order, path))
      : kept
    const outcome = keptNow ? 'outdated' : isThere ? 'deleted' : 'absent'
    results.push({ path, outcome, ...describeNewer(keptNow), id: null, revision: null, error: null })
  }
  return results
}

/** Deletes the document of a path; returns the newer commit that another push brought since, and keeps it then. */
async function removeOne(
  db: Db,
  ctx: Context,
  projectId: number,
  order: PushOrder,
  path: string,
): Promise<PushedCommit | undefined> {
  await lockProject(db, ctx.store.dialect, projectId)
  const newer = (await order.newerIn(db, [path])).get(path)
  if (newer) return newer
  const row = await documentRows(db)
    .where('document.project_id', '=', projectId)
    .where('document.path', '=', path)
    .executeTakeFirst()
  if (row) await removeDocument(db, ctx, row)
  await order.noteIn(db, [path])
  return undefined
}

const refused = (path: string, { code, message }: Problem): Result => ({
  path,
  outcome: 'refused',
  id: null,
  revision: null,
  error: { code, message },
})

/** A fault of this file; anything else, such as an outage, ends the push. */
const isRefusal = (error: unknown): error is Problem =>
  error instanceof Problem && ['INVALID_REQUEST', 'PAYLOAD_TOO_LARGE', 'CONFLICT'].includes(error.code)
