import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { LIMITS } from '@svc/protocol'
import { type BenchServer, startBenchServer } from '../bench-server.ts'
import { withFolder, withPostgres } from '../databases.ts'
import { uploadBody } from '../made-run.ts'
import { memoryMib } from '../memory.ts'
import { figure, heading, say, table, type Verdict } from '../report.ts'
import { DOCUMENTS } from './documents.ts'
import { JOURNALS, normal } from './journals.ts'
import type { Shape } from './make.ts'
import { SENDERS, type SentShape } from './senders.ts'

const GOAL_SECONDS = 2
const GOAL_MIB = 200
/** The kernel's clock counts a hundred a second on every machine that Node runs on. */
const TICKS = 100
const MIB = 2 ** 20
const MOST_IDLE_CHECKS = 60
const IDLE_SECONDS = 0.05

interface Cost {
  name: string
  shape: Pick<Shape, 'bytes' | 'body'>
  status: number
  seconds: number
  mib: number
}

/**
 * Expensive bodies, each sent to a server of its own that has received one upload, beside a normal
 * body of the same size. `--only=` takes parts of names.
 */
export async function benchHostile(): Promise<Verdict[]> {
  heading('Bodies made to cost much')
  const shapes = {
    ...Object.fromEntries(Object.entries(JOURNALS).map(([name, make]) => [`journal: ${name}`, make])),
    ...Object.fromEntries(Object.entries(DOCUMENTS).map(([name, make]) => [`document: ${name}`, make])),
    ...Object.fromEntries(Object.entries(SENDERS).map(([name, make]) => [`sent in ${name}`, make])),
  }
  const usual = await onSqlite('normal', () => normal(LIMITS.segmentBytes - 64 * 1024))
  const costs = [usual]
  const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice('--only='.length)
  for (const [name, make] of Object.entries(shapes))
    if (only === undefined || only.split(',').some((part) => name.includes(part))) {
      const one = await onSqlite(name, make)
      say(`${name}: ${one.status}, ${one.seconds.toFixed(2)} s, ${one.mib.toFixed(0)} MiB`)
      costs.push(one)
    }
  const dearest = costs.toSorted((a, b) => b.seconds - a.seconds).slice(0, 5)
  const onPostgres: Cost[] = []
  for (const { name } of dearest) {
    const make = shapes[name] ?? (() => normal(LIMITS.segmentBytes - 64 * 1024))
    onPostgres.push({
      ...(await withPostgres((postgres) => cost({ postgres }, name, make))),
      name: `${name}, Postgres`,
    })
  }
  table(
    ['', 'MiB', 'sent, MiB', 'answer', 'processor, s', 'of a normal one', 'memory, MiB'],
    [...costs, ...onPostgres].map((one) => [
      one.name,
      (one.shape.bytes / MIB).toFixed(1),
      (one.shape.body.length / MIB).toFixed(1),
      String(one.status),
      one.seconds.toFixed(2),
      `${(one.seconds / usual.seconds).toFixed(2)}×`,
      `+${one.mib.toFixed(0)}`,
    ]),
  )
  say(
    'Memory: the most that was resident, above what it was before; processor: of all threads of the server.',
  )
  const all = [...costs, ...onPostgres]
  return [
    verdict(
      'the dearest',
      `≤ ${GOAL_SECONDS} s of processor`,
      all,
      ({ seconds }) => seconds,
      GOAL_SECONDS,
      's',
    ),
    verdict('the largest', `≤ ${GOAL_MIB} MiB`, all, ({ mib }) => mib, GOAL_MIB, 'MiB'),
  ]
}

function verdict(
  which: string,
  goal: string,
  costs: Cost[],
  of: (cost: Cost) => number,
  most: number,
  unit: string,
) {
  const worst = costs.toSorted((a, b) => of(b) - of(a))[0] as Cost
  const over = costs.filter((cost) => of(cost) > most).length
  const measured = `${figure(of(worst), unit)} (${worst.name}); ${over} of ${costs.length} over it`
  return { area: `Hostile bodies, ${which}`, goal, measured, isMet: over === 0 }
}

const onSqlite = (name: string, make: () => Shape | SentShape) =>
  withFolder((folder) => cost({ folder }, name, make))

async function cost(
  address: Parameters<typeof startBenchServer>[0],
  name: string,
  make: () => Shape | SentShape,
): Promise<Cost> {
  const shape = make()
  const server = await startBenchServer(address)
  try {
    await server.ingest(uploadBody({ project: 'shop', build: 'first' }))
    // The maximum resident memory counts from here on.
    writeFileSync(`/proc/${server.pid}/clear_refs`, '5')
    const before = { seconds: secondsOf(server), mib: memoryMib(server.pid, 'VmRSS') }
    const status = await ('send' in shape ? shape.send(server) : post(server, shape))
    await untilIdle(server)
    return {
      name,
      shape: { bytes: shape.bytes, body: shape.body },
      status,
      seconds: secondsOf(server) - before.seconds,
      mib: memoryMib(server.pid, 'VmHWM') - before.mib,
    }
  } finally {
    await server.close()
  }
}

/** Work after the answer counts too: a second in which the server uses hardly any processor time ends it. */
async function untilIdle(server: BenchServer): Promise<void> {
  for (let i = 0; i < MOST_IDLE_CHECKS; i++) {
    const before = secondsOf(server)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    if (secondsOf(server) - before < IDLE_SECONDS) return
  }
}

function secondsOf({ pid }: BenchServer): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}

const post = ({ url, key }: BenchServer, { path, headers, body }: Shape) =>
  new Promise<number>((resolve, reject) => {
    const authorization = `Bearer ${key}`
    const options = { method: 'POST', headers: { authorization, 'content-length': body.length, ...headers } }
    const sending = request(`${url}${path}`, options, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    sending.on('error', reject)
    sending.end(body)
  })
