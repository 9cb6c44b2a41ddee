import { PULL_REQUEST_PAGE } from '@svc/schema'
import { iso } from '../../ground/kernel/time.ts'
import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { VERDICT } from '../../ground/store/tables.ts'
import { readFailedOrFlaky } from '../../results/results/read-failed-or-flaky.ts'
import { visitOutcomes } from '../../results/results/visit-outcomes.ts'
import type { PullRequestRun } from './read-executions.ts'

/** The newest pushes that are told, whole ones of so many executions, and the failed tests of all. */
const MOST_PUSHES = 10
const MOST_RUNS = 60
const MOST_TESTS = 1_000

/** A commit with the newest run of each suite of it. */
interface Push {
  number: number
  sha: string | null
  runs: PullRequestRun[]
  startedAt: number
}

/** Per run, by its id: the tests that ran, and whether each failed. */
type Outcomes = Map<number, Map<number, boolean>>

/**
 * The pushes of a pull request, newest first: how many tests fail since, and which changed since the push before.
 * Tests that fail or flake in the base of their suite are left out. `change` is null for the oldest, if retention
 * removed the results of a run of it or of the one before, and if more than 1,000 tests failed.
 */
export async function readPushes(store: Store, all: PullRequestRun[], bases: string[]) {
  const shown = newestOf(pushesOf(all))
  const outcomes = await readOutcomes(
    store,
    shown.flatMap(({ runs }) => runs.filter(isKept)),
    bases,
  )
  let open: ReadonlySet<string> | null = null
  return shown
    .map(({ number, sha, startedAt, runs }) => {
      const after = outcomes && runs.every(isKept) ? stateAfter(runs, outcomes, open ?? new Set()) : null
      const change = after && open && { fixed: after.fixed, broke: after.broke, notRun: after.notRun }
      open = after?.open ?? null
      return {
        number,
        sha,
        startedAt: iso(startedAt),
        state: stateOf(runs),
        failing: after?.failing ?? sumOf(runs, 'failed'),
        errors: sumOf(runs, 'errors'),
        change,
        runs: [...runs]
          .sort((a, b) => Number(b.state === 'failed') - Number(a.state === 'failed'))
          .slice(0, PULL_REQUEST_PAGE.runs)
          .map(({ public_id: id, suite }) => ({ id, suite })),
      }
    })
    .reverse()
}

/** Oldest first, by the first run of each commit: a later re-run is no new push. */
function pushesOf(all: PullRequestRun[]): Push[] {
  const byCommit = Map.groupBy(all, (run) => run.head_sha ?? run.tested_sha ?? run.public_id)
  return [...byCommit.values()]
    .map((own) => ({
      sha: own[0]?.head_sha ?? own[0]?.tested_sha ?? null,
      startedAt: Math.min(...own.map((run) => run.started_at)),
      // The first of each suite is its newest.
      runs: [...Map.groupBy(own, (run) => `${run.project_id}/${run.suite}`).values()].flatMap(
        ([newest]) => newest ?? [],
      ),
    }))
    .sort((a, b) => a.startedAt - b.startedAt)
    .map((push, i) => ({ ...push, number: i + 1 }))
}

/** A push of which some runs are not read would seem to have fixed what fails in them. */
function newestOf(pushes: Push[]): Push[] {
  let runs = 0
  const from = pushes.findLastIndex((push) => {
    runs += push.runs.length
    return runs > MOST_RUNS
  })
  return pushes.slice(Math.min(from + 1, pushes.length - 1)).slice(-MOST_PUSHES)
}

const isKept = (run: PullRequestRun): boolean => run.results_removed_at === null

const sumOf = (runs: PullRequestRun[], name: 'failed' | 'errors'): number =>
  runs.reduce((sum, run) => sum + run[name], 0)

const stateOf = (runs: PullRequestRun[]): PullRequestRun['state'] =>
  (['failed', 'running', 'incomplete', 'cancelled'] as const).find((state) =>
    runs.some((run) => run.state === state),
  ) ?? 'passed'

/** Null if too many tests failed to be followed. */
async function readOutcomes(store: Store, runs: PullRequestRun[], bases: string[]): Promise<Outcomes | null> {
  if (sumOf(runs, 'failed') > MOST_TESTS) return null
  const bad = await Promise.all(runs.map(({ id }) => readFailedOrFlaky(store, id)))
  const tests = [
    ...new Set(bad.flat().flatMap((row) => (row.verdict === VERDICT.failed ? [row.test_id] : []))),
  ]
  const outcomes: Outcomes = new Map(runs.map(({ id }) => [id, new Map()]))
  await visitOutcomes(
    store,
    runs.map(({ id }) => id),
    tests,
    (run, _leg, test, verdict) => {
      const own = outcomes.get(run)
      own?.set(test, own.get(test) === true || verdict === VERDICT.failed)
    },
  )
  const suites = new Map(runs.map((run) => [run.id, suiteOf(run)]))
  const known = await readBadInBase(store, bases, tests)
  for (const [run, own] of outcomes)
    for (const test of known.get(suites.get(run) ?? '') ?? []) own.delete(test)
  return outcomes
}

const suiteOf = ({ project_id, suite }: Pick<PullRequestRun, 'project_id' | 'suite'>): string =>
  `${project_id}/${suite}`

/** The tests that fail or flake in the base of each suite. */
async function readBadInBase(store: Store, bases: string[], tests: number[]) {
  const known = new Map<string, Set<number>>()
  if (bases.length === 0 || tests.length === 0) return known
  const rows = await store.read
    .selectFrom('execution')
    .select(['id', 'project_id', 'suite'])
    .where(isOneOf(store.dialect, 'public_id', bases))
    .execute()
  const wanted = new Set(tests)
  for (const row of rows) {
    const bad = await readFailedOrFlaky(store, row.id)
    known.set(suiteOf(row), new Set(bad.map((each) => each.test_id).filter((id) => wanted.has(id))))
  }
  return known
}

/** What fails after a push: what failed in it, and what failed before and did not run. */
function stateAfter(runs: PullRequestRun[], outcomes: Outcomes, before: ReadonlySet<string>) {
  const now = new Map<string, boolean>()
  for (const run of runs)
    for (const [test, hasFailed] of outcomes.get(run.id) ?? []) now.set(`${suiteOf(run)}/${test}`, hasFailed)
  const failing = [...now].flatMap(([key, hasFailed]) => (hasFailed ? [key] : []))
  const notRun = [...before].filter((key) => !now.has(key))
  return {
    open: new Set([...failing, ...notRun]),
    failing: failing.length,
    fixed: [...before].filter((key) => now.get(key) === false).length,
    broke: failing.filter((key) => !before.has(key)).length,
    notRun: notRun.length,
  }
}
