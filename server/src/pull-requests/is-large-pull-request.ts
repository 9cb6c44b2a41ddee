import { chooseBase } from '../comparison/choose-base.ts'
import { hasMany } from '../comparison/is-large-comparison.ts'
import type { Context } from '../kernel/context.ts'
import { readExecutions } from './read-executions.ts'

/**
 * The number of suites that the request's own thread compares; even a small one costs some thirty
 * statements.
 */
const FEW_SUITES = 3

/** Whether a worker thread must render the comment of this pull request. */
export async function isLargePullRequest(
  ctx: Context,
  pullRequest: { number: number; repo?: string | undefined },
): Promise<boolean> {
  const { newest } = await readExecutions(ctx, pullRequest)
  if (newest.length > FEW_SUITES || newest.some(hasMany)) return true
  const choices = await Promise.all(newest.map((head) => chooseBase(ctx, head)))
  return choices.some(({ base }) => hasMany(base))
}
