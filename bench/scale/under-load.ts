import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type BenchServer, startBenchServer } from '../bench-server.ts'
import { uploadBody } from '../made-run.ts'
import { paired, quantile, type Sample, sampleOf } from '../measure.ts'
import { heading, spread, table, type Verdict } from '../report.ts'
import { readTargets, type Targets } from './endpoints.ts'
import { DATABASES, type Database, type History, type Size, withCopy } from './kept.ts'
import { HISTORY_END, PROJECT } from './made-history.ts'
import { openTimedApp } from './timed-app.ts'

const ROUNDS = 5
/** Five reads lie above the p99 of these; of a hundred it is chance. */
const READS = 500
const GOAL = 3
const SMALL = '/api/executions?limit=10'

interface Latency {
  p50: number
  p99: number
}

interface Load {
  name: string
  /** Begins it; what is returned ends it. */
  begin: (round: number) => Promise<() => Promise<unknown>>
}

/** A small GET during a large request, compared with the same GET on an idle server. */
export async function benchUnderLoad(size: Size): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const database of DATABASES) {
    heading(`GET ${SMALL} while something large goes on, ${database}, ${size}`)
    const lines = await withCopy(database, size, measure)
    table(
      ['', 'p50 idle', 'p50 meanwhile', 'p99 idle', 'p99 meanwhile', 'p99 ratio'],
      lines.map(({ name, of, ratio }) => [
        name,
        spread(of('limit', 'p50'), 'ms'),
        spread(of('ours', 'p50'), 'ms'),
        spread(of('limit', 'p99'), 'ms'),
        spread(of('ours', 'p99'), 'ms'),
        spread(ratio, '×'),
      ]),
    )
    verdicts.push(...lines.map(({ name, ratio }) => verdictOf(database, name, ratio)))
  }
  return verdicts
}

const verdictOf = (database: Database, name: string, ratio: Sample): Verdict => ({
  area: `p99 of a small GET, ${name}, ${database}`,
  goal: `≤ ${GOAL}× idle`,
  measured: spread(ratio, '×'),
  isMet: ratio.median <= GOAL,
})

async function measure({ address, key }: History) {
  const app = openTimedApp(address, key)
  const targets = await readTargets(app.store)
  await app.close()
  const server = await startBenchServer(address, { key, startAt: HISTORY_END })
  const lines = []
  for (const { name, begin } of loads(server, key, targets)) {
    const pairs = await paired(
      ROUNDS,
      async (round) => {
        const end = await begin(round)
        const latency = await read(server)
        await end()
        return latency
      },
      () => read(server),
      1,
    )
    const of = (side: 'ours' | 'limit', which: keyof Latency) =>
      sampleOf(pairs.map((pair) => pair[side][which]))
    lines.push({ name, of, ratio: sampleOf(pairs.map(({ ours, limit }) => ours.p99 / limit.p99)) })
  }
  await server.close()
  return lines
}

const loads = (server: BenchServer, key: string, { main, pull }: Targets): Load[] => [
  { name: 'runs of 20,000 come in', begin: (round) => ingesting(server, round) },
  {
    name: 'a detail of 20,000 is read',
    begin: () => reading(`${server.url}/api/executions/${main.publicId}`, key),
  },
  {
    name: 'comparisons are read',
    begin: () => reading(`${server.url}/api/compare?base=auto&head=${pull.publicId}`, key),
  },
]

async function ingesting(server: BenchServer, round: number) {
  // Made beforehand: the asking process has to have its time for itself.
  const bodies = Array.from({ length: 60 }, (_, i) =>
    uploadBody({ project: PROJECT, build: `round-${round}-${i}`, startedAt: HISTORY_END }),
  )
  let isWriting = true
  const writing = (async () => {
    while (isWriting) {
      const body = bodies.pop()
      if (!body) throw new Error('The reads outlasted the runs that were to come in meanwhile')
      await server.ingest(body)
    }
  })()
  return async () => {
    isWriting = false
    await writing
  }
}

async function reading(url: string, key: string) {
  const child = fork(join(import.meta.dirname, 'long-reader.mjs'), [url, `Bearer ${key}`])
  await once(child, 'message')
  return async () => {
    const exited = once(child, 'exit')
    child.send('stop')
    await exited
  }
}

async function read(server: BenchServer): Promise<Latency> {
  const times: number[] = []
  for (let i = 0; i < READS; i++) times.push(await server.get(SMALL))
  const sorted = times.sort((a, b) => a - b)
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }
}
