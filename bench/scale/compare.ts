import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { readChanges } from '../../server/src/answers/comparison/changes/read-changes.ts'
import { readLegs } from '../../server/src/answers/comparison/changes/read-legs.ts'
import type { Store } from '../../server/src/ground/store/open.ts'
import { startBenchServer } from '../bench-server.ts'
import { type Sample, sampleOf } from '../measure.ts'
import { heading, spread, table, type Verdict } from '../report.ts'
import { type Execution, readTargets } from './endpoints.ts'
import { DATABASES, type History, type Size, withHistory } from './kept.ts'
import { HISTORY_END } from './made-history.ts'
import { openRaw, type Raw } from './raw.ts'
import { openTimedApp } from './timed-app.ts'

const ROUNDS = 15
const WARM_UPS = 3
const GOAL = 3
const GOAL_MS = 100
const ROWS_AT_ONCE = 1_000_000
const COLUMNS = ['execution_id', 'test_id', 'part', 'verdict', 'duration_us', 'reason_id'] as const

/**
 * Comparing 20,000 results with 20,000, beside DuckDB's join of the same rows; then a complete
 * comparison with verdicts.
 */
export async function benchCompare(size: Size): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const database of DATABASES) {
    heading(`Compare 20,000 × 20,000, ${database}, ${size}`)
    const { ours, limit, ratio, told, whole, slow } = await withHistory(database, size, measure)
    table(
      ['', ''],
      [
        ['what changed, by our statements', spread(ours, 'ms')],
        ['the same rows joined by DuckDB', spread(limit, 'ms')],
        ['ratio', spread(ratio, '×')],
        ['tests told of by each', told],
        ['whole comparison over HTTP, base chosen, with verdicts', spread(whole, 'ms')],
        ['the same of a slow suite, where thousands of durations are worth a look', spread(slow, 'ms')],
      ],
    )
    const overHttp = (name: string, sample: Sample): Verdict => ({
      area: `Compare with verdicts over HTTP, ${name}${database}, ${size}`,
      goal: `≤ ${GOAL_MS} ms`,
      measured: spread(sample, 'ms'),
      isMet: sample.median <= GOAL_MS,
    })
    verdicts.push(
      {
        area: `Compare, what changed, ${database}, ${size}`,
        goal: `≤ ${GOAL}× DuckDB`,
        measured: spread(ratio, '×'),
        isMet: ratio.median <= GOAL,
      },
      overHttp('', whole),
      overHttp('slow suite, ', slow),
    )
  }
  return verdicts
}

async function measure({ address, key }: History) {
  const app = openTimedApp(address, key)
  const raw = await openRaw(address)
  const { main, mainBefore, pull, slowPull } = await readTargets(app.store)
  const duck = await (await DuckDBInstance.create(':memory:')).connect()
  await load(duck, raw)
  const server = await startBenchServer(address, { key, startAt: HISTORY_END })
  const ask = await asking(app.store, mainBefore, main)
  const rounds = []
  let told = ''
  for (let round = 0; round < ROUNDS + WARM_UPS; round++) {
    const ours = await ask()
    const limit = await joined(duck, mainBefore, main)
    told = `${ours.count}, ${limit.count}`
    const whole = await server.get(`/api/compare?base=auto&head=${pull.publicId}`)
    const slow = await server.get(`/api/compare?base=auto&head=${slowPull.publicId}`)
    if (round >= WARM_UPS) rounds.push({ ours: ours.ms, limit: limit.ms, whole, slow })
  }
  await server.close()
  duck.closeSync()
  await raw.close()
  await app.close()
  return {
    ours: sampleOf(rounds.map(({ ours }) => ours)),
    limit: sampleOf(rounds.map(({ limit }) => limit)),
    ratio: sampleOf(rounds.map(({ ours, limit }) => ours / limit)),
    whole: sampleOf(rounds.map(({ whole }) => whole)),
    slow: sampleOf(rounds.map(({ slow }) => slow)),
    told,
  }
}

async function asking(store: Store, base: Execution, head: Execution) {
  const [baseLegs, headLegs] = await Promise.all([readLegs(store, base.id), readLegs(store, head.id)])
  const [leg] = [...headLegs.parts.keys()]
  if (leg === undefined) throw new Error('The run has no parts')
  const sideOf = (execution: Execution, legs: typeof headLegs) => ({
    id: execution.id,
    parts: legs.parts.get(leg) ?? [],
  })
  return async () => {
    const begun = performance.now()
    const [changes] = await readChanges(
      store,
      [{ legId: leg, base: sideOf(base, baseLegs), head: sideOf(head, headLegs) }],
      { timings: true },
    )
    return { ms: performance.now() - begun, count: changes?.pairs.length ?? 0 }
  }
}

/** The same query in one statement, in the form that suits DuckDB best. */
async function joined(duck: DuckDBConnection, base: Execution, head: Execution) {
  const begun = performance.now()
  const reader = await duck.runAndReadAll(`
    select coalesce(h.test_id, b.test_id), h.verdict, h.duration_us, h.reason_id, b.verdict, b.duration_us, b.reason_id
    from (select * from result where execution_id = ${head.id} and verdict > 0) h
    full join (select * from result where execution_id = ${base.id} and verdict > 0) b
      on b.test_id = h.test_id and b.part = h.part
    where h.test_id is null or b.test_id is null or b.verdict <> h.verdict or h.verdict = 2
      or (h.verdict = 1 and abs(h.duration_us - b.duration_us) > 20000
        and (h.duration_us > b.duration_us * 1.3 or b.duration_us > h.duration_us * 1.3))`)
  const count = reader.getRows().length
  return { ms: performance.now() - begun, count }
}

/** All results of the history, in the order of their key. */
async function load(duck: DuckDBConnection, raw: Raw): Promise<void> {
  await duck.run(
    `create table result (execution_id integer, test_id integer, part smallint, verdict smallint, duration_us bigint, reason_id integer)`,
  )
  const [{ last } = { last: 0 }] = await raw.rows<{ last: number }>('select max(id) as last from execution')
  const appender = await duck.createAppender('result')
  const runsAtOnce = ROWS_AT_ONCE / 20_000
  for (let from = 0; from <= last; from += runsAtOnce) {
    const rows = await raw.rows<Record<(typeof COLUMNS)[number], number | string | null>>(
      `select ${COLUMNS.join(', ')} from result where execution_id >= ${from} and execution_id < ${from + runsAtOnce}
      order by execution_id, test_id, part`,
    )
    for (const row of rows) {
      appender.appendInteger(row.execution_id as number)
      appender.appendInteger(row.test_id as number)
      appender.appendSmallInt(row.part as number)
      appender.appendSmallInt(row.verdict as number)
      // Postgres' driver gives 64-bit integers as text.
      appender.appendBigInt(BigInt(row.duration_us as number | string))
      if (row.reason_id === null) appender.appendNull()
      else appender.appendInteger(row.reason_id as number)
      appender.endRow()
    }
  }
  appender.closeSync()
}
