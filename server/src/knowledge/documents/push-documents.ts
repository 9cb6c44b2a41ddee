import { createHash } from 'node:crypto'
import { toDocumentText } from '@svc/protocol'
import type { documentOperations } from '@svc/schema'
import type { z } from 'zod'
import type { Context } from '../../kernel/context.ts'
import type { Handlers } from '../../kernel/operation-handlers.ts'
import { Problem } from '../../kernel/problem.ts'
import { findOrMakeProject, slugOf } from '../../projects/find-or-make.ts'
import { visibleProject } from '../../projects/visible-projects.ts'
import type { Db } from '../../store/portable.ts'
import { requireOwnProject, writeDocument } from '../write-document.ts'
import { removeDocument } from './delete-document.ts'
import { documentRows } from './describe.ts'
import type { DocumentReader, DocumentText } from './document-reader.ts'
import { findMoved } from './find-moved.ts'
import { toDocumentPath } from './path.ts'
import { type KnownDocument, outcomeOf, readKnown, readPushedPaths } from './pushed.ts'

type Operation = (typeof documentOperations)['pushDocuments']
type Verb = Handlers<typeof documentOperations>['pushDocuments']
type Input = z.output<Operation['input']>
type Result = z.input<Operation['output']>['results'][number]

/** Documents of one transaction: others write between two of them. */
const AT_ONCE = 25

/** Writes the documents of a folder, each by itself. */
export const pushDocuments =
  (reader: DocumentReader): Verb =>
  async ({ ctx, input }) => {
    const files = readFiles(input)
    const projectId = await homeOf(ctx, input)
    const known =
      projectId === null
        ? new Map<string, KnownDocument>()
        : await readKnown(ctx.store, projectId, [...files.keys()])
    const moved = projectId === null ? null : await findMoved(ctx.store, projectId, input.movedFrom)
    const results: Result[] = []
    let waiting: Waiting[] = []
    const flush = async () => {
      const batch = waiting
      waiting = []
      if (batch.length > 0 && projectId !== null)
        results.push(...(await ctx.store.write((db) => writeAll(db, ctx, input, projectId, batch))))
    }
    for (const [given, file] of files) {
      if (file instanceof Problem) {
        results.push(refused(given, file))
        continue
      }
      const { path, hash, content } = file
      const outcome = outcomeOf(hash, known.get(path), input.overwrite)
      const { id = null, revision = null } = known.get(path) ?? {}
      const asItIs: Result = { path: given, outcome, id, revision, error: null }
      if (outcome !== 'wanted' || content === undefined) {
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
    results.push(...(await removeAll(ctx, projectId, input)))
    return { results, gone: await readGone(ctx, projectId, input, files) }
  }

/** Pushed documents that this push does not name. */
async function readGone(
  { store }: Context,
  projectId: number | null,
  { folder }: Input,
  files: Map<string, PushedFile | Problem>,
): Promise<string[]> {
  if (projectId === null || folder === undefined) return []
  const named = new Set([...files].map(([given, file]) => (file instanceof Problem ? given : file.path)))
  const pushed = await readPushedPaths(store, projectId, folder)
  return pushed.filter((path) => !named.has(path))
}

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
  { visibility, commit, overwrite }: Input,
  projectId: number,
  batch: Waiting[],
): Promise<Result[]> {
  const results: Result[] = []
  for (const { path, text, from } of batch) {
    try {
      // Again, because the document may have changed since.
      const known = await readKnown({ read: db, dialect: ctx.store.dialect }, projectId, [
        toDocumentPath(path),
      ])
      const before = known.get(toDocumentPath(path))
      const outcome = outcomeOf(hashOf(text.content), before, overwrite)
      if (outcome !== 'wanted') {
        const { id = null, revision = null } = before ?? {}
        results.push({ path, outcome, id, revision, error: null })
        continue
      }
      const { document, isMoved } = await writeDocument(db, ctx, {
        projectId,
        path,
        text,
        movedFrom: from?.id,
        defaultVisibility: visibility,
        source: 'push',
        commitSha: commit,
      })
      const { id, revision } = document
      const written = { path, id, revision, error: null }
      if (from && isMoved) results.push({ ...written, outcome: 'moved', from: from.path })
      else results.push({ ...written, outcome: revision === 1 ? 'created' : 'revised' })
    } catch (error) {
      // `writeDocument` throws before its first write, so the transaction is as it was.
      if (!isRefusal(error)) throw error
      results.push(refused(path, error))
    }
  }
  return results
}

async function removeAll(ctx: Context, projectId: number | null, input: Input): Promise<Result[]> {
  const paths = [...new Set(input.remove.map((path) => path.normalize('NFC')))]
  if (paths.length === 0) return []
  const pushed = new Set(projectId === null ? [] : await readPushedPaths(ctx.store, projectId, ''))
  const results: Result[] = []
  for (const path of paths) {
    const isThere = pushed.has(path)
    results.push({ path, outcome: isThere ? 'deleted' : 'absent', id: null, revision: null, error: null })
    if (!isThere || projectId === null || input.dryRun) continue
    await ctx.store.write(async (db) => {
      const row = await documentRows(db)
        .where('document.project_id', '=', projectId)
        .where('document.path', '=', path)
        .executeTakeFirst()
      if (row) await removeDocument(db, ctx, row)
    })
  }
  return results
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
