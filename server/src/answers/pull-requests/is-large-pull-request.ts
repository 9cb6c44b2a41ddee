import type { Context } from '../../ground/kernel/context.ts'
import { hasLargeCodeowners } from '../../results/executions/has-large-codeowners.ts'
import { chooseBase } from '../comparison/choose-base.ts'
import { hasMany } from '../comparison/is-large-comparison.ts'
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
  const ids = newest.map(({ public_id: id }) => id)
  if (await hasLargeCodeowners(ctx, ids)) return true
  const choices = await Promise.all(newest.map((head) => chooseBase(ctx, head)))
  return choices.some(({ base }) => hasMany(base))
}
