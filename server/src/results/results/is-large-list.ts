import type { Context } from '../../ground/kernel/context.ts'
import { findExecution } from '../executions/find.ts'

/** The number of results that the request's own thread describes; more would block the event loop. */
const FEW = 500

/** True if a list of results is long, or if it must unpack the archive of a large execution. */
export async function isLargeList(
  ctx: Context,
  { id, limit }: { id: string; limit: number },
): Promise<boolean> {
  const row = await findExecution(ctx, id)
  const count = row.passed + row.failed + row.flaky + row.skipped
  return Math.min(limit, count) > FEW || (row.archived_at !== null && count > FEW)
}
