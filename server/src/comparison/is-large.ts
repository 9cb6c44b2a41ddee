import type { ExecutionRow } from '../executions/execution-row.ts'
import { findExecution } from '../executions/find.ts'
import type { Context } from '../kernel/context.ts'
import { chooseAsked } from './compare.ts'

/** Results of one side that are compared on the request's own thread; more would hold the event loop up. */
const FEW = 500

/** Whether comparing these two, as they are asked for, is for another thread than the request's own. */
export async function isLargeComparison(
  ctx: Context,
  asked: { head: string; base: string },
): Promise<boolean> {
  const head = await findExecution(ctx, asked.head)
  // Nearly always the head tells: what it is compared with is looked for once.
  return hasMany(head) || hasMany((await chooseAsked(ctx, head, asked.base)).base)
}

export const hasMany = (row: ExecutionRow | null) =>
  row !== null && row.passed + row.failed + row.flaky + row.skipped > FEW
