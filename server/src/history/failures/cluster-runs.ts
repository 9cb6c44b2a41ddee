import { sql } from 'kysely'
import type { Context } from '../../ground/kernel/context.ts'
import { DAY_MS, iso } from '../../ground/kernel/time.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { hasSettled } from '../../results/executions/has-settled.ts'
import { idsIn } from '../history/ran-set.ts'
import type { Window } from '../history/window.ts'
import { type Gathered, seenIn } from './cluster-facts.ts'

/** A cluster of a project, from its row. */
export interface ClusterRow {
  id: number
  fingerprint: string
  message: string
}

const sha = sql<string | null>`coalesce(execution.head_sha, execution.tested_sha)`

/** The executions of a window that have these clusters, in their order; never reads a result. */
export async function gatherRuns(
  ctx: Context,
  clusters: ClusterRow[],
  { from, to }: Window,
  branch: string | undefined,
): Promise<Gathered[]> {
  const { store } = ctx
  const ids = clusters.map((cluster) => cluster.id)
  const [runs, seen] = await Promise.all([
    store.read
      .selectFrom('failure_run')
      .innerJoin('execution', 'execution.id', 'failure_run.execution_id')
      .select([
        'cluster_id',
        'failure_run.started_at',
        'failure_run.failed',
        'failure_run.flaky',
        'failure_run.errors',
      ])
      .select(['test_ids', 'legs', 'execution.branch', sha.as('sha')])
      .where(isOneOf(store.dialect, 'cluster_id', ids))
      .where(hasSettled)
      .where('failure_run.started_at', '>=', from)
      .where('failure_run.started_at', '<', to)
      .$if(branch !== undefined, (query) => query.where('execution.branch', '=', branch as string))
      .orderBy('failure_run.started_at', 'desc')
      .orderBy('execution_id', 'desc')
      .execute(),
    readSeen(ctx, ids),
  ])
  const runsOf = Map.groupBy(runs, (run) => run.cluster_id)
  return clusters.flatMap(({ id, fingerprint, message }) => {
    const own = runsOf.get(id) ?? []
    const when = seen.get(id)
    if (!when) return []
    const sum = (count: 'failed' | 'flaky' | 'errors') => own.reduce((total, run) => total + run[count], 0)
    return {
      fingerprint,
      message,
      failed: sum('failed'),
      flaky: sum('flaky'),
      errors: sum('errors'),
      testIds: new Set(own.flatMap((run) => [...idsIn(run.test_ids)])),
      legIds: new Set(own.flatMap((run) => legIdsOf(run.legs))),
      executions: own.length,
      branches: new Set(own.flatMap((run) => run.branch ?? [])),
      commits: new Set(own.flatMap((run) => run.sha ?? [])),
      days: daysOf(own),
      ...when,
    }
  })
}

/** The number of days with runs; runs are given newest first. */
export function daysOf(runs: { started_at: number; failed: number; flaky: number; errors: number }[]) {
  const byDay = [...Map.groupBy(runs, ({ started_at: at }) => Math.floor(at / DAY_MS))]
  return byDay.reverse().map(([day, own]) => ({
    day: iso(day * DAY_MS).slice(0, 10),
    executions: own.length,
    failures: own.reduce((sum, { failed, flaky, errors }) => sum + failed + flaky + errors, 0),
  }))
}

export const legIdsOf = (legs: string): number[] => legs.split(' ').filter(Boolean).map(Number)

/** The first and last occurrence of each of these clusters, of all time; omits clusters that are gone. */
export async function readSeen({ store, baseUrl }: Context, clusterIds: number[]) {
  // Deleted ones count as the first until the cluster itself has that time.
  const end = (direction: 'asc' | 'desc', condition: typeof hasSettled) =>
    sql<number | null>`(select execution_id from failure_run as run
      join execution on execution.id = run.execution_id and ${condition}
      where run.cluster_id = failure_cluster.id
      order by run.started_at ${sql.raw(direction)}, run.execution_id ${sql.raw(direction)} limit 1)`
  const rows = await store.read
    .selectFrom('failure_cluster')
    .select([
      'id',
      'first_seen_at',
      'first_branch',
      'first_sha',
      end('asc', sql`execution.state <> 'running'`).as('first'),
      end('desc', hasSettled).as('last'),
    ])
    .where(isOneOf(store.dialect, 'id', clusterIds))
    .execute()
  const executionIds = [...new Set(rows.flatMap((row) => [row.first ?? [], row.last ?? []].flat()))]
  const executions =
    executionIds.length === 0
      ? []
      : await store.read
          .selectFrom('execution')
          .select(['id', 'public_id', 'started_at', 'settled_at', 'branch', sha.as('sha')])
          .where(isOneOf(store.dialect, 'id', executionIds))
          .execute()
  const byId = new Map(executions.map((execution) => [execution.id, execution]))
  return new Map(
    rows.flatMap((row): [number, Pick<Gathered, 'firstSeen' | 'lastSeen'>][] => {
      const [first, last] = [byId.get(row.first ?? 0), byId.get(row.last ?? 0)]
      const { first_seen_at: firstSeenAt, first_branch: branch, first_sha: commit } = row
      const removed = firstSeenAt === null ? null : { at: iso(firstSeenAt), execution: null, branch, commit }
      const isRemoved = removed && firstSeenAt !== null && (!first || firstSeenAt < first.started_at)
      const isDeleted = first?.settled_at === null
      const firstSeen = isRemoved
        ? removed
        : first && { ...seenIn(first, baseUrl), ...(isDeleted && { execution: null }) }
      if (!firstSeen) return []
      return [[row.id, { firstSeen, lastSeen: last ? seenIn(last, baseUrl) : firstSeen }]]
    }),
  )
}
