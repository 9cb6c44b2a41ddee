import type { Context } from '../../../ground/kernel/context.ts'
import type { Db } from '../../../ground/store/portable.ts'
import { writeInTurn } from '../../../ground/store/turns.ts'
import { lockProject } from '../../../people/projects/find-or-make.ts'
import { removeLeftovers } from '../remove-leftovers.ts'
import { removeDocument } from './delete-document.ts'
import { documentRows } from './describe.ts'
import type { PushOrder } from './push-order.ts'
import { describeNewer, type PushInput, type PushResult } from './push-results.ts'
import { readPushedPaths } from './pushed.ts'
import type { PushedCommit } from './pushed-paths.ts'

/** Deletes the documents that a push names as removed. */
export async function removeAll(
  ctx: Context,
  projectId: number | null,
  order: PushOrder,
  { remove, dryRun }: PushInput,
): Promise<PushResult[]> {
  if (remove.length === 0) return []
  const pushed = new Set(projectId === null ? [] : await readPushedPaths(ctx.store, projectId, ''))
  const newer = await order.newerAt(remove)
  const results: PushResult[] = []
  for (const path of remove) {
    const isThere = pushed.has(path)
    const kept = isThere ? newer.get(path) : undefined
    const isDeleted = isThere && !kept && projectId !== null && !dryRun
    const keptNow = isDeleted
      ? await writeInTurn(ctx.store, ctx.caller.organizationId, (db) =>
          removeOne(db, ctx, projectId, order, path),
        )
      : kept
    const outcome = keptNow ? 'outdated' : isThere ? 'deleted' : 'absent'
    results.push({ path, outcome, ...describeNewer(keptNow), id: null, revision: null, error: null })
  }
  await removeLeftovers(ctx.store, ctx.caller.organizationId)
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
