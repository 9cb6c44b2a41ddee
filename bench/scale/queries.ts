import { startBenchServer } from '../bench-server.ts'
import { type Sample, sampleOf } from '../measure.ts'
import { figure, heading, spread, table, type Verdict } from '../report.ts'
import { type Endpoint, endpoints, readTargets } from './endpoints.ts'
import { DATABASES, type Database, type History, SIZES, type Size, withHistory } from './kept.ts'
import { HISTORY_END, TESTS } from './made-history.ts'
import { openRaw } from './raw.ts'
import { openTimedApp } from './timed-app.ts'

const ROUNDS = 15
/** What reads millions of rows takes seconds. */
const LIMIT_ROUNDS = 3
const WARM_UPS = 2
const GOAL_MS = 1

interface Line {
  endpoint: Endpoint
  database: Sample
  http: Sample
  statements: number
  limit: Sample | null
}

/** Every question, in the database alone and as a whole request, beside the same question put to the results. */
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
  return (['list', 'metrics', 'history'] as const).flatMap((area) => {
    const own = lines.filter(({ endpoint }) => endpoint.area === area)
    const worst = own.reduce<Line | null>(
      (slowest, line) => (slowest && slowest.database.median > line.database.median ? slowest : line),
      null,
    )
    if (!worst) return []
    return {
      area: `${area[0]?.toUpperCase()}${area.slice(1)} in the database, ${database}, ${size}`,
      goal: `≤ ${GOAL_MS} ms`,
      measured: `${spread(worst.database, 'ms')} (${worst.endpoint.name})`,
      isMet: worst.database.median <= GOAL_MS,
    }
  })
}
