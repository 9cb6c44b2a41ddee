import { sql } from 'kysely'
import { DAY_MS, dayOf } from '../../ground/kernel/time.ts'
import { type Db, isOneOf } from '../../ground/store/portable.ts'
import { EVIDENCE, FLAW } from '../../ground/store/tables.ts'
import type { LockedExecution } from '../../results/executions/lock.ts'
import { sumDays } from '../history/days.ts'
import { runsOf, whoRan } from '../history/runs-of.ts'
import type { MonitorSettings } from './settings.ts'

/** The inputs of monitors. */
export interface Looked {
  db: Db
  execution: LockedExecution
  settings: MonitorSettings
  /** Names of the default branch. */
  branches: string[]
  now: number
  /** The ids of a test's runs: its own and those of its earlier names. */
  namesOf(test: number): number[]
}

/** The number of runs in the first read of clean runs, and the growth factor of further reads. */
const FIRST_READ = 300
const READ_MORE = 8
const MOST_READ = 20_000

/**
 * For more tests than this, a query reads the rows of all tests, because passing their ids would
 * cost more.
 */
export const FEW_TESTS = 1_000

const hasFlaw = (flaw: number) => sql<boolean>`(bad_run.flaws & ${sql.lit(flaw)}) <> 0`
/** The beginning of the window for flakiness, milliseconds since the epoch. */
export const windowStart = ({ settings, now }: Looked) => (dayOf(now) - settings.windowDays + 1) * DAY_MS

/** The tests with enough evidence in enough runs of the window to be flaky. */
export async function evidenceOf(
  looked: Looked,
  tests: number[],
): Promise<Map<number, { flaky: number; runs: number }>> {
  if (tests.length === 0) return new Map()
  const { db, execution, settings, branches, now, namesOf } = looked
  const { dialect, project_id: projectId } = execution
  const sum = (test: number, of: Map<number, number>) =>
    namesOf(test).reduce((all, name) => all + (of.get(name) ?? 0), 0)
  const days = Array.from({ length: settings.windowDays }, (_, i) => dayOf(now) - i)
  const names = tests.flatMap(namesOf)
  const rows = await sumDays(
    { dialect, read: db },
    {
      projectId,
      days,
      branches: settings.branches === 'default' ? branches : undefined,
      tests: names.length <= FEW_TESTS ? names : undefined,
      // An index has only these rows: most failures leave none.
      withEvidence: true,
    },
  ).execute()
  const byName = new Map(rows.map((row) => [row.test_id, Number(row.flaky)]))
  const flaky = new Map(
    tests
      .map((test) => [test, sum(test, byName)] as const)
      .filter(([, times]) => times >= settings.flakyRuns),
  )
  const wanted = { projectId, from: windowStart(looked), to: (dayOf(now) + 1) * DAY_MS }
  const enough = new Map<number, { flaky: number; runs: number }>()
  const counted = await Promise.all(
    (settings.branches === 'all' ? [undefined] : branches).map((branch) =>
      runsOf({ dialect, read: db }, { ...wanted, branch }, [...flaky.keys()].flatMap(namesOf)),
    ),
  )
  for (const [test, times] of flaky) {
    const runs = counted.reduce((all, runs) => all + sum(test, runs), 0)
    if (runs >= settings.minRuns && times / runs >= settings.flakyRate)
      enough.set(test, { flaky: times, runs })
  }
  return enough
}

/**
 * The number of runs of each test since its last evidence, or failure on the default branch: a failure
 * elsewhere may belong to that branch. Stops counting at the needed number.
 */
export async function cleanRunsOf(looked: Looked, tests: number[]): Promise<Map<number, number>> {
  const clean = new Map(tests.map((test) => [test, 0]))
  if (tests.length === 0) return clean
  const { db, execution, settings, branches, namesOf } = looked
  const { dialect } = execution
  const testOf = new Map<number, number>()
  for (const test of tests) for (const name of namesOf(test)) testOf.set(name, test)
  const names = [...testOf.keys()]
  const inScope = (branch: string) => settings.branches === 'all' || branches.includes(branch)
  const badNames = await readLastBad(looked, names)
  const lastBad = (test: number) => Math.max(...namesOf(test).map((name) => badNames.get(name) ?? 0))
  const lastBadOf = new Map(tests.map((test) => [test, lastBad(test)]))
  let earliest = Number.POSITIVE_INFINITY
  for (const time of lastBadOf.values()) earliest = Math.min(earliest, time)
  for (let limit = FIRST_READ; ; limit = Math.min(limit * READ_MORE, MOST_READ)) {
    const runs = await db
      .selectFrom('leg_run')
      .select(['started_at', 'branch', 'ran_id'])
      .where('project_id', '=', execution.project_id)
      .where('started_at', '>', earliest)
      .orderBy('started_at', 'desc')
      .limit(limit)
      .execute()
    const own = runs.filter((run) => inScope(run.branch))
    const inSet = await whoRan(
      { dialect, read: db },
      own.map((run) => run.ran_id),
      names,
    )
    for (const test of tests) clean.set(test, 0)
    countClean(clean, own, { inSet, lastBadOf, testOf })
    const isEnough = tests.every((test) => (clean.get(test) ?? 0) >= settings.recoverAfterRuns)
    if (isEnough || runs.length < limit || limit === MOST_READ) return clean
  }
}

/**
 * Counts the runs of each test after its last failed or flaky one, under any of its names. Visits
 * each set of tests once.
 */
function countClean(
  clean: Map<number, number>,
  runs: { started_at: number; ran_id: number }[],
  of: { inSet: Map<number, number[]>; lastBadOf: Map<number, number>; testOf: Map<number, number> },
): void {
  for (const [setId, alike] of Map.groupBy(runs, (run) => run.ran_id)) {
    const counted = new Set<number>()
    for (const name of of.inSet.get(setId) ?? []) {
      const test = of.testOf.get(name) as number
      if (counted.has(test)) continue
      counted.add(test)
      const since = of.lastBadOf.get(test) ?? 0
      clean.set(test, (clean.get(test) ?? 0) + countAfter(alike, since))
    }
  }
}

/** How many of these runs, the newest first, started after a time. */
function countAfter(runs: { started_at: number }[], since: number): number {
  let [low, high] = [0, runs.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((runs[middle]?.started_at ?? 0) > since) low = middle + 1
    else high = middle
  }
  return low
}

/** The start of each test's last run that counts against it; absent without one. */
async function readLastBad({ db, execution, settings, branches }: Looked, tests: number[]) {
  const { dialect } = execution
  const rows = await db
    .selectFrom('test')
    .select('test.id')
    .select((eb) =>
      eb
        .selectFrom('bad_run')
        .innerJoin('leg_run', (join) =>
          join
            .onRef('leg_run.execution_id', '=', 'bad_run.execution_id')
            .onRef('leg_run.leg_id', '=', 'bad_run.leg_id'),
        )
        .select('bad_run.started_at')
        .whereRef('bad_run.test_id', '=', 'test.id')
        .where((bad) =>
          bad.or([
            bad.and([bad('leg_run.branch', 'in', branches), hasFlaw(FLAW.failed | EVIDENCE)]),
            ...(settings.branches === 'all' ? [hasFlaw(EVIDENCE)] : []),
          ]),
        )
        .orderBy('bad_run.started_at', 'desc')
        .limit(1)
        .as('last_bad'),
    )
    .where(isOneOf(dialect, 'test.id', tests))
    .execute()
  return new Map(rows.map((row) => [row.id, row.last_bad === null ? 0 : Number(row.last_bad)]))
}
