import { wilson } from '@svc/protocol'
import { DAY_MS } from '../../ground/kernel/time.ts'
import type { Store } from '../../ground/store/open.ts'
import { listOf } from '../../ground/store/portable.ts'
import { hasRenames, identitiesOf, newestNamesOf } from '../../results/test-identity/former-names.ts'
import { sumDays } from '../history/days.ts'
import { ratio } from '../history/execution-sums.ts'
import { readWindowRuns, type WindowRuns } from '../history/runs-of.ts'
import type { Window } from '../history/window.ts'
import { testsInState } from '../monitors/tests-in-state.ts'

/** Whole days of a project, of all its branches or of one. */
export interface Scope extends Window {
  projectId: number
  branch?: string | undefined
}

/** One test's runs in the window, including its earlier names. */
export interface Flakiness {
  testId: number
  /** Runs in which it ran and was not skipped. */
  runs: number
  failed: number
  /** Runs with evidence of either kind, each once. */
  flaky: number
  sameTree: number
}

/** A test that failed in all of its runs is not flaky, whether or not its monitor already calls it broken. */
export const neverPassed = ({ runs, failed }: Pick<Flakiness, 'runs' | 'failed'>): boolean =>
  runs > 0 && failed === runs

export const rateOf = ({ flaky, runs }: Evidence) => ({
  value: ratio(flaky, runs),
  numerator: flaky,
  denominator: runs,
  interval: wilson(flaky, runs),
})

/** Runs with evidence by kind, the stronger if one has both. */
export const evidenceOf = ({ flaky, sameTree }: Evidence) => ({ sameTree, retry: flaky - sameTree })

/** The flakiness of every test that its monitor calls broken, under their present names. */
export async function readAllBroken(store: Store, scope: Scope): Promise<Flakiness[]> {
  const broken = [...(await testsInState(store, scope.projectId, 'broken')).keys()]
  if (broken.length === 0) return []
  return readFlakiness(store, scope, await identitiesOf(store, scope.projectId, broken))
}

/** Like `Flakiness`, without the number of failures, which is read only for tests of the answer. */
export type Evidence = Omit<Flakiness, 'failed'>

/** Every test with evidence in the window, under their present names; read from an index of such days. */
export async function readAllEvidence(store: Store, scope: Scope): Promise<Evidence[]> {
  const [rows, isRenaming, windowRuns] = await Promise.all([
    readFlakyDays(store, scope),
    hasRenames(store, scope.projectId),
    readWindowRuns(store, scope),
  ])
  if (isRenaming) {
    const identities = await underNewestNames(store, scope, rows)
    return readFlakiness(store, scope, identities, Promise.resolve(windowRuns))
  }
  const runs = windowRuns.of(rows.map((row) => row.test_id))
  return rows.map(({ test_id, flaky, same_tree }) => ({
    testId: test_id,
    runs: runs.get(test_id) ?? 0,
    flaky,
    sameTree: same_tree,
  }))
}

/** As three lists, which transfer in a third of the time of thousands of rows. */
async function readFlakyDays(store: Store, scope: Scope) {
  const { dialect, read } = store
  const columns = await read
    .selectFrom(sumDays(store, { ...wantedOf(scope), withEvidence: true }).as('found'))
    .select([
      listOf(dialect, 'test_id').as('ids'),
      listOf(dialect, 'flaky').as('flaky'),
      listOf(dialect, 'same_tree').as('same_tree'),
    ])
    .executeTakeFirst()
  const [ids, flaky, sameTree] = [columns?.ids, columns?.flaky, columns?.same_tree].map((list): number[] =>
    JSON.parse(list ?? '[]'),
  ) as [number[], number[], number[]]
  return ids.map((test_id, index) => ({ test_id, flaky: flaky[index] ?? 0, same_tree: sameTree[index] ?? 0 }))
}

async function underNewestNames(store: Store, { projectId }: Scope, rows: { test_id: number }[]) {
  const ids = rows.map((row) => row.test_id)
  const newest = await newestNamesOf(store, projectId, ids)
  return identitiesOf(store, projectId, [...new Set(ids.map((id) => newest.get(id) ?? id))])
}

/** In how many of the window's runs each of these tests failed, including its earlier names. */
export async function readFailedRuns(
  store: Store,
  scope: Scope,
  identities: Map<number, number[]>,
): Promise<Map<number, number>> {
  const rows = await daysOf(store, scope, [...new Set([...identities.values()].flat())])
  const failed = new Map(rows.map((row) => [row.test_id, Number(row.failed)]))
  return new Map(
    [...identities].map(([testId, ids]) => [testId, ids.reduce((sum, id) => sum + (failed.get(id) ?? 0), 0)]),
  )
}

/** The flakiness of tests given with the ids of all their names, under the first name. */
export async function readFlakiness(
  store: Store,
  scope: Scope,
  identities: Map<number, number[]>,
  windowRuns: Promise<WindowRuns> = readWindowRuns(store, scope),
): Promise<Flakiness[]> {
  const all = [...new Set([...identities.values()].flat())]
  const [rows, ran] = await Promise.all([daysOf(store, scope, all), windowRuns])
  const byTest = new Map(rows.map((row) => [row.test_id, row]))
  const runs = ran.of(all)
  return [...identities].map(([testId, ids]) =>
    numbered(
      testId,
      ids.flatMap((id) => byTest.get(id) ?? []),
      ids.reduce((sum, id) => sum + (runs.get(id) ?? 0), 0),
    ),
  )
}

/** The window's days of these tests, summed up. */
const daysOf = (store: Store, scope: Scope, tests: number[]) => {
  const wanted = wantedOf(scope)
  const { from, to } = wanted.days
  // The key begins with the day, so a range would read all its tests.
  const each = Array.from({ length: to - from }, (_, i) => from + i)
  const days = tests.length * each.length <= MOST_PROBES ? each : wanted.days
  return sumDays(store, { ...wanted, days, tests }).execute()
}

/** The product of days and tests that is looked up one by one; more are read at once. */
const MOST_PROBES = 5_000

const wantedOf = ({ projectId, branch, from, to }: Scope) => ({
  projectId,
  days: { from: from / DAY_MS, to: to / DAY_MS },
  branches: branch === undefined ? undefined : [branch],
})

type DayRow = { failed: number; flaky: number; same_tree: number }

function numbered(testId: number, rows: DayRow[], runs: number): Flakiness {
  const sum = (of: keyof DayRow) => rows.reduce((all, row) => all + Number(row[of]), 0)
  return { testId, runs, failed: sum('failed'), flaky: sum('flaky'), sameTree: sum('same_tree') }
}
