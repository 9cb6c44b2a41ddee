import { type BenchServer, startBenchServer } from '../bench-server.ts'
import { withFolder, withPostgres } from '../databases.ts'
import { uploadBody } from '../made-run.ts'
import { memoryMib } from '../memory.ts'
import { figure, heading, say, table, type Verdict } from '../report.ts'
import { bodies, type HeldUp } from './bodies.ts'

const MOST_WAIT_MS = 250
/** How many of the same body are under way at once, and how many are sent. */
const AT_ONCE = 4
const SENT = 20

interface Cost {
  name: string
  status: number
  ms: number
  /** The longest that a small write waited. */
  waitedMs: number
  blockedMs: number
  mib: number
}

/** The worst body of each write, several at once, beside small writes in a loop. */
export async function benchHeldUpWrites(): Promise<Verdict[]> {
  heading('Writes with the most that they take')
  const sqlite = await withFolder((folder) => measure({ folder }))
  const postgres = await withPostgres((postgres) => measure({ postgres }))
  const all = [
    ...sqlite.map((cost) => ({ ...cost, name: `${cost.name}, SQLite` })),
    ...postgres.map((cost) => ({ ...cost, name: `${cost.name}, Postgres` })),
  ]
  table(
    ['', 'answer', 'one, ms', 'a small write waited, ms', 'event loop held, ms', 'memory kept, MiB'],
    all.map(({ name, status, ms, waitedMs, blockedMs, mib }) => [
      name,
      String(status),
      ...[ms, waitedMs, blockedMs, mib].map((value) => value.toFixed(0)),
    ]),
  )
  say(`${SENT} of each, ${AT_ONCE} at once.`)
  return [
    verdict('the wait of a small write', all, ({ waitedMs }) => waitedMs),
    verdict('the event loop', all, ({ blockedMs }) => blockedMs),
  ]
}

function verdict(what: string, all: Cost[], of: (cost: Cost) => number): Verdict {
  const worst = all.toSorted((a, b) => of(b) - of(a))[0] as Cost
  return {
    area: `Worst writes, ${what}`,
    goal: `≤ ${MOST_WAIT_MS} ms`,
    measured: `${figure(of(worst), 'ms')} (${worst.name})`,
    isMet: of(worst) <= MOST_WAIT_MS,
  }
}

async function measure(address: Parameters<typeof startBenchServer>[0]): Promise<Cost[]> {
  const server = await startBenchServer(address)
  try {
    await server.ingest(uploadBody({ project: 'shop', build: 'first' }))
    const { data } = await server.json<{ data: { id: string }[] }>('/api/executions')
    const [execution = { id: '' }] = data
    await send(server, { method: 'POST', path: '/api/bus/agents', body: { name: 'ada', instance: 'bench' } })
    const costs: Cost[] = []
    for (const [name, body] of Object.entries(bodies({ execution: execution.id })))
      costs.push(await cost(server, name, body))
    return costs
  } finally {
    await server.close()
  }
}

async function cost(server: BenchServer, name: string, body: HeldUp): Promise<Cost> {
  const before = memoryMib(server.pid, 'VmRSS')
  await server.blockedMs()
  let isOver = false
  const waits: number[] = []
  const small = { method: 'POST', path: '/api/projects/shop/monitor', body: { minRuns: 3 } } as const
  const waiting = (async () => {
    while (!isOver) waits.push((await send(server, small)).ms)
  })()
  const answers: Awaited<ReturnType<typeof send>>[] = []
  const left = Array.from({ length: SENT }).values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const _ of left) answers.push(await send(server, body))
    }),
  )
  isOver = true
  await waiting
  // Refused for its content, a body would measure nothing.
  const refused = answers.find(({ status }) => status === 400)
  if (refused) throw new Error(`${name}: ${refused.text}`)
  return {
    name,
    status: Math.max(...answers.map(({ status }) => status)),
    ms: Math.max(...answers.map(({ ms }) => ms)),
    waitedMs: Math.max(...waits),
    blockedMs: await server.blockedMs(),
    mib: memoryMib(server.pid, 'VmRSS') - before,
  }
}

async function send({ url, key }: BenchServer, { method, path, body }: HeldUp) {
  const begun = performance.now()
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, text, ms: performance.now() - begun }
}
