import { sql } from 'kysely'
import type { LockedExecution } from '../executions/lock.ts'
import { runsOf, whoRan } from '../history/runs-of.ts'
import { DAY_MS, dayOf } from '../kernel/time.ts'
import { type Db, isOneOf } from '../store/portable.ts'
import { EVIDENCE, FLAW } from '../store/tables.ts'
import type { MonitorSettings } from './read-settings.ts'

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

/** The number of newest runs of each suite and leg that are searched for consecutive failures. */
const RUNS_LOOKED_AT = 30
/** The number of runs in the first read of clean ones, and the growth factor of the next. */
const FIRST_READ = 300
const READ_MORE = 8
const MOST_READ = 20_000

const hasFlaw = (flaw: number) => sql<boolean>`(bad_run.flaws & ${sql.lit(flaw)}) <> 0`
const windowStart = ({ settings, now }: Looked) => (dayOf(now) - settings.windowDays + 1) * DAY_MS

/**
 * The number of consecutive last failures of each test on the default branch, on the leg with most; a failure
 * proven flaky ends the series. Legs without a run of it in the window do not count; without any leg, the
 * test is absent.
 */
export async function failedInARow(
  looked: Looked,
  tests: number[],
): Promise<Map<number, { runs: number; where: string }>> {
  if (tests.length === 0) return new Map()
  const { db, execution, branches, namesOf } = looked
  const { dialect } = execution
  const names = tests.flatMap(namesOf)
  const rows = await db
    .selectFrom('leg_run')
    .innerJoin('leg', 'leg.id', 'leg_run.leg_id')
    .select(['execution_id', 'leg_id', 'leg.name', 'suite', 'branch', 'ran_id'])
    .where('leg_run.project_id', '=', execution.project_id)
    .where('branch', 'in', branches)
    .where('started_at', '>=', windowStart(looked))
    .orderBy('started_at', 'desc')
    .orderBy('execution_id', 'desc')
    .limit(FIRST_READ * READ_MORE)
    .execute()
  const legs = [...Map.groupBy(rows, (row) => `${row.leg_id}/${row.suite}`).values()].map((runs) =>
    runs.slice(0, RUNS_LOOKED_AT),
  )
  const runs = legs.flat()
  const ran = await whoRan(
    { dialect, read: db },
    runs.map((run) => run.ran_id),
    names,
  )
  const failures = await db
    .selectFrom('bad_run')
    .select(['execution_id', 'leg_id', 'test_id'])
    .where(isOneOf(dialect, 'test_id', names))
    .where(
      isOneOf(
        dialect,
        'execution_id',
        runs.map((run) => run.execution_id),
      ),
    )
    .where('flaws', 'in', [FLAW.failed, FLAW.failed | FLAW.shared])
    .execute()
  const failed = new Set(failures.map((row) => `${row.execution_id}/${row.leg_id}/${row.test_id}`))
  const most = new Map<number, { runs: number; where: string }>()
  for (const test of tests)
    for (const leg of legs) {
      const own = leg.filter((run) => hasAny(ran.get(run.ran_id), namesOf(test)))
      const isFailed = ({ execution_id, leg_id }: (typeof runs)[number]) =>
        namesOf(test).some((name) => failed.has(`${execution_id}/${leg_id}/${name}`))
      const end = own.findIndex((run) => !isFailed(run))
      const inARow = end === -1 ? own.length : end
      if (own.length > 0 && inARow > (most.get(test)?.runs ?? -1))
        most.set(test, { runs: inARow, where: `${own[0]?.branch}, ${own[0]?.name}` })
    }
  return most
}

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
  let query = db
    .selectFrom('test_day')
    .select(['test_id', (eb) => eb.fn.sum<number>('flaky').as('flaky')])
    .where('project_id', '=', projectId)
    .where(isOneOf(dialect, 'day', days))
    .where(isOneOf(dialect, 'test_id', tests.flatMap(namesOf)))
  if (settings.branches === 'default') query = query.where('branch', 'in', branches)
  const rows = await query.groupBy('test_id').execute()
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
  const names = tests.flatMap(namesOf)
  const inScope = (branch: string) => settings.branches === 'all' || branches.includes(branch)
  const badNames = await readLastBad(looked, names)
  const lastBad = (test: number) => Math.max(...namesOf(test).map((name) => badNames.get(name) ?? 0))
  const earliest = Math.min(...tests.map(lastBad))
  for (let limit = FIRST_READ; ; limit = Math.min(limit * READ_MORE, MOST_READ)) {
    const runs = await db
      .selectFrom('leg_run')
      .select(['started_at', 'branch', 'ran_id'])
      .where('project_id', '=', execution.project_id)
      .where('started_at', '>', earliest)
      .orderBy('started_at', 'desc')
      .limit(limit)
      .execute()
    const ran = await whoRan(
      { dialect, read: db },
      runs.map((run) => run.ran_id),
      names,
    )
    const own = runs.filter((run) => inScope(run.branch))
    for (const test of tests) {
      const since = lastBad(test)
      const isClean = (run: (typeof own)[number]) =>
        run.started_at > since && hasAny(ran.get(run.ran_id), namesOf(test))
      clean.set(test, own.filter(isClean).length)
    }
    const isEnough = tests.every((test) => (clean.get(test) ?? 0) >= settings.recoverAfterRuns)
    if (isEnough || runs.length < limit || limit === MOST_READ) return clean
  }
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

const hasAny = (ran: Set<number> | undefined, names: number[]): boolean =>
  ran !== undefined && names.some((name) => ran.has(name))
