import { getReport } from '../ci/get-report.ts'
import { isLargeComparison } from '../comparison/is-large-comparison.ts'
import { findExecution } from '../executions/find.ts'
import { gatherFailures } from '../failure-context/gather-failures.ts'
import { isLargeToGather } from '../failure-context/is-large-to-gather.ts'
import { isLargeList as isLargeFailureList } from '../failures/is-large-list.ts'
import { listFailures } from '../failures/list-failures.ts'
import type { Context } from '../kernel/context.ts'
import { getOverview } from '../overview/get-overview.ts'
import { compareExecutions } from '../pull-requests/compare-executions.ts'
import { getPullRequest } from '../pull-requests/get-comment.ts'
import { isLargePullRequest } from '../pull-requests/is-large-pull-request.ts'
import { listPullRequests } from '../pull-requests/list-pull-requests.ts'
import { isLargeList } from '../results/is-large-list.ts'
import { listResults } from '../results/list-results.ts'

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
  /** True for a page: its door separates items and cursor, so it needs the output itself. A page is small. */
  isPage?: boolean
}

const verb = <Input, Output>(row: OffloadedVerb<Input, Output>) => row

const VERBS = {
  compareExecutions: verb({
    make: compareExecutions,
    isLarge: isLargeComparison,
    projectOf: (ctx, { head }) => projectOfAll(ctx, [head]),
  }),
  gatherFailures: verb({
    make: gatherFailures,
    isLarge: isLargeToGather,
    projectOf: (ctx, { executions }) => projectOfAll(ctx, executions),
  }),
  listResults: verb({
    make: listResults,
    isLarge: isLargeList,
    projectOf: (ctx, { id }) => projectOfAll(ctx, [id]),
  }),
  listFailures: verb({
    make: listFailures,
    isLarge: isLargeFailureList,
    projectOf: (ctx, { execution }) => projectOfAll(ctx, execution === undefined ? [] : [execution]),
    isPage: true,
  }),
  getPullRequest: verb({ make: getPullRequest, isLarge: isLargePullRequest }),
  // Each may make five comparisons.
  listPullRequests: verb({ make: listPullRequests, isLarge: async () => true }),
  getOverview: verb({ make: getOverview, isLarge: async () => true }),
  getReport: verb({
    make: getReport,
    isLarge: (ctx, { id, base }) => isLargeComparison(ctx, { head: id, base }),
    projectOf: (ctx, { id }) => projectOfAll(ctx, [id]),
  }),
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
