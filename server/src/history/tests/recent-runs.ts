import type { ResultStatus } from '@svc/protocol'
import { iso } from '../../ground/kernel/time.ts'
import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { FLAW } from '../../ground/store/tables.ts'
import { whoRan } from '../history/runs-of.ts'
import type { Scope } from './flakiness.ts'

/**
 * The number of runs of the project that are searched for those of a test: a rarely run test has
 * fewer marks.
 */
const MOST_RUNS = 400

interface RecentRun {
  execution: string
  status: ResultStatus
  startedAt: string
  branch: string | null
}

/**
 * The newest runs of these tests in the window, at most `limit` of each, newest first. `identities` has the ids of all
 * names of each test. A run is one leg of an execution that counts. Reads the sets of tests that ran and the index of bad
 * runs, never a result.
 */
export async function readRecentRuns(
  store: Store,
  scope: Scope,
  identities: Map<number, number[]>,
  limit: number,
): Promise<Map<number, RecentRun[]>> {
  const ids = [...new Set([...identities.values()].flat())]
  const runs = ids.length === 0 || limit === 0 ? [] : await readRuns(store, scope)
  if (runs.length === 0) return new Map()
  const [ran, flaws] = await Promise.all([
    whoRan(
      store,
      runs.map((run) => run.ran_id),
      ids,
    ),
    readFlaws(store, [...new Set(runs.map((run) => run.execution_id))], ids),
  ])
  const hasRun = new Map([...ran].map(([set, tests]) => [set, new Set(tests)]))
  return new Map(
    [...identities].map(([testId, names]) => {
      const recent: RecentRun[] = []
      for (const run of runs) {
        if (recent.length === limit) break
        const name = names.find((id) => hasRun.get(run.ran_id)?.has(id))
        if (name === undefined) continue
        recent.push({
          execution: run.public_id,
          status: statusOf(flaws.get(`${run.execution_id}/${run.leg_id}/${name}`)),
          startedAt: iso(run.started_at),
          branch: run.branch === '' ? null : run.branch,
        })
      }
      return [testId, recent]
    }),
  )
}

function statusOf(flaws: number | undefined): ResultStatus {
  if (flaws === undefined) return 'passed'
  return (flaws & FLAW.failed) === 0 ? 'flaky' : 'failed'
}

function readRuns({ read }: Store, { projectId, from, to, branch }: Scope) {
  let query = read
    .selectFrom('leg_run')
    .select(['execution_id', 'leg_id', 'started_at', 'branch', 'ran_id'])
    .where('project_id', '=', projectId)
    .where('started_at', '>=', from)
    .where('started_at', '<', to)
  if (branch !== undefined) query = query.where('branch', '=', branch)
  const newest = query.orderBy('started_at', 'desc').orderBy('execution_id', 'desc').limit(MOST_RUNS)
  return read
    .selectFrom(newest.as('run'))
    .innerJoin('execution', 'execution.id', 'run.execution_id')
    .select(['run.execution_id', 'run.leg_id', 'run.started_at', 'run.branch', 'run.ran_id'])
    .select('execution.public_id')
    .orderBy('run.started_at', 'desc')
    .orderBy('run.execution_id', 'desc')
    .orderBy('run.leg_id')
    .execute()
}

async function readFlaws({ read, dialect }: Store, executionIds: number[], testIds: number[]) {
  const rows = await read
    .selectFrom('bad_run')
    .select(['execution_id', 'leg_id', 'test_id', 'flaws'])
    .where(isOneOf(dialect, 'execution_id', executionIds))
    .where(isOneOf(dialect, 'test_id', testIds))
    .execute()
  return new Map(rows.map((row) => [`${row.execution_id}/${row.leg_id}/${row.test_id}`, row.flaws]))
}
