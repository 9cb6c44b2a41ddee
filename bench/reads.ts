import { type BenchServer, startBenchServer } from './bench-server.ts'
import { withFolder } from './databases.ts'
import { uploadBody } from './made-run.ts'
import { paired, quantile, type Sample, sampleOf } from './measure.ts'
import { heading, spread, table, type Verdict } from './report.ts'

const ROUNDS = 9
/** The number of runs uploaded while the reads of one round are measured. */
const RUNS_A_ROUND = 15
/** Ten reads exceed the p99 of a thousand; with a few hundred, it would be chance. */
const READS_WHEN_IDLE = 1_000
const GOAL = 3
const PATH = '/api/executions?limit=10'

interface Latency {
  p50: number
  p99: number
}

/**
 * A small GET while executions with 20,000 results arrive back to back, beside the same GET on an
 * idle server.
 */
export async function benchReads(): Promise<Verdict[]> {
  heading(`Reads under writes: GET ${PATH}`)
  const pairs = await withFolder(async (folder) => {
    const server = await startBenchServer({ folder })
    for (let run = 0; run < 10; run++)
      await server.ingest(uploadBody({ project: 'shop', build: `before-${run}` }))
    const measured = await paired(
      ROUNDS,
      (round) => readWhileWriting(server, round),
      () => readIdle(server),
      1,
    )
    await server.close()
    return measured
  })
  const of = (side: 'ours' | 'limit', which: keyof Latency): Sample =>
    sampleOf(pairs.map((pair) => pair[side][which]))
  const ratio = (which: keyof Latency) => sampleOf(pairs.map(({ ours, limit }) => ours[which] / limit[which]))
  table(
    ['', 'idle', 'while ingesting', 'ratio'],
    (['p50', 'p99'] as const).map((which) => [
      which,
      spread(of('limit', which), 'ms'),
      spread(of('ours', which), 'ms'),
      spread(ratio(which), '×'),
    ]),
  )
  const p99 = ratio('p99')
  return [
    {
      area: 'Reads under writes, p99 of a small GET',
      goal: `≤ ${GOAL}× idle`,
      measured: spread(p99, '×'),
      isMet: p99.median <= GOAL,
    },
  ]
}

async function readIdle(server: BenchServer): Promise<Latency> {
  const times: number[] = []
  for (let i = 0; i < READS_WHEN_IDLE; i++) times.push(await server.get(PATH))
  return latencyOf(times)
}

async function readWhileWriting(server: BenchServer, round: number): Promise<Latency> {
  const bodies = Array.from({ length: RUNS_A_ROUND }, (_, i) =>
    uploadBody({ project: 'shop', build: `round-${round}-${i}` }),
  )
  let isWriting = true
  const writing = (async () => {
    for (const body of bodies) await server.ingest(body)
    isWriting = false
  })()
  const times: number[] = []
  while (isWriting) times.push(await server.get(PATH))
  await writing
  return latencyOf(times)
}

const latencyOf = (times: number[]): Latency => {
  const sorted = times.sort((a, b) => a - b)
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }
}
