import type { Context } from '../../ground/kernel/context.ts'
import { getFailure } from '../../history/failures/get-failure.ts'
import { isLargeList as isLargeFailureList } from '../../history/failures/is-large-list.ts'
import { listFailures } from '../../history/failures/list-failures.ts'
import { listFlakyTests } from '../../history/tests/flaky-tests.ts'
import { hasManyTests } from '../../history/tests/has-many-tests.ts'
import { listOwners } from '../../history/tests/list-owners.ts'
import { listTests } from '../../history/tests/list-tests.ts'
import { findExecution } from '../../results/executions/find.ts'
import { hasLargeCodeowners } from '../../results/executions/has-large-codeowners.ts'
import { isLargeList } from '../../results/results/is-large-list.ts'
import { listResults } from '../../results/results/list-results.ts'
import { getReport } from '../ci/get-report.ts'
import { isLargeComparison } from '../comparison/is-large-comparison.ts'
import { gatherFailures } from '../failure-context/gather-failures.ts'
import { isLargeToGather } from '../failure-context/is-large-to-gather.ts'
import { getHome } from '../overview/get-home.ts'
import { getOverview } from '../overview/get-overview.ts'
import { getWall } from '../overview/get-wall.ts'
import { compareExecutions } from '../pull-requests/compare-executions.ts'
import { getPullRequest } from '../pull-requests/get-comment.ts'
import { listExecutionFailures } from '../pull-requests/list-execution-failures.ts'
import { isLargePullRequest, listPullRequests } from '../pull-requests/list-pull-requests.ts'

/** A verb whose answer may take longer than other requests should wait. */
export interface OffloadedVerb<Input, Output> {
  make(call: { ctx: Context; input: Input }): Promise<Output>
  /** Decides with a few short reads; throws the verb's own errors. */
  isLarge(ctx: Context, input: Input): Promise<boolean>
  /**
   * The project whose changes alone alter the answer, or null for any of the organization, which is the default. Throws
   * the verb's own errors.
   */
  projectOf?(ctx: Context, input: Input): Promise<number | null>
  /**
   * True if what follows needs the output itself, which is small: a door separates a page's items from its cursor, and
   * a failure gets its lease.
   */
  isNeeded?: boolean
}

const verb = <Input, Output>(row: OffloadedVerb<Input, Output>) => row

const VERBS = {
  compareExecutions: verb({
    make: compareExecutions,
    isLarge: orOwned(isLargeComparison, ({ head }) => [head]),
    projectOf: (ctx, { head }) => projectOfAll(ctx, [head]),
  }),
  listExecutionFailures: verb({
    make: listExecutionFailures,
    isLarge: orOwned(
      (ctx, { id, base }) => isLargeComparison(ctx, { head: id, base }),
      ({ id }) => [id],
    ),
    projectOf: (ctx, { id }) => projectOfAll(ctx, [id]),
  }),
  gatherFailures: verb({
    make: gatherFailures,
    isLarge: orOwned(isLargeToGather, ({ executions }) => executions),
    projectOf: (ctx, { executions }) => projectOfAll(ctx, executions),
  }),
  listResults: verb({
    make: listResults,
    isLarge: orOwned(isLargeList, ({ id }) => [id]),
    projectOf: (ctx, { id }) => projectOfAll(ctx, [id]),
  }),
  listFailures: verb({
    make: listFailures,
    isLarge: orOwned(isLargeFailureList, ({ execution }) => (execution === undefined ? [] : [execution])),
    projectOf: (ctx, { execution }) => projectOfAll(ctx, execution === undefined ? [] : [execution]),
    isNeeded: true,
  }),
  // It reads every run of its period that had the failure, however many these are.
  getFailure: verb({ make: getFailure, isLarge: async () => true, isNeeded: true }),
  getPullRequest: verb({ make: getPullRequest, isLarge: isLargePullRequest }),
  // Each may make five comparisons.
  listPullRequests: verb({ make: listPullRequests, isLarge: async () => true }),
  getOverview: verb({ make: getOverview, isLarge: async () => true }),
  getHome: verb({ make: getHome, isLarge: async () => true }),
  getWall: verb({ make: getWall, isLarge: async () => true }),
  // It reads a whole CODEOWNERS file.
  listOwners: verb({ make: listOwners, isLarge: async () => true }),
  listFlakyTests: verb({ make: listFlakyTests, isLarge: hasManyTests, isNeeded: true }),
  // The owners of every file of the project.
  listTests: verb({
    make: listTests,
    isLarge: async (_ctx, { owner }) => owner !== undefined,
    isNeeded: true,
  }),
  getReport: verb({
    make: getReport,
    isLarge: orOwned(
      (ctx, { id, base }) => isLargeComparison(ctx, { head: id, base }),
      ({ id }) => [id],
    ),
    projectOf: (ctx, { id }) => projectOfAll(ctx, [id]),
  }),
}

/** An answer about few results is large, too, if their owners take long to find. */
function orOwned<Input>(
  isLarge: (ctx: Context, input: Input) => Promise<boolean>,
  executionsOf: (input: Input) => string[],
) {
  return async (ctx: Context, input: Input): Promise<boolean> =>
    (await isLarge(ctx, input)) || hasLargeCodeowners(ctx, executionsOf(input))
}

/** The only project of these executions; null if they have several, or none. */
async function projectOfAll(ctx: Context, executions: string[]): Promise<number | null> {
  const rows = await Promise.all(executions.map((id) => findExecution(ctx, id)))
  const [projectId = null, ...others] = new Set(rows.map((row) => row.project_id))
  return others.length === 0 ? projectId : null
}

export type OffloadedVerbName = keyof typeof VERBS
export type InputOf<Name extends OffloadedVerbName> = Parameters<(typeof VERBS)[Name]['make']>[0]['input']
export type OutputOf<Name extends OffloadedVerbName> = Awaited<ReturnType<(typeof VERBS)[Name]['make']>>

/** Verbs that run in a thread if their answer is large, else on the request's own thread. */
export const OFFLOADED_VERBS: {
  [Name in OffloadedVerbName]: OffloadedVerb<InputOf<Name>, OutputOf<Name>>
} = VERBS
