import type { ExecutionRow } from '../executions/summary.ts'
import type { Store } from '../store/open.ts'
import { isOneOf } from '../store/portable.ts'
import { VERDICT } from '../store/tables.ts'

/** Base runs that are looked at for evidence. */
export const HISTORY_RUNS = 20

/** What recent runs of the base branch say of one test in one leg. */
export interface TestHistory {
  runs: number
  passed: number
  failed: number
  flaky: number
  /** Of the plain passes, microseconds, newest first. */
  passedUs: number[]
  /** Reasons of its failed and flaky runs. */
  reasonIds: number[]
  executions: string[]
}

/** The newest clean runs of the base's branch up to and including the base, newest first. */
export function readBaseRuns(store: Store, base: ExecutionRow): Promise<{ id: number; public_id: string }[]> {
  return (
    store.read
      .selectFrom('execution')
      .select(['id', 'public_id'])
      .where('project_id', '=', base.project_id)
      .where('suite', '=', base.suite)
      // Asked for by its id, a base may be any execution; a fork's and dirty runs are nobody's history.
      .where('trust', '=', base.trust === 'local' ? 'local' : 'ci')
      .$if(base.trust !== 'local', (query) => query.where('dirty', '=', 0))
      .where('pull_request', 'is', null)
      .where('state', 'in', ['passed', 'failed'])
      .where((eb) => (base.branch === null ? eb('branch', 'is', null) : eb('branch', '=', base.branch)))
      .where('started_at', '<=', base.started_at)
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc')
      .limit(HISTORY_RUNS)
      .execute()
  )
}

/** What those runs say of these tests, by `<test id>/<leg id>`; runs times tests probes of the primary key. */
export async function readHistories(
  store: Store,
  runs: { id: number; public_id: string }[],
  tests: number[],
): Promise<Map<string, TestHistory>> {
  const histories = new Map<string, TestHistory>()
  if (runs.length === 0 || tests.length === 0) return histories
  const rows = await store.read
    .selectFrom('result')
    .innerJoin('part', (join) =>
      join.onRef('part.execution_id', '=', 'result.execution_id').onRef('part.number', '=', 'result.part'),
    )
    .select(['result.execution_id', 'test_id', 'part.leg_id', 'verdict', 'duration_us', 'reason_id'])
    .where(
      isOneOf(
        store.dialect,
        'result.execution_id',
        runs.map((run) => run.id),
      ),
    )
    .where(isOneOf(store.dialect, 'test_id', tests))
    .where('verdict', '>', 0)
    .where('verdict', '<>', VERDICT.skipped)
    .execute()
  const order = new Map(runs.map((run, i) => [run.id, { i, publicId: run.public_id }]))
  rows.sort((a, b) => (order.get(a.execution_id)?.i ?? 0) - (order.get(b.execution_id)?.i ?? 0))
  for (const row of rows) {
    const history = historyOf(histories, `${row.test_id}/${row.leg_id}`)
    history.runs++
    history.executions.push(order.get(row.execution_id)?.publicId ?? '')
    if (row.verdict === VERDICT.passed) {
      history.passed++
      history.passedUs.push(row.duration_us)
      continue
    }
    if (row.verdict === VERDICT.failed) history.failed++
    else history.flaky++
    if (row.reason_id !== null) history.reasonIds.push(row.reason_id)
  }
  return histories
}

export const noHistory = (): TestHistory => ({
  runs: 0,
  passed: 0,
  failed: 0,
  flaky: 0,
  passedUs: [],
  reasonIds: [],
  executions: [],
})

function historyOf(histories: Map<string, TestHistory>, key: string): TestHistory {
  const known = histories.get(key)
  if (known) return known
  const fresh = noHistory()
  histories.set(key, fresh)
  return fresh
}
