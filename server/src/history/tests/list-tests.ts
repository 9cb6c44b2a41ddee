import type { testOperations } from '@svc/schema'
import type { z } from 'zod'
import type { Context } from '../../ground/kernel/context.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { iso } from '../../ground/kernel/time.ts'
import type { Store } from '../../ground/store/open.ts'
import { visibleProject } from '../../people/projects/visible-projects.ts'
import { ownersInProject } from '../../results/owners/owners-of.ts'
import { identitiesOf } from '../../results/test-identity/former-names.ts'
import { lastDays } from '../history/window.ts'
import { findSortedTests } from './find-sorted-tests.ts'
import { rateOf, readFlakiness } from './flakiness.ts'
import { type KnownTest, readKnownTests } from './known-tests.ts'
import { readLastErrors } from './last-errors.ts'
import { readDurationTrend, readNewestDurations } from './newest-durations.ts'
import { LIST_DAYS } from './ranked-tests.ts'
import { readRecentRuns } from './recent-runs.ts'

export const listTests: Handlers<typeof testOperations>['listTests'] = async ({ ctx, input }) => {
  const { store } = ctx
  const { q, monitor, owner, sort, order, limit, cursor } = input
  const project = await visibleProject(ctx, input.project)
  const files = owner === undefined ? undefined : await filesOfOwner(store, project.id, owner)
  const { ids, nextCursor } = await findSortedTests(ctx, {
    projectId: project.id,
    q,
    monitor,
    files,
    limit,
    cursor,
    by: sort,
    isUp: order === undefined ? sort === 'title' : order === 'asc',
  })
  const identities = await identitiesOf(store, project.id, ids)
  const tests = await readKnownTests(store, identities)
  const details = input.details ? await readListDetails(ctx, project.id, identities, tests) : null
  return {
    items: ids.flatMap((id) => {
      const test = tests.get(id)
      if (!test) return []
      return {
        ...test.name,
        project: project.slug,
        firstSeenAt: iso(test.firstSeenAt),
        formerNames: test.formerNames,
        monitor: test.monitor.state,
        ...(details && { details: details.get(id) }),
      }
    }),
    nextCursor,
  }
}

/** The ids of a project's files that belong to an owner, by CODEOWNERS of the project's newest execution. */
async function filesOfOwner(store: Store, projectId: number, owner: string): Promise<number[]> {
  const [ownersOf, files] = await Promise.all([
    ownersInProject(store, projectId),
    store.read.selectFrom('file').select(['id', 'path']).where('project_id', '=', projectId).execute(),
  ])
  return files.filter(({ path }) => ownersOf(path).includes(owner)).map(({ id }) => id)
}

type Listed = z.input<(typeof testOperations)['listTests']['output']>['items'][number]

const RECENT_RUNS = 20
/** Runs of the default branch among which each test's durations are searched. */
const TREND_RUNS = 40

/** What a list adds to each of these tests on request: its owners, its rate, its newest error, its newest runs and durations. */
async function readListDetails(
  ctx: Context,
  projectId: number,
  identities: Map<number, number[]>,
  tests: Map<number, KnownTest>,
): Promise<Map<number, NonNullable<Listed['details']>>> {
  const { store } = ctx
  const scope = { ...lastDays(LIST_DAYS, ctx.clock()), projectId }
  const ids = [...new Set([...identities.values()].flat())]
  const [flakiness, errors, recent, ownersOf, newest, trend] = await Promise.all([
    readFlakiness(store, scope, identities),
    readLastErrors(store, scope, identities),
    readRecentRuns(store, scope, identities, RECENT_RUNS),
    ownersInProject(store, projectId),
    readNewestDurations(store, projectId, ids),
    readDurationTrend(store, projectId, ids, TREND_RUNS),
  ])
  const msOf = (us: number) => us / 1_000
  const newestOf = (id: number): number | null => {
    const took = (identities.get(id) ?? [id]).flatMap((name) => newest.get(name) ?? [])
    return took.length === 0 ? null : msOf(Math.max(...took))
  }
  return new Map(
    flakiness.map((own) => [
      own.testId,
      {
        owners: ownersOf(tests.get(own.testId)?.name.file ?? ''),
        flakinessRate: rateOf(own),
        failedRuns: own.failed,
        lastError: errors.get(own.testId) ?? null,
        recent: recent.get(own.testId) ?? [],
        durationMs: newestOf(own.testId),
        durations: (trend.get(own.testId) ?? []).slice(-RECENT_RUNS).map(msOf),
      },
    ]),
  )
}
