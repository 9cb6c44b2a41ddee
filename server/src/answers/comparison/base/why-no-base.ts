import type { Context } from '../../../ground/kernel/context.ts'
import { iso } from '../../../ground/kernel/time.ts'
import type { ExecutionRow } from '../../../results/executions/execution-row.ts'
import { defaultBranchOf, nameOf } from './base-branch.ts'
import { bases, onBranch, suiteHasCi } from './eligible-bases.ts'

type Ctx = Pick<Context, 'store' | 'caller'>

/** Why no run of the base branch can be the base of an execution, and when the comparison begins, as sentences. */
export const whyNoBase = async (ctx: Ctx, head: ExecutionRow, branch: string | null): Promise<string> =>
  (await removedOf(ctx, head, branch)) ??
  (await unfinished(ctx, head, branch)) ??
  `${
    (await laptopsOnly(ctx, head, branch)) ?? (await unknownDefault(ctx, head)) ?? noRunYet(head, branch)
  } ${NEXT}`

const NEXT = 'The comparison begins with its next run.'

/**
 * The reason if the base branch had runs to compare with and retention removed their results;
 * otherwise null.
 */
async function removedOf(ctx: Ctx, head: ExecutionRow, branch: string | null): Promise<string | null> {
  const removed = (await bases(ctx, head, { removed: 'is not' }))().where(
    'execution.started_at',
    '<',
    head.started_at,
  )
  const newest = await onBranch(removed, branch).executeTakeFirst()
  if (!newest || newest.results_removed_at === null) return null
  const day = iso(newest.results_removed_at).slice(0, 10)
  return `The results of the last run of ${nameOf(branch)} were removed by retention on ${day}. ${NEXT}`
}

const UNFINISHED = {
  running: 'one is still running. The comparison begins when it ends.',
  incomplete: `the last one is incomplete. ${NEXT}`,
  cancelled: `the last one was cancelled. ${NEXT}`,
}

/** The reason if the base branch has a run that has not ended as it should; otherwise null. */
async function unfinished(ctx: Ctx, head: ExecutionRow, branch: string | null): Promise<string | null> {
  if (branch === null) return null
  const states = Object.keys(UNFINISHED) as (keyof typeof UNFINISHED)[]
  const before = (await bases(ctx, head, { states }))().where('execution.started_at', '<=', head.started_at)
  const { state } = (await onBranch(before, branch).executeTakeFirst()) ?? {}
  const why = state && Object.hasOwn(UNFINISHED, state) && UNFINISHED[state as keyof typeof UNFINISHED]
  return why ? `${nameOf(branch)} has no ${isOn(head, branch) ? 'other ' : ''}finished run yet: ${why}` : null
}

/** The reason if all runs of the base branch are local and the suite has CI runs; otherwise null. */
async function laptopsOnly(ctx: Ctx, head: ExecutionRow, branch: string | null): Promise<string | null> {
  if (!(await suiteHasCi(ctx, head))) return null
  const row = await onBranch((await bases(ctx, head, { trust: 'local' }))(), branch).executeTakeFirst()
  return row
    ? `${nameOf(branch)} has runs from laptops only, which cannot be a base because CI has reported this suite.`
    : null
}

/** The reason if no default branch is known; null if there is one, or if the head names its own target. */
async function unknownDefault(ctx: Ctx, head: ExecutionRow): Promise<string | null> {
  if (head.branch === null || head.base_branch !== null || (await defaultBranchOf(ctx, head)) !== null)
    return null
  return `This project has no run of main or master, and no other default branch is set. An admin can set it in the project's settings. Until then, ${nameOf(head.branch)} is compared with itself.`
}

/** A run of the base branch itself becomes such a run once it has ended. */
function noRunYet(head: ExecutionRow, branch: string | null): string {
  if (branch === null && head.pull_request === null) return 'This is the first finished run without a branch.'
  if (!isOn(head, branch)) return `${nameOf(branch)} has no finished run yet.`
  const isFinished = head.state === 'passed' || head.state === 'failed'
  return isFinished
    ? `This is the first finished run of ${nameOf(branch)}.`
    : `${nameOf(branch)} has no other finished run yet.`
}

const isOn = (head: ExecutionRow, branch: string | null): boolean =>
  head.branch === branch && head.pull_request === null
