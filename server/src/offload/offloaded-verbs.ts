import { getReport } from '../ci/get-report.ts'
import { isLargeComparison } from '../comparison/is-large.ts'
import { gatherFailures } from '../failure-context/gather-failures.ts'
import { isLargeToGather } from '../failure-context/is-large.ts'
import { isLargeList as isLargeFailureList } from '../failures/is-large.ts'
import { listFailures } from '../failures/list-failures.ts'
import type { Context } from '../kernel/context.ts'
import { getOverview } from '../overview/get-overview.ts'
import { compareExecutions } from '../pull-requests/compare-executions.ts'
import { getPullRequest } from '../pull-requests/get.ts'
import { isLargePullRequest } from '../pull-requests/is-large.ts'
import { listPullRequests } from '../pull-requests/list.ts'
import { isLargeList } from '../results/is-large-list.ts'
import { listResults } from '../results/list-results.ts'

/** A verb whose answer may take longer to make than any other request should wait. */
export interface OffloadedVerb<Input, Output> {
  make(call: { ctx: Context; input: Input }): Promise<Output>
  /** Decides with few short reads; throws the verb's own errors. */
  isLarge(ctx: Context, input: Input): Promise<boolean>
  /** True for a page: its door separates items and cursor, so it needs the output itself. A page is small. */
  isPage?: boolean
}

const verb = <Input, Output>(row: OffloadedVerb<Input, Output>) => row

/** Verbs that run in a thread if their answer is large, else on the request's own. */
export const OFFLOADED_VERBS = {
  compareExecutions: verb({ make: compareExecutions, isLarge: isLargeComparison }),
  gatherFailures: verb({ make: gatherFailures, isLarge: isLargeToGather }),
  listResults: verb({ make: listResults, isLarge: isLargeList }),
  listFailures: verb({ make: listFailures, isLarge: isLargeFailureList, isPage: true }),
  getPullRequest: verb({ make: getPullRequest, isLarge: isLargePullRequest }),
  // Each may make five comparisons.
  listPullRequests: verb({ make: listPullRequests, isLarge: async () => true }),
  getOverview: verb({ make: getOverview, isLarge: async () => true }),
  getReport: verb({
    make: getReport,
    isLarge: (ctx, { id, base }) => isLargeComparison(ctx, { head: id, base }),
  }),
}

export type OffloadedVerbName = keyof typeof OFFLOADED_VERBS
export type InputOf<Name extends OffloadedVerbName> = Parameters<
  (typeof OFFLOADED_VERBS)[Name]['make']
>[0]['input']
export type OutputOf<Name extends OffloadedVerbName> = Awaited<
  ReturnType<(typeof OFFLOADED_VERBS)[Name]['make']>
>
