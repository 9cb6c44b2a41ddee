import { DAY_MS } from '../executions/day.ts'
import { identitiesOf, newestNamesOf } from '../executions/renames.ts'
import { runsOf } from '../executions/runs-of.ts'
import type { Store } from '../store/open.ts'
import { isOneOf } from '../store/portable.ts'
import { ratio } from './execution-sums.ts'
import { wilson } from './wilson.ts'
import type { Window } from './window.ts'

/** Whole days of a project, of all its branches or of one. */
export interface Scope extends Window {
  projectId: number
  branch?: string | undefined
}

/** What the window's runs say of one test, its earlier names included. */
export interface Flakiness {
  testId: number
  /** Runs in which it ran and was not skipped. */
  runs: number
  failed: number
  /** Runs with evidence of either kind, each once. */
  flaky: number
  sameTree: number
}

/** One that failed in all of its runs is broken, which is not flaky. */
export const isBroken = ({ runs, failed }: Flakiness): boolean => runs > 0 && failed === runs

export const rateOf = ({ flaky, runs }: Flakiness) => ({
  value: ratio(flaky, runs),
  numerator: flaky,
  denominator: runs,
  interval: wilson(flaky, runs),
})

/** Runs with evidence by kind, the stronger where one has both. */
export const evidenceOf = ({ flaky, sameTree }: Flakiness) => ({ sameTree, retry: flaky - sameTree })

/** The flakiness of every test that went wrong in the window, under the names they have now. */
export async function readAllFlakiness(
  store: Store,
  scope: Scope,
  only: 'flaky' | 'failed',
): Promise<Flakiness[]> {
  const rows = await days(store, scope)
    .groupBy('test_id')
    .having((eb) => eb(eb.fn.sum<number>(only), '>', 0))
    .execute()
  const ids = rows.map((row) => row.test_id)
  if (await hasRenames(store, scope.projectId)) {
    const newest = await newestNamesOf(store, scope.projectId, ids)
    return readFlakiness(store, scope, [...new Set(ids.map((id) => newest.get(id) ?? id))])
  }
  const runs = await runsOf(store, scope, ids)
  return rows.map((row) => numbered(row.test_id, [row], runs.get(row.test_id) ?? 0))
}

/** Most projects have none, and then names need not be followed for every test. */
async function hasRenames({ read }: Store, projectId: number): Promise<boolean> {
  const row = await read
    .selectFrom('rename')
    .select('id')
    .where('project_id', '=', projectId)
    .where('undone_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The flakiness of these tests, told under the names they have now. */
export async function readFlakiness(store: Store, scope: Scope, testIds: number[]): Promise<Flakiness[]> {
  const identities = await identitiesOf(store, scope.projectId, testIds)
  const all = [...new Set([...identities.values()].flat())]
  const [rows, runs] = await Promise.all([
    (all.length * dayCount(scope) <= MOST_PROBES ? eachDay(store, scope) : days(store, scope))
      .where(isOneOf(store.dialect, 'test_id', all))
      .groupBy('test_id')
      .execute(),
    runsOf(store, scope, all),
  ])
  const byTest = new Map(rows.map((row) => [row.test_id, row]))
  return testIds.map((testId) => {
    const ids = identities.get(testId) ?? [testId]
    return numbered(
      testId,
      ids.flatMap((id) => byTest.get(id) ?? []),
      ids.reduce((sum, id) => sum + (runs.get(id) ?? 0), 0),
    )
  })
}

/** Days times tests that are looked up one by one; more are read in one go. */
const MOST_PROBES = 5_000

const dayCount = ({ from, to }: Scope) => (to - from) / DAY_MS

const days = (store: Store, scope: Scope) =>
  allDays(store, scope)
    .where('day', '>=', scope.from / DAY_MS)
    .where('day', '<', scope.to / DAY_MS)

/** The days by name: the key begins with the day, so that a range of them would be read with all its tests. */
const eachDay = (store: Store, scope: Scope) => {
  const first = scope.from / DAY_MS
  const named = Array.from({ length: dayCount(scope) }, (_, i) => first + i)
  return allDays(store, scope).where(isOneOf(store.dialect, 'day', named))
}

function allDays({ read }: Store, { projectId, branch }: Scope) {
  const query = read
    .selectFrom('test_day')
    .select((eb) => [
      'test_id',
      eb.fn.sum<number>('failed').as('failed'),
      eb.fn.sum<number>('flaky').as('flaky'),
      eb.fn.sum<number>('same_tree').as('same_tree'),
    ])
    .where('project_id', '=', projectId)
  return branch === undefined ? query : query.where('branch', '=', branch)
}

type DayRow = { failed: number; flaky: number; same_tree: number }

function numbered(testId: number, rows: DayRow[], runs: number): Flakiness {
  const sum = (of: keyof DayRow) => rows.reduce((all, row) => all + Number(row[of]), 0)
  return { testId, runs, failed: sum('failed'), flaky: sum('flaky'), sameTree: sum('same_tree') }
}
