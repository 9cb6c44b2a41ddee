import { chooseBase } from '../comparison/choose-base.ts'
import { hasMany } from '../comparison/is-large.ts'
import type { Context } from '../kernel/context.ts'
import { readExecutions } from './read-executions.ts'

/** Suites that are compared on the request's own thread: each costs some thirty statements, however small it is. */
const FEW_SUITES = 3

/** Whether the comment of a pull request is for another thread than the request's own. */
export async function isLargePullRequest(
  ctx: Context,
  asked: { number: number; repo?: string | undefined },
): Promise<boolean> {
  const { newest } = await readExecutions(ctx, asked)
  if (newest.length > FEW_SUITES || newest.some(hasMany)) return true
  const choices = await Promise.all(newest.map((head) => chooseBase(ctx, head)))
  return choices.some(({ base }) => hasMany(base))
}
