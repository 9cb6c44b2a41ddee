import type { ExecutionRow } from '../executions/execution-row.ts'
import type { Context } from '../kernel/context.ts'
import { whatIsMissing } from '../settlement/what-is-missing.ts'

/** The parts of the head that have not reported, and when the comparison becomes final without them. */
export async function readProvisional(ctx: Context, head: ExecutionRow, base: ExecutionRow | null) {
  const isBaseRunning = base?.state === 'running'
  const [ofHead, ofBase] = await Promise.all([
    whatIsMissing(ctx, head, base),
    isBaseRunning ? whatIsMissing(ctx, base, null) : null,
  ])
  const ends = [ofHead.settlesAt, ofBase?.settlesAt].filter((end) => typeof end === 'number')
  return {
    ...ofHead,
    provisional: head.state === 'running' || isBaseRunning,
    settlesAt: ends.length === 0 ? null : Math.max(...ends),
  }
}
