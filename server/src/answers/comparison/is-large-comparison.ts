import type { Context } from '../../ground/kernel/context.ts'
import type { ExecutionRow } from '../../results/executions/execution-row.ts'
import { findExecution } from '../../results/executions/find.ts'
import { chooseBaseById } from './compare.ts'

/**
 * The number of results and errors of one side that the request's own thread compares; more would block the event loop.
 */
const FEW = 500

/** Whether a worker thread must make this comparison. */
export async function isLargeComparison(ctx: Context, ids: { head: string; base: string }): Promise<boolean> {
  const head = await findExecution(ctx, ids.head)
  // The head nearly always decides this, so the base is looked up only once.
  return hasMany(head) || hasMany((await chooseBaseById(ctx, head, ids.base)).base)
}

export const hasMany = (row: ExecutionRow | null) =>
  row !== null && row.passed + row.failed + row.flaky + row.skipped + row.errors > FEW
