import { type BenchServer, startBenchServer } from '../bench-server.ts'
import { paired, sampleOf } from '../measure.ts'
import { figure, heading, spread, table, type Verdict } from '../report.ts'
import { type Endpoint, endpoints, readTargets } from './endpoints.ts'
import { DATABASES, type History, withHistory } from './kept.ts'
import { HISTORY_END } from './made-history.ts'
import { openTimedApp, type TimedApp } from './timed-app.ts'

const ROUNDS = 21
const GOAL = 1.2

interface Side {
  endpoints: Endpoint[]
  app: TimedApp
  server: BenchServer
}

interface Times {
  databaseMs: number
  httpMs: number
}

/** The same query about the same window, on ten times the history. */
export async function benchGrowth(): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const database of DATABASES) {
    heading(`Ten times the history, ${database}`)
    const lines = await withHistory(database, '1m', (short) =>
      withHistory(database, '10m', (long) => measure(short, long)),
    )
    table(
      ['', '1 M over HTTP', '10 M over HTTP', 'ratio', 'ratio in the database'],
      lines.map(({ name, short, long, http, inDatabase }) => [
        name,
        spread(short, 'ms'),
        spread(long, 'ms'),
        spread(http, '×'),
        spread(inDatabase, '×'),
      ]),
    )
    const grown = lines.filter(({ http }) => http.median > GOAL)
    const worst = lines.reduce((most, line) => (line.http.median > most.http.median ? line : most))
    verdicts.push({
      area: `Growth with ten times the history, ${database}`,
      goal: `≤ ${GOAL}× on every endpoint`,
      measured: `at most ${figure(worst.http.median, '×')} (${worst.name}); above: ${grown.map(({ name }) => name).join(', ') || 'none'}`,
      isMet: grown.length === 0,
    })
  }
  return verdicts
}

async function measure(short: History, long: History) {
  const [ours, limit] = [await openSide(long), await openSide(short)]
  const lines = []
  for (const [i, { name }] of ours.endpoints.entries()) {
    const pairs = await paired(
      ROUNDS,
      () => timesOf(ours, i),
      () => timesOf(limit, i),
    )
    const ratioOf = (of: (times: Times) => number) =>
      sampleOf(pairs.map((pair) => of(pair.ours) / of(pair.limit)))
    lines.push({
      name,
      short: sampleOf(pairs.map((pair) => pair.limit.httpMs)),
      long: sampleOf(pairs.map((pair) => pair.ours.httpMs)),
      http: ratioOf(({ httpMs }) => httpMs),
      inDatabase: ratioOf(({ databaseMs }) => databaseMs),
    })
  }
  for (const { app, server } of [ours, limit]) {
    await server.close()
    await app.close()
  }
  return lines
}

async function openSide({ address, key }: History): Promise<Side> {
  const app = openTimedApp(address, key)
  const server = await startBenchServer(address, { key, startAt: HISTORY_END })
  const all = endpoints(await readTargets(app.store))
  return { app, server, endpoints: all.filter(({ isLong }) => isLong !== true) }
}

async function timesOf({ app, server, endpoints: all }: Side, i: number): Promise<Times> {
  const { path } = all[i] as Endpoint
  const { databaseMs } = await app.ask(path)
  return { databaseMs, httpMs: await server.get(path) }
}
