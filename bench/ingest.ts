import { join } from 'node:path'
import { sqliteFile } from '../server/src/ground/store/open.ts'
import { type BenchServer, startBenchServer } from './bench-server.ts'
import { withFolder, withPostgres } from './databases.ts'
import { openPostgresFloor } from './floor-postgres.ts'
import { openSqliteFloor } from './floor-sqlite.ts'
import { RUN_SIZE, uploadBody } from './made-run.ts'
import { paired, type Sample, sampleOf } from './measure.ts'
import { figure, heading, spread, table, type Verdict } from './report.ts'

const ROUNDS = 11
const FIRST_RUNS = 5
const SHARE_GOAL = 0.5
const BLOCKED_GOAL_MS = 20

interface Round {
  ms: number
  blockedMs: number
}

/** Ingest over HTTP, from the first byte sent to the receipt after the commit, beside plain inserts of the same rows. */
export async function benchIngest(): Promise<Verdict[]> {
  heading(`Ingest of ${RUN_SIZE.toLocaleString('en-US')} results over HTTP`)
  const sqlite = await withFolder(benchSqlite)
  const postgres = await withPostgres(benchPostgres)
  table(
    ['', 'ours, ms', 'limit, ms', 'ours as a share of the limit’s rate'],
    [...sqlite.lines, ...postgres.lines].map(({ name, ours, limit, share }) => [
      name,
      spread(ours, 'ms'),
      spread(limit, 'ms'),
      spread({ median: share.median * 100, min: share.min * 100, max: share.max * 100 }, '%'),
    ]),
  )
  table(
    ['Event loop held up at most, a round', ''],
    [
      ['while ingesting', spread(sqlite.blocked, 'ms')],
      ['the same process idle, the limit at work', spread(sqlite.idle, 'ms')],
    ],
  )
  return [
    ...[...sqlite.lines, ...postgres.lines].map(({ name, share }) => ({
      area: `Ingest, ${name}`,
      goal: '≥ 50 % of the limit',
      measured: figure(share.median * 100, '%'),
      isMet: share.median >= SHARE_GOAL,
    })),
    {
      area: 'Ingest, event loop held up',
      goal: `≤ ${BLOCKED_GOAL_MS} ms at a time`,
      measured: `${spread(sqlite.blocked, 'ms')}; idle ${spread(sqlite.idle, 'ms')}`,
      isMet: sqlite.blocked.median <= BLOCKED_GOAL_MS,
    },
  ]
}

interface Line {
  name: string
  ours: Sample
  limit: Sample
  share: Sample
}

async function benchSqlite(folder: string) {
  const server = await startBenchServer({ folder })
  await server.ingest(uploadBody({ project: 'shop', build: 'first' }))
  const floor = openSqliteFloor(sqliteFile(folder), join(folder, 'floor.sqlite'))
  const known = await paired(
    ROUNDS,
    (round) => ingestOnce(server, 'shop', round),
    async (round) => ({ ms: floor.insertRun(round), blockedMs: await server.blockedMs() }),
  )
  const first = await paired(
    FIRST_RUNS,
    (round) => ingestOnce(server, `first-${round}`, round),
    async (round) => ({ ms: floor.insertFirstRun(round), blockedMs: await server.blockedMs() }),
    1,
  )
  floor.close()
  await server.close()
  return {
    lines: [
      lineOf('SQLite, tests known; limit: prepared single-row inserts', known),
      lineOf('SQLite, first run of a project; limit: the same with its files and tests', first),
    ],
    blocked: sampleOf(known.map(({ ours }) => ours.blockedMs)),
    idle: sampleOf(known.map(({ limit }) => limit.blockedMs)),
  }
}

async function benchPostgres(address: string) {
  const server = await startBenchServer({ postgres: address })
  await server.ingest(uploadBody({ project: 'shop', build: 'first' }))
  const floor = await openPostgresFloor(address)
  const known = await paired(
    ROUNDS,
    (round) => ingestOnce(server, 'shop', round),
    async (round) => ({ ms: await floor.insertRun(round), blockedMs: await server.blockedMs() }),
  )
  await floor.close()
  await server.close()
  return { lines: [lineOf('Postgres, tests known; limit: one unnested insert a table', known)] }
}

async function ingestOnce(server: BenchServer, project: string, round: number): Promise<Round> {
  const body = uploadBody({ project, build: `round-${round}` })
  await server.blockedMs()
  const ms = await server.ingest(body)
  return { ms, blockedMs: await server.blockedMs() }
}

const lineOf = (name: string, pairs: { ours: Round; limit: Round }[]): Line => ({
  name,
  ours: sampleOf(pairs.map(({ ours }) => ours.ms)),
  limit: sampleOf(pairs.map(({ limit }) => limit.ms)),
  share: sampleOf(pairs.map(({ ours, limit }) => limit.ms / ours.ms)),
})
