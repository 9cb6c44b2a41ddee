import type { ExecutionRow } from '../executions/summary.ts'
import type { Store } from '../store/open.ts'
import { isOneOf } from '../store/portable.ts'
import { ATTEMPT, VERDICT } from '../store/tables.ts'
import type { Pair } from './read-changes.ts'

const DAY_MS = 86_400_000
const DAYS_LOOKED_AT = 14

/** On how many recent days each test failed on branches other than the head's. */
export async function readFailedElsewhere(
  store: Store,
  head: ExecutionRow,
  tests: number[],
): Promise<Map<number, number>> {
  if (tests.length === 0) return new Map()
  const today = Math.floor(head.started_at / DAY_MS)
  const days = Array.from({ length: DAYS_LOOKED_AT }, (_, i) => today - i)
  const rows = await store.read
    .selectFrom('test_day')
    .select(['test_id', (eb) => eb.fn.count<number>('day').distinct().as('days')])
    .where('project_id', '=', head.project_id)
    .where(isOneOf(store.dialect, 'day', days))
    .where(isOneOf(store.dialect, 'test_id', tests))
    .where('branch', '<>', head.branch ?? '')
    .where('failed', '>', 0)
    .groupBy('test_id')
    .execute()
  return new Map(rows.map((row) => [row.test_id, Number(row.days)]))
}

/** Which of these failed tests also passed in the same run and leg: at a repeat, or before it was run again. */
export async function readPassedHere(store: Store, head: ExecutionRow, pairs: Pair[]): Promise<Set<string>> {
  if (pairs.length === 0) return new Set()
  const tests = [...new Set(pairs.map((pair) => pair.testId))]
  const [attempts, superseded] = await Promise.all([
    store.read
      .selectFrom('attempt')
      .innerJoin('part', (join) =>
        join
          .onRef('part.execution_id', '=', 'attempt.execution_id')
          .onRef('part.number', '=', 'attempt.part'),
      )
      .select(['attempt.test_id', 'part.leg_id'])
      .where('attempt.execution_id', '=', head.id)
      .where(isOneOf(store.dialect, 'attempt.test_id', tests))
      .where('attempt.status', '=', ATTEMPT.passed)
      .execute(),
    store.read
      .selectFrom('result')
      .innerJoin('part', (join) =>
        join.onRef('part.execution_id', '=', 'result.execution_id').onRef('part.number', '=', 'result.part'),
      )
      .select(['result.test_id', 'part.leg_id'])
      .where('result.execution_id', '=', head.id)
      .where(isOneOf(store.dialect, 'result.test_id', tests))
      .where('result.verdict', 'in', [-VERDICT.passed, -VERDICT.flaky])
      .execute(),
  ])
  return new Set([...attempts, ...superseded].map((row) => `${row.test_id}/${row.leg_id}`))
}
