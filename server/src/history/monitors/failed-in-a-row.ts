import { slug } from '../../ground/kernel/quoted.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { FLAW } from '../../ground/store/tables.ts'
import { placesInSets, sortedIds } from '../history/runs-of.ts'
import { FEW_TESTS, type Looked, windowStart } from './evidence.ts'

/** The number of newest runs of each suite and leg that are searched for consecutive failures. */
const RUNS_LOOKED_AT = 30
/** Nearly every series ends within these; only for the others does the server read older runs. */
const NEWEST = 2
/** The number of newest runs of all suites and legs. */
const MOST_RUNS = 2_400
/** Memory holds the sets of tests of this many legs, because a project may have hundreds. */
const LEGS_AT_ONCE = 8

export interface InARow {
  runs: number
  where: string
}

interface Run {
  execution_id: number
  leg_id: number
  name: string
  branch: string
  ran_id: number
}

/** The names of all tests in ascending order, and the place of each name's test. */
interface Names {
  ids: Float64Array
  testAt: Int32Array
}

/** The consecutive failures of each test in one leg, by the test's place. */
interface Leg {
  /** The newest first. */
  runs: Run[]
  failed: Uint8Array
  isOver: Uint8Array
  /** The newest and the oldest visited run in which the test ran, counted from 1; 0 for none. */
  first: Uint8Array
  last: Uint8Array
}

/**
 * The number of consecutive last failures of each test on the default branch, on the leg with most; a failure
 * proven flaky ends the series. Legs without a run of it in the window do not count. Omits tests without any
 * leg. Also omits series that are too short to break a test, unless `isBroken`.
 */
export async function failedInARow(
  looked: Looked,
  tests: number[],
  isBroken: (test: number) => boolean,
): Promise<Map<number, InARow>> {
  if (tests.length === 0) return new Map()
  const testIndexOf = new Map<number, number>()
  for (const [place, test] of tests.entries())
    for (const name of looked.namesOf(test)) testIndexOf.set(name, place)
  const ids = sortedIds(testIndexOf.keys())
  const names = { ids, testAt: Int32Array.from(ids, (id) => testIndexOf.get(id) as number) }
  const legs = await readLegs(looked)
  const most = new Map<number, InARow>()
  for (let at = 0; at < legs.length; at += LEGS_AT_ONCE) {
    const some = legs.slice(at, at + LEGS_AT_ONCE).map((runs) => newLeg(runs, tests.length))
    await extend(looked, some, names, 0, NEWEST)
    await extend(looked, some, names, NEWEST, RUNS_LOOKED_AT)
    for (const { runs, failed, first } of some)
      for (const [place, test] of tests.entries()) {
        const inARow = failed[place] ?? 0
        const run = runs[(first[place] ?? 0) - 1]
        if (!run || (inARow < looked.settings.brokenAfterRuns && !isBroken(test))) continue
        if (inARow > (most.get(test)?.runs ?? -1))
          most.set(test, { runs: inARow, where: `${slug(run.branch)}, ${slug(run.name)}` })
      }
  }
  return most
}

const newLeg = (runs: Run[], tests: number): Leg => ({
  runs,
  failed: new Uint8Array(tests),
  isOver: new Uint8Array(tests),
  first: new Uint8Array(tests),
  last: new Uint8Array(tests),
})

/** The newest runs on the default branch, by suite and leg. */
async function readLegs(looked: Looked): Promise<Run[][]> {
  const { db, execution, branches } = looked
  const rows = await db
    .selectFrom('leg_run')
    .innerJoin('leg', 'leg.id', 'leg_run.leg_id')
    .select(['execution_id', 'leg_id', 'leg.name', 'suite', 'branch', 'ran_id'])
    .where('leg_run.project_id', '=', execution.project_id)
    .where('branch', 'in', branches)
    .where('started_at', '>=', windowStart(looked))
    .orderBy('started_at', 'desc')
    .orderBy('execution_id', 'desc')
    .limit(MOST_RUNS)
    .execute()
  const legs = Map.groupBy(rows, (row) => `${row.leg_id}/${row.suite}`)
  return [...legs.values()].map((runs) => runs.slice(0, RUNS_LOOKED_AT))
}

/** Continues the series of each leg by its runs from one place to before another. */
async function extend(looked: Looked, legs: Leg[], all: Names, from: number, to: number): Promise<void> {
  const names = from === 0 ? all : notOver(legs, all)
  const next = legs.flatMap(({ runs }) => runs.slice(from, to))
  if (next.length === 0 || names.ids.length === 0) return
  const store = { dialect: looked.execution.dialect, read: looked.db }
  const inSet = await placesInSets(
    store,
    next.map((run) => run.ran_id),
    names.ids,
  )
  const wanted = new Uint8Array(names.ids.length)
  for (const { runs, isOver } of legs)
    for (const { ran_id } of runs.slice(from, to))
      for (const at of inSet.get(ran_id) ?? []) if (!isOver[names.testAt[at] as number]) wanted[at] = 1
  const failed = await readFailed(
    looked,
    next,
    names.ids.filter((_, at) => wanted[at]),
  )
  for (const leg of legs)
    for (const [i, run] of leg.runs.slice(from, to).entries()) {
      const failedHere = failed.get(keyOf(run)) ?? new Set()
      addRun(leg, from + i + 1, inSet.get(run.ran_id) ?? new Int32Array(), names, failedHere)
    }
}

/** The names of the tests whose series continues in one of these legs, or has not begun there. */
function notOver(legs: Leg[], { ids, testAt }: Names): Names {
  const isWanted = (_: number, at: number) => legs.some(({ isOver }) => !isOver[testAt[at] as number])
  return { ids: ids.filter(isWanted), testAt: testAt.filter(isWanted) }
}

/** Adds a run, counted from 1, to the series of the tests that ran in it. */
function addRun(leg: Leg, number: number, ran: Int32Array, { ids, testAt }: Names, failed: Set<number>) {
  const failedTests = new Set<number>()
  if (failed.size > 0)
    for (const at of ran) if (failed.has(ids[at] as number)) failedTests.add(testAt[at] as number)
  for (const at of ran) {
    const test = testAt[at] as number
    // A run counts once, under whichever name of the test.
    if (leg.isOver[test] || leg.last[test] === number) continue
    leg.last[test] = number
    leg.first[test] ||= number
    if (failedTests.has(test)) leg.failed[test] = (leg.failed[test] ?? 0) + 1
    else leg.isOver[test] = 1
  }
}

const keyOf = ({ execution_id, leg_id }: Pick<Run, 'execution_id' | 'leg_id'>) => `${execution_id}/${leg_id}`

/** Which tests failed in these runs, by `keyOf` the run; at least those of `names` that did. */
async function readFailed(
  { db, execution: { dialect } }: Looked,
  runs: Run[],
  names: Float64Array,
): Promise<Map<string, Set<number>>> {
  if (names.length === 0) return new Map()
  let query = db
    .selectFrom('bad_run')
    .select(['execution_id', 'leg_id', 'test_id'])
    .where(isOneOf(dialect, 'execution_id', [...new Set(runs.map((run) => run.execution_id))]))
    .where('flaws', 'in', [FLAW.failed, FLAW.failed | FLAW.shared])
  if (names.length <= FEW_TESTS) query = query.where(isOneOf(dialect, 'test_id', [...names]))
  const failed = new Map<string, Set<number>>()
  for (const row of await query.execute()) {
    const key = keyOf(row)
    const tests = failed.get(key)
    if (tests) tests.add(row.test_id)
    else failed.set(key, new Set([row.test_id]))
  }
  return failed
}
