import { startBenchServer } from '../bench-server.ts'
import { type Sample, sampleOf } from '../measure.ts'
import { figure, heading, spread, table, type Verdict } from '../report.ts'
import { type Endpoint, endpoints, readTargets } from './endpoints.ts'
import { DATABASES, type Database, type History, SIZES, type Size, withHistory } from './kept.ts'
import { HISTORY_END, TESTS } from './made-history.ts'
import { openRaw } from './raw.ts'
import { openTimedApp } from './timed-app.ts'

const ROUNDS = 15
/** Queries that read millions of rows take seconds. */
const LIMIT_ROUNDS = 3
const WARM_UPS = 2
const GOAL_MS = 1
/** Shares of the time that aggregating the results takes. */
const METRICS_GOAL = 1_000
const FLAKY_GOAL = 50

interface Line {
  endpoint: Endpoint
  database: Sample
  http: Sample
  statements: number
  limit: Sample | null
}

/** Every query, in the database alone and as a complete request, beside the same query on the raw results. */
export async function benchQueries(size: Size): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const database of DATABASES) {
    heading(`Questions to ${(SIZES[size] * TESTS).toLocaleString('en-US')} results, ${database}`)
    const lines = await withHistory(database, size, measure)
    table(
      ['', 'in the database', 'statements', 'over HTTP', 'from the results', 'ratio'],
      lines.map(({ endpoint, database, statements, http, limit }) => [
        endpoint.name,
        spread(database, 'ms'),
        String(statements),
        spread(http, 'ms'),
        limit ? spread(limit, 'ms') : '',
        limit ? `1/${figure(limit.median / database.median, '')}` : '',
      ]),
    )
    verdicts.push(...judge(database, size, lines))
  }
  return verdicts
}

async function measure({ address, key }: History): Promise<Line[]> {
  const app = openTimedApp(address, key)
  const raw = await openRaw(address)
  const server = await startBenchServer(address, { key, startAt: HISTORY_END })
  const lines: Line[] = []
  for (const endpoint of endpoints(await readTargets(app.store))) {
    const database: number[] = []
    const http: number[] = []
    let statements = 0
    for (let round = 0; round < ROUNDS + WARM_UPS; round++) {
      const asked = await app.ask(endpoint.path)
      const requested = await server.get(endpoint.path)
      statements = asked.statements
      if (round < WARM_UPS) continue
      database.push(asked.databaseMs)
      http.push(requested)
    }
    const limits: number[] = []
    for (let round = 0; endpoint.limit && round < LIMIT_ROUNDS; round++)
      limits.push(await raw.time(endpoint.limit))
    const limit = limits.length > 0 ? sampleOf(limits) : null
    lines.push({ endpoint, database: sampleOf(database), http: sampleOf(http), statements, limit })
  }
  await server.close()
  await raw.close()
  await app.close()
  return lines
}

function judge(database: Database, size: Size, lines: Line[]): Verdict[] {
  const areas = [
    ['list', 'List'],
    ['metrics', 'Metrics and trends'],
    ['history', 'History of a test'],
  ] as const
  const inDatabase = areas.map(([area, name]): Verdict => {
    const worst = most(lines, area, (line) => line.database.median)
    return {
      area: `${name} in the database, ${database}, ${size}`,
      goal: `≤ ${GOAL_MS} ms`,
      measured: `${spread(worst.database, 'ms')} (${worst.endpoint.name})`,
      isMet: worst.database.median <= GOAL_MS,
    }
  })
  const shareOf = (area: Area, goal: number, name: string, of: (line: Line) => number): Verdict => {
    const share = (line: Line) => (line.limit ? of(line) / line.limit.median : 0)
    const worst = most(lines, area, share)
    return {
      area: `${name}, ${database}, ${size}`,
      goal: `≤ 1/${goal} of aggregating the results`,
      measured: `1/${figure(1 / share(worst), '')}(${worst.endpoint.name})`,
      isMet: share(worst) <= 1 / goal,
    }
  }
  return [
    ...inDatabase,
    shareOf('metrics', METRICS_GOAL, 'Metrics and trends in the database', ({ database }) => database.median),
    shareOf('flaky', FLAKY_GOAL, 'Flaky tests, whole request', ({ http }) => http.median),
  ]
}

type Area = NonNullable<Endpoint['area']>

/** The line of an area that does worst. */
function most(lines: Line[], area: Area, of: (line: Line) => number): Line {
  const [first, ...rest] = lines.filter(({ endpoint }) => endpoint.area === area)
  if (!first) throw new Error(`Nothing was asked of ${area}`)
  return rest.reduce((worst, line) => (of(line) > of(worst) ? line : worst), first)
}
