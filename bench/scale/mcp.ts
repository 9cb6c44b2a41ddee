import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import { type StoreAddress, sqliteFile } from '../../server/src/ground/store/open.ts'
import { startBenchServer } from '../bench-server.ts'
import { callMany, oursOf, type Round, startEmptyTool } from '../mcp/call-many.ts'
import { paired, type Sample, sampleOf } from '../measure.ts'
import { heading, spread, table, type Verdict } from '../report.ts'
import { readTargets, type Targets } from './endpoints.ts'
import { DATABASES, type Database, type History, SIZES, type Size, withHistory } from './kept.ts'
import { HISTORY_END, TESTS } from './made-history.ts'
import { openTimedApp } from './timed-app.ts'

const ROUNDS = 5
const WARM_UPS = 2
/** One after the other, so that a call waits for no other. */
const CALLS = 100
/** Of these, each follows a change of the project. */
const CALLS_AFTER_A_CHANGE = 20
/** Of the history, and one that has no results. */
const PROJECT = 1
const ANOTHER = 1_000_000
/** Processor time beside an empty tool. */
const GOAL = 2
/** Of our own work: beyond what an empty tool takes. */
const GOAL_MS = 1

interface Line {
  tool: string
  cpu: Sample
  limit: Sample
  ratio: Sample
  p50: Sample
  /** The 99th percentile beyond the median of an empty tool. */
  own: Sample
}

/**
 * Calls of the tools about results on a long history, beside an empty tool on the same SDK; with `--1m` on one that
 * is built in a tenth of the time.
 */
export async function benchMcpAtScale(): Promise<Verdict[]> {
  const size: Size = process.argv.includes('--1m') ? '1m' : '10m'
  const verdicts: Verdict[] = []
  for (const database of databasesOf(process.argv)) {
    heading(`Tools over MCP with ${(SIZES[size] * TESTS).toLocaleString('en-US')} results, ${database}`)
    const lines = await withHistory(database, size, measure)
    table(
      ['', 'server CPU', 'of an empty tool', 'ratio', 'p50', 'p99 beyond an empty tool'],
      lines.map(({ tool, cpu, limit, ratio, p50, own }) => [
        tool,
        spread(cpu, 'ms'),
        spread(limit, 'ms'),
        spread(ratio, '×'),
        spread(p50, 'ms'),
        spread(own, 'ms'),
      ]),
    )
    verdicts.push(...lines.flatMap((line) => judge(line, `${database}, ${size}`)))
  }
  return verdicts
}

async function measure({ address, key }: History): Promise<Line[]> {
  const app = openTimedApp(address, key)
  const targets = await readTargets(app.store)
  await app.close()
  const server = await startBenchServer(address, { key, startAt: HISTORY_END })
  const empty = await startEmptyTool()
  const changes = await openChanges(address)
  const lines: Line[] = []
  try {
    for (const { tool, args, isKept = false } of callsOf(targets))
      for (const isAfterAChange of isKept ? [true, false] : [false]) {
        const pairs = await paired(
          ROUNDS,
          () =>
            isKept
              ? callMany(oursOf(server), tool, args, isAfterAChange ? CALLS_AFTER_A_CHANGE : CALLS, 1, () =>
                  isAfterAChange ? changes.ofProject() : changes.ofAnother(),
                )
              : callMany(oursOf(server), tool, args, CALLS, 1),
          () => callMany(empty.target, 'nothing', {}, CALLS, 1),
          WARM_UPS,
        )
        const of = (pick: (pair: { ours: Round; limit: Round }) => number) => sampleOf(pairs.map(pick))
        lines.push({
          tool: isAfterAChange
            ? `${tool} after a change`
            : isKept
              ? `${tool} again, another project changed`
              : tool,
          cpu: of(({ ours }) => ours.cpu),
          limit: of(({ limit }) => limit.cpu),
          ratio: of(({ ours, limit }) => ours.cpu / limit.cpu),
          p50: of(({ ours }) => ours.p50),
          own: of(({ ours, limit }) => ours.p99 - limit.p50),
        })
      }
  } finally {
    await changes.close()
    empty.stop()
    await server.close()
  }
  return lines
}

interface ToCall {
  tool: string
  args: object
  /** The server keeps its answer until the project changes. */
  isKept?: boolean
}

const callsOf = ({ pull, pullRequest, test }: Targets): ToCall[] => [
  { tool: 'svc_list_accounts', args: {} },
  ...(
    [
      ['svc_list_executions', {}],
      ['svc_get_execution', { execution: pull.publicId }],
      ['svc_get_failures', { pr: pullRequest }],
      ['svc_compare_executions', { execution: pull.publicId }],
      ['svc_list_flaky_tests', {}],
      ['svc_get_test_history', { test: test.key }],
      ['svc_get_metrics', {}],
      ['svc_get_trends', { granularity: 'daily' }],
    ] as const
  ).map(([tool, args]) => ({ tool, args, isKept: true })),
]

/** Counts changes as an upload would, but leaves all other rows as they are. */
async function openChanges(address: StoreAddress) {
  const countOf = (projectId: number) =>
    `insert into change_count (project_id, slot, changes) values (${projectId}, 0, 1)
      on conflict (project_id, slot) do update set changes = change_count.changes + 1`
  if ('folder' in address) {
    const database = new SqliteDatabase(sqliteFile(address.folder))
    const count = (projectId: number) => void database.exec(countOf(projectId))
    return { ofProject: () => count(PROJECT), ofAnother: () => count(ANOTHER), close: () => database.close() }
  }
  const client = new pg.Client({ connectionString: address.postgres })
  await client.connect()
  const count = (projectId: number) => client.query(countOf(projectId))
  return { ofProject: () => count(PROJECT), ofAnother: () => count(ANOTHER), close: () => client.end() }
}

const judge = ({ tool, ratio, own }: Line, place: string): Verdict[] => [
  {
    area: `Call of ${tool}, server CPU, ${place}`,
    goal: `≤ ${GOAL}× an empty tool on the same SDK`,
    measured: spread(ratio, '×'),
    isMet: ratio.median <= GOAL,
  },
  {
    area: `Call of ${tool}, p99 of our own work, ${place}`,
    goal: `≤ ${GOAL_MS} ms`,
    measured: spread(own, 'ms'),
    isMet: own.median <= GOAL_MS,
  },
]

/** `--sqlite` leaves Postgres out. */
const databasesOf = (args: string[]): Database[] => (args.includes('--sqlite') ? ['SQLite'] : DATABASES)
