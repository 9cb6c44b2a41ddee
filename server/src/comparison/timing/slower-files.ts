import { sql } from 'kysely'
import type { ExecutionRow } from '../../executions/execution-row.ts'
import type { Store } from '../../store/open.ts'
import { isOneOf } from '../../store/portable.ts'
import { VERDICT } from '../../store/tables.ts'
import type { PassedUs } from '../changes/read-changes.ts'
import { inParts, type Side } from '../changes/read-sides.ts'
import { readSameTreeRuns } from '../evidence/head-evidence.ts'
import { knownTests, type Run, readBaseRuns } from '../evidence/outcomes.ts'
import { type Durations, readDurations, type Timed } from './durations.ts'
import { readPace } from './machine-speed.ts'
import { FLOOR_MS, type Outlier, outlier } from './performance.ts'

/** A leg whose tests together took this much longer than on the base deserves a look at its files. */
const WORTH_A_LOOK = { ratio: 1.05, floorUs: FLOOR_MS * 1_000 }
/** The same for a file of it. */
const FILE_RATIO = 1.2
/** Judges the files with the largest increase, and their tests; this bounds the cost of a comparison. */
const MOST_FILES = 10
const MOST_TESTS = 2_000
const MOST_RUNS = 60
/** A run must know this share of a file's time to say how long all of it took. */
const KNOWN_SHARE = 0.9

export interface LegToTime {
  legId: number
  base: Side
  head: Side
  passedUs: PassedUs
}

export interface SlowerFile extends Outlier {
  file: string
  legId: number
  tests: number
}

/**
 * Files whose passed tests together took longer than in the base branch's runs, the largest increase first:
 * many short tests that became slower show only in the sum. `told` are the ids of tests that are slower by
 * themselves. Excludes archived runs.
 */
export async function findSlowerFiles(
  store: Store,
  base: ExecutionRow,
  head: ExecutionRow,
  legs: LegToTime[],
  told: ReadonlySet<string>,
): Promise<SlowerFile[]> {
  const worth = legs.filter(
    ({ base: before, head: now, passedUs }) =>
      !before.archived &&
      !now.archived &&
      passedUs.head - passedUs.base > WORTH_A_LOOK.floorUs &&
      passedUs.head > WORTH_A_LOOK.ratio * passedUs.base,
  )
  const found: SlowerFile[] = []
  for (const leg of worth) found.push(...(await judgeLeg(store, base, head, leg, told)))
  return found.sort((a, b) => b.headMs - b.usualMs - (a.headMs - a.usualMs))
}

async function judgeLeg(
  store: Store,
  base: ExecutionRow,
  head: ExecutionRow,
  leg: LegToTime,
  told: ReadonlySet<string>,
): Promise<SlowerFile[]> {
  const files = await readFiles(store, leg)
  if (files.length === 0) return []
  const tests = (await readTests(store, leg, files)).filter((row) => !told.has(row.key))
  const [{ upTo }, twins, known] = await Promise.all([
    readBaseRuns(store, base, base.started_at),
    readSameTreeRuns(store, head),
    knownTests(
      store,
      head.project_id,
      tests.map((row) => row.test_id),
    ),
  ])
  const runs = upTo.slice(0, MOST_RUNS)
  const [durations, pace] = await Promise.all([
    readDurations(store, [head, ...twins, ...runs], known),
    readPace(store, head, runs),
  ])
  const paceOfHead = Math.max(restOf(leg.passedUs, files), pace.of(head, leg.legId))
  return [...Map.groupBy(tests, (row) => row.path)].flatMap(([file, rows]) => {
    const sums = sumsOf(leg.legId, rows, durations)
    const msOf = (some: Run[]) => some.flatMap((run) => sums.get(run.id) ?? [])
    const heads = [...msOf([head]).map((ms) => ms / paceOfHead), ...msOf(twins)]
    const stands = outlier(heads, msOf(runs))
    return stands && stands.deviations > 0 ? [{ ...stands, file, legId: leg.legId, tests: rows.length }] : []
  })
}

/** How much slower the rest of the leg was: the machine explains that much. */
function restOf({ base, head }: PassedUs, files: FileRow[]): number {
  const sum = (of: (file: FileRow) => number) => files.reduce((all, file) => all + Number(of(file)), 0)
  const [before, now] = [base - sum((file) => file.base_us), head - sum((file) => file.head_us)]
  return before < WORTH_A_LOOK.floorUs ? 1 : Math.max(1, now / before)
}

/** How long all of these tests took in each run, milliseconds, by its id. */
function sumsOf(legId: number, rows: TestRow[], durations: Durations): Map<number, number> {
  const wholeUs = rows.reduce((sum, row) => sum + row.base_us, 0)
  const runs = new Map<number, { ms: number; knownUs: number }>()
  for (const { test_id, base_us } of rows)
    for (const { run, ms } of durations.of(test_id, legId) as Timed[]) {
      const of = runs.get(run.id) ?? { ms: 0, knownUs: 0 }
      runs.set(run.id, { ms: of.ms + ms, knownUs: of.knownUs + base_us })
    }
  return new Map(
    [...runs]
      .filter(([, { knownUs }]) => knownUs > 0 && knownUs >= KNOWN_SHARE * wholeUs)
      .map(([id, { ms, knownUs }]) => [id, (ms * wholeUs) / knownUs]),
  )
}

interface FileRow {
  file_id: number
  base_us: number
  head_us: number
}

/** Tests of a leg that passed on both sides. */
const passedOnBoth = ({ base, head }: LegToTime) => sql`
  from result h join result b on b.execution_id = ${base.id} and b.test_id = h.test_id and ${inParts('b', base.parts)}
    join test t on t.id = h.test_id
  where h.execution_id = ${head.id} and ${inParts('h', head.parts)}
    and h.verdict = ${sql.lit(VERDICT.passed)} and b.verdict = ${sql.lit(VERDICT.passed)}`

async function readFiles({ read }: Store, leg: LegToTime): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select t.file_id, sum(b.duration_us) as base_us, sum(h.duration_us) as head_us ${passedOnBoth(leg)}
    group by t.file_id
    having sum(h.duration_us) - sum(b.duration_us) > ${sql.lit(WORTH_A_LOOK.floorUs)}
      and sum(h.duration_us) > ${sql.lit(FILE_RATIO)} * sum(b.duration_us)
    order by sum(h.duration_us) - sum(b.duration_us) desc
    limit ${sql.lit(MOST_FILES)}`.execute(read)
  return rows
}

interface TestRow {
  test_id: number
  base_us: number
  path: string
  key: string
}

async function readTests({ read, dialect }: Store, leg: LegToTime, files: FileRow[]): Promise<TestRow[]> {
  const { rows } = await sql<TestRow>`
    select h.test_id, t.key, b.duration_us as base_us,
      (select path from file where file.id = t.file_id) as path ${passedOnBoth(leg)}
      and ${isOneOf(
        dialect,
        't.file_id',
        files.map((file) => file.file_id),
      )}
    order by h.test_id limit ${sql.lit(MOST_TESTS)}`.execute(read)
  return rows.map((row) => ({ ...row, base_us: Number(row.base_us) }))
}
