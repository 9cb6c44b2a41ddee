import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import type { Tables } from '../../ground/store/tables.ts'
import type { Window } from './window.ts'

/** The executions to sum, selected by the same filters as the list of executions. */
export interface Filters extends Window {
  projectIds: number[]
  branch?: string | undefined
  suite?: string | undefined
}

/** Sums over the executions of one state. */
type Sums = Omit<Awaited<ReturnType<typeof readSums>>[number], 'bucket' | 'listed'>

const chosen = ({ read, dialect }: Store, { projectIds, branch, suite, from, to }: Filters) => {
  const [only] = projectIds
  let query = read.selectFrom('execution').where('started_at', '>=', from).where('started_at', '<', to)
  // Most requests name one project, and then the window is one range of an index.
  query =
    projectIds.length === 1 && only !== undefined
      ? query.where('project_id', '=', only)
      : query.where(isOneOf(dialect, 'project_id', projectIds))
  if (branch !== undefined) query = query.where('branch', '=', branch)
  if (suite !== undefined) query = query.where('suite', '=', suite)
  return query
}

/**
 * Sums over these executions, grouped by a whole number computed for each, and by state; `list` adds an
 * aggregated list per group, named `listed`.
 */
export async function readSums(
  store: Store,
  filters: Filters,
  by: RawBuilder<number>,
  list: RawBuilder<string | null> = sql<null>`null`,
) {
  const rows = await chosen(store, filters)
    .select((eb) => [by.as('bucket'), 'state', ...sumsOf(eb), list.as('listed')])
    .groupBy(['bucket', 'state'])
    .execute()
  return rows.map((row) => ({ ...row, bucket: Number(row.bucket), executions: Number(row.executions) }))
}

/** The same by suite. */
export async function readSumsBySuite(store: Store, filters: Filters) {
  const rows = await chosen(store, filters)
    .select((eb) => ['project_id', 'suite', 'state', ...sumsOf(eb)])
    .groupBy(['project_id', 'suite', 'state'])
    .execute()
  return rows.map((row) => ({ ...row, executions: Number(row.executions) }))
}

const sumsOf = (eb: ExpressionBuilder<Tables, 'execution'>) =>
  [
    eb.fn.countAll<number>().as('executions'),
    eb.fn.sum<number>('passed').as('passed'),
    eb.fn.sum<number>('failed').as('failed'),
    eb.fn.sum<number>('flaky').as('flaky'),
    eb.fn.sum<number>('skipped').as('skipped'),
    eb.fn.sum<number>('errors').as('errors'),
    eb.fn.sum<number>('duration_us').as('testUs'),
    eb.fn.sum<number | null>('elapsed_ms').as('elapsedMs'),
  ] as const

/** The counts of executions and their results; running ones contribute no results. */
export function countsOf(sums: Sums[]) {
  const settled = sums.filter((row) => row.state !== 'running')
  const inState = (state: Sums['state']) =>
    total(
      sums.filter((row) => row.state === state),
      (row) => row.executions,
    )
  const tests = {
    passed: total(settled, (row) => row.passed),
    failed: total(settled, (row) => row.failed),
    flaky: total(settled, (row) => row.flaky),
    skipped: total(settled, (row) => row.skipped),
  }
  return {
    executions: {
      total: total(sums, (row) => row.executions),
      passed: inState('passed'),
      failed: inState('failed'),
      cancelled: inState('cancelled'),
      incomplete: inState('incomplete'),
      running: inState('running'),
    },
    tests: { total: tests.passed + tests.failed + tests.flaky + tests.skipped, ...tests },
    errors: total(settled, (row) => row.errors),
    elapsedMs: total(settled, (row) => row.elapsedMs ?? 0),
    settled: total(settled, (row) => row.executions),
    testMs: total(settled, (row) => row.testUs) / 1_000,
  }
}

const total = <T>(rows: T[], of: (row: T) => number) => rows.reduce((sum, row) => sum + Number(of(row)), 0)

/** Null if the denominator is 0, because an unknown ratio is not 0. */
export const ratio = (numerator: number, denominator: number): number | null =>
  denominator === 0 ? null : numerator / denominator

/** The listed duration of each settled execution, milliseconds, the shortest first. */
export function sortedDurations(sums: { state: string; listed: string | null }[]): Float64Array {
  const settled = sums.filter((row) => row.state !== 'running')
  return Float64Array.from(settled.flatMap(({ listed }) => JSON.parse(listed ?? '[]') as number[])).sort()
}

/** The percentile by nearest rank; null without values. */
export const percentile = (sorted: Float64Array, percent: number): number | null =>
  sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? null
