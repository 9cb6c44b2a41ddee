import type { Context } from '../../ground/kernel/context.ts'
import type { ExecutionRow } from '../../results/executions/execution-row.ts'
import { whatIsMissing } from '../../uploads/settlement/what-is-missing.ts'

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
