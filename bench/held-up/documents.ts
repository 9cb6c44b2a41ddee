import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StoreAddress } from '../../server/src/ground/store/open.ts'
import { startBenchServer } from '../bench-server.ts'
import { withFolder, withPostgres } from '../databases.ts'
import { uploadBody } from '../made-run.ts'
import { memoryMib } from '../memory.ts'
import { figure, heading, say, table, type Verdict } from '../report.ts'
import { DOCUMENT_WRITES, type DocumentWrite, NOTHING } from './document-writes.ts'
import { verdictOfAnswers } from './measure-costs.ts'
import { addNeighbour, type Waits } from './neighbour.ts'

const GOAL_MS = 250
const GOAL_LOOP_MS = 50
const GOAL_TRANSACTION_MS = 40
const GOAL_REST_MIB = 150
const REST_MS = 2_000
/** How long the other organization is measured alone. */
const IDLE_MS = 3_000
/**
 * A large thread that reads documents ends after 1 s, and V8 decides every 8 s whether a thread rests. Waited for on
 * SQLite alone: the threads that read documents are the same on Postgres.
 */
const MEMORY_REST_MS = 20_000

interface Cost {
  name: string
  status: number
  /** False if the server refused what had to cost something: its figures say nothing. */
  isMeasured: boolean
  seconds: number
  alone: Waits
  waits: Waits
  loopMs: number
  turnCpuMs: number
  transactionMs: number
  transactionCpuMs: number
  peakMib: number
  /** Undefined if the server was given no time to rest. */
  restMib: number | undefined
}

const HEADS = [
  '',
  'status',
  'answer, s',
  'upload, ms',
  'small write, ms',
  'read and search, ms',
  'event loop, ms (processor)',
  'transaction, ms (processor)',
  'memory',
  'stays',
]

/**
 * How long costly writes of documents hold up another organization, each on a server of its own. `--only=` takes parts
 * of names; `nothing sent` is always measured. `--sqlite` or `--postgres` measures one database.
 */
export async function benchDocumentsHeldUp(): Promise<Verdict[]> {
  heading('Writes of documents that hold others up')
  const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice('--only='.length)
  const shapes = Object.entries(DOCUMENT_WRITES).filter(
    ([name]) => name === NOTHING || only === undefined || only.split(',').some((part) => name.includes(part)),
  )
  const named = Object.entries(DATABASES).filter(([name]) => process.argv.includes(`--${name.toLowerCase()}`))
  const databases = named.length > 0 ? named : Object.entries(DATABASES)
  const costs: Cost[] = []
  const begun = performance.now()
  for (const [at, [name, shape]] of shapes.entries())
    for (const [database, withAddress] of databases) {
      const seconds = ((performance.now() - begun) / 1_000).toFixed(0)
      say(`${seconds} s: ${at + 1} of ${shapes.length}, ${name}, ${database}`)
      const cost = await withAddress((address) => measure(address, `${name}, ${database}`, shape))
      say(rowOf(cost).join(' | '))
      costs.push(cost)
    }
  table(HEADS, costs.map(rowOf))
  say(
    'The longest wait of another organization that uploads, writes, and reads and searches one after the other meanwhile; then the 95th percentile; then both on the same server before, with nothing sent.',
  )
  const rested = costs.filter(({ restMib }) => restMib !== undefined)
  return [
    verdict('upload or small write of another organization', GOAL_MS, 'ms', costs, ({ waits }) =>
      Math.max(waits.upload.longest, waits.write.longest),
    ),
    verdict(
      'read and search of another organization',
      GOAL_MS,
      'ms',
      costs,
      ({ waits }) => waits.read.longest,
    ),
    verdict('event loop', GOAL_LOOP_MS, 'ms', costs, ({ loopMs }) => loopMs),
    ...(rested.length > 0
      ? [verdict('memory that stays', GOAL_REST_MIB, 'MiB', rested, ({ restMib }) => restMib ?? 0)]
      : []),
    verdict(
      'a transaction, processor time',
      GOAL_TRANSACTION_MS,
      'ms',
      costs,
      ({ transactionCpuMs }) => transactionCpuMs,
    ),
    verdictOfAnswers('Held up by documents', costs),
  ]
}

const DATABASES: Record<string, (run: (address: StoreAddress) => Promise<Cost>) => Promise<Cost>> = {
  SQLite: (run) => withFolder((folder) => run({ folder })),
  Postgres: (run) => withPostgres((postgres) => run({ postgres })),
}

const rowOf = ({ name, status, isMeasured, seconds, alone, waits, ...cost }: Cost): string[] => [
  name,
  isMeasured ? String(status) : `NOT measured: ${status}`,
  seconds.toFixed(1),
  ...(['upload', 'write', 'read'] as const).map((of) => `${waitOf(waits[of])} (alone ${waitOf(alone[of])})`),
  `${cost.loopMs.toFixed(0)} (${cost.turnCpuMs.toFixed(0)})`,
  `${cost.transactionMs.toFixed(0)} (${cost.transactionCpuMs.toFixed(0)})`,
  `+${cost.peakMib.toFixed(0)} MiB`,
  cost.restMib === undefined ? '' : `+${cost.restMib.toFixed(0)} MiB`,
]

const waitOf = ({ longest, p95 }: Waits['read']): string => `${longest.toFixed(0)}/${p95.toFixed(0)}`

function verdict(area: string, most: number, unit: string, costs: Cost[], of: (cost: Cost) => number) {
  const worst = costs.toSorted((a, b) => of(b) - of(a))[0] as Cost
  const over = costs.filter((cost) => of(cost) > most).length
  return {
    area: `Held up by documents, ${area}`,
    goal: `≤ ${most} ${unit}`,
    measured: `${figure(of(worst), unit)} (${worst.name}); ${over} of ${costs.length} over it`,
    isMet: over === 0,
  }
}

async function memoryAfterRest(pid: number, before: number): Promise<number> {
  await sleep(MEMORY_REST_MS)
  return memoryMib(pid, 'VmRSS') - before
}

async function measure(address: StoreAddress, name: string, shape: DocumentWrite): Promise<Cost> {
  const server = await startBenchServer(address, { documentThreads: true })
  try {
    await server.ingest(uploadBody({ project: 'docs', build: 'first' }))
    const neighbour = await addNeighbour(server)
    await shape.before?.(server)
    await sleep(REST_MS)
    const { waits: alone } = await neighbour.during(sleep(IDLE_MS))
    // The maximum resident memory counts from here on.
    writeFileSync(`/proc/${server.pid}/clear_refs`, '5')
    const before = memoryMib(server.pid, 'VmRSS')
    await server.longest()
    const begun = performance.now()
    const { done: status, waits } = await neighbour.during(shape.send(server))
    const seconds = (performance.now() - begun) / 1_000
    const { blockedMs: loopMs, ...longest } = await server.longest()
    const peakMib = memoryMib(server.pid, 'VmHWM') - before
    const restMib = 'folder' in address ? await memoryAfterRest(server.pid, before) : undefined
    const isMeasured = shape.isRefused ? status === 413 : status >= 200 && status < 300
    return { name, status, isMeasured, seconds, alone, waits, loopMs, ...longest, peakMib, restMib }
  } finally {
    await server.close()
  }
}
