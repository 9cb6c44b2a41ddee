import { fork } from 'node:child_process'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import type { StoreAddress } from '../../server/src/ground/store/open.ts'
import { type BenchServer, startBenchServer } from '../bench-server.ts'
import { cpuMs } from '../cpu.ts'
import { withFolder, withPostgres } from '../databases.ts'
import { quantile } from '../measure.ts'
import { figure, heading, table, type Verdict } from '../report.ts'
import { openRaw } from '../scale/raw.ts'
import { openTimedApp } from '../scale/timed-app.ts'
import { fillProject } from './fill-project.ts'
import {
  bodyOf,
  HISTORY_END,
  headOf,
  SIZES,
  type Size,
  type Trouble,
  WORKFLOWS,
  type Workflow,
} from './made-project.ts'

const ROUNDS = { small: 20, medium: 20, large: 8 }
const WARM_UPS = 3
/** Questions about one head after the first. */
const REPEATS = 3
/** Loops that keep a processor busy each, beside the server. */
const BUSY_LOOPS = 2
const GOAL_MS = 150
const GOAL_BYTES = 200_000

const TROUBLES: Trouble[] = ['change', 'outage']

/** One way to ask for a comparison. */
const ASKED = {
  'as a page': '',
  'as an agent': '&group=ranked&limit=20',
  'all that one answer has': '&limit=200',
}

/**
 * Comparisons of pull requests in three workflows: the first question after an upload and repeated ones, alone and
 * beside two busy loops, with the bytes, statements and rows of an answer, and a floor.
 * `--sqlite`, `--postgres`, `--size=medium` and `--workflow=queue` choose.
 */
export async function benchComparisons(): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const database of chosen(['sqlite', 'postgres'] as const, (name) => `--${name}`))
    for (const size of chosen(Object.keys(SIZES) as Size[], (name) => `--size=${name}`))
      for (const workflow of chosen([...WORKFLOWS], (name) => `--workflow=${name}`))
        verdicts.push(...(await measureProject(database, size, workflow)))
  return verdicts
}

type Database = 'sqlite' | 'postgres'

/** Those that an argument names; all if none is named. */
function chosen<T extends string>(all: readonly T[], argument: (name: T) => string): T[] {
  const some = all.filter((name) => process.argv.includes(argument(name)))
  return some.length > 0 ? some : [...all]
}

const withDatabase = <T>(database: Database, work: (address: StoreAddress) => Promise<T>): Promise<T> =>
  database === 'sqlite'
    ? withFolder((folder) => work({ folder }))
    : withPostgres((postgres) => work({ postgres }))

async function measureProject(database: Database, size: Size, workflow: Workflow): Promise<Verdict[]> {
  heading(
    `Comparisons, ${size} project (${SIZES[size].toLocaleString('en-US')} tests), ${workflow}, ${database}`,
  )
  const { rows, verdicts } = await withDatabase(database, async (address) => {
    const key = await fillProject(address, size, workflow)
    const server = await startBenchServer(address, { key, startAt: HISTORY_END })
    try {
      return await measureTroubles(address, server, { database, size, workflow })
    } finally {
      await server.close()
    }
  })
  table(
    [
      '',
      'first, p50',
      'p95',
      'again, p50',
      'p95',
      'CPU of the first, p50',
      'floor, p50',
      'statements',
      'rows',
      'bytes',
      'gzip',
    ],
    rows,
  )
  return verdicts
}

interface Place {
  database: Database
  size: Size
  workflow: Workflow
}

async function measureTroubles(address: StoreAddress, server: BenchServer, place: Place) {
  const { database, size, workflow } = place
  const rows: string[][] = []
  const verdicts: Verdict[] = []
  let round = 0
  for (const trouble of TROUBLES) {
    let head = ''
    for (const isBusy of [false, true]) {
      const stop = isBusy ? beginBusyLoops() : () => {}
      const [first, cpu, again, floor]: number[][] = [[], [], [], []]
      try {
        for (let count = 0; count < ROUNDS[size] + WARM_UPS; count++) {
          head = await uploadHead(server, place, round++, trouble)
          const path = `/api/compare?head=${head}`
          const before = cpuMs(server.pid)
          const firstMs = (await ask(server, path)).ms
          const firstCpuMs = cpuMs(server.pid) - before
          const againMs: number[] = []
          for (let i = 0; i < REPEATS; i++) againMs.push((await ask(server, path)).ms)
          const floorMs = await floorOf(address, head)
          if (count < WARM_UPS) continue
          first?.push(firstMs)
          cpu?.push(firstCpuMs)
          again?.push(...againMs)
          floor?.push(floorMs)
        }
      } finally {
        stop()
      }
      const [asPage] = await costsOf(address, server, head)
      rows.push([
        `${trouble}${isBusy ? ', busy' : ''}`,
        ...[first, again].flatMap((all = []) => [at(all, 0.5), at(all, 0.95)]),
        at(cpu ?? [], 0.5),
        at(floor ?? [], 0.5),
        ...(asPage
          ? [String(asPage.statements), String(asPage.rows), kb(asPage.bytes), kb(asPage.gzip)]
          : []),
      ])
      const p95 = quantile(sorted(first ?? []), 0.95)
      const area = `First comparison, ${size}, ${workflow}, ${trouble}${isBusy ? ', busy' : ''}, ${database}`
      verdicts.push({
        area,
        goal: `p95 ≤ ${GOAL_MS} ms`,
        measured: figure(p95, 'ms'),
        isMet: p95 <= GOAL_MS,
      })
    }
    for (const { name, statements, rows: read, bytes, gzip } of await costsOf(address, server, head)) {
      rows.push([
        `${trouble}, ${name}`,
        '',
        '',
        '',
        '',
        '',
        String(statements),
        String(read),
        kb(bytes),
        kb(gzip),
      ])
      if (name === 'as a page' || name === 'as an agent')
        verdicts.push({
          area: `Body of a comparison ${name}, ${size}, ${workflow}, ${trouble}, ${database}`,
          goal: `≤ ${kb(GOAL_BYTES)}`,
          measured: kb(bytes),
          isMet: bytes <= GOAL_BYTES,
        })
    }
  }
  return { rows, verdicts }
}

const sorted = (values: number[]) => [...values].sort((a, b) => a - b)
const at = (values: number[], share: number) => figure(quantile(sorted(values), share), 'ms')
const kb = (bytes: number) => figure(bytes / 1_000, 'kB')

/** Uploads a pull request's run and ends it, as the action does. */
async function uploadHead(server: BenchServer, { size, workflow }: Place, round: number, trouble: Trouble) {
  const run = headOf(size, workflow, round, trouble)
  await server.ingest(bodyOf(run))
  const { data } = await server.json<{ data: { id: string }[] }>(
    `/api/executions?pr=${run.pull?.number}&limit=1`,
  )
  const id = data[0]?.id ?? ''
  const settled = await fetch(`${server.url}/api/executions/${id}/settle`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
    body: '{}',
  })
  if (!settled.ok) throw new Error(`Settling answered ${settled.status}: ${await settled.text()}`)
  return id
}

const agent = new Agent({ keepAlive: true })

/** Reads an answer to its end. */
const ask = ({ url, key }: BenchServer, path: string, headers: Record<string, string> = {}) =>
  new Promise<{ ms: number; bytes: number }>((resolve, reject) => {
    const begun = performance.now()
    get(`${url}${path}`, { agent, headers: { authorization: `Bearer ${key}`, ...headers } }, (answer) => {
      let bytes = 0
      answer.on('data', (piece: Buffer) => {
        bytes += piece.length
      })
      answer.on('end', () =>
        answer.statusCode === 200
          ? resolve({ ms: performance.now() - begun, bytes })
          : reject(new Error(`GET ${path} answered ${answer.statusCode}`)),
      )
    }).on('error', reject)
  })

/** What each way to ask costs, without what an earlier question has left. */
async function costsOf(address: StoreAddress, server: BenchServer, head: string) {
  const costs = []
  for (const [name, more] of Object.entries(ASKED)) {
    const path = `/api/compare?head=${head}${more}`
    const app = openTimedApp(address, server.key)
    const { statements, rows, bytes } = await app.ask(path)
    await app.close()
    const gzip = (await ask(server, path, { 'accept-encoding': 'gzip' })).bytes
    costs.push({ name, statements, rows, bytes, gzip })
  }
  return costs
}

/** The tests that differ between a head and the base that its comparison names, with names and messages; milliseconds. */
async function floorOf(address: StoreAddress, publicId: string): Promise<number> {
  const raw = await openRaw(address)
  try {
    const [head] = await raw.rows<{ id: number }>(`select id from execution where public_id = '${publicId}'`)
    const [base] = await raw.rows<{ id: number }>(
      `select id from execution where pull_request is null and id < ${head?.id} or branch like 'gh-readonly-queue/%'
        order by id desc limit 1`,
    )
    return await raw.time(`
      select h.test_id, h.verdict, h.duration_us, b.verdict, b.duration_us, test.key, file.path, reason.message
      from result h left join result b on b.execution_id = ${base?.id} and b.test_id = h.test_id and b.part = h.part
        join test on test.id = h.test_id join file on file.id = test.file_id
        left join reason on reason.id = h.reason_id
      where h.execution_id = ${head?.id} and (b.verdict is null or b.verdict <> h.verdict or h.verdict = 2)`)
  } finally {
    await raw.close()
  }
}

function beginBusyLoops(): () => void {
  const loops = Array.from({ length: BUSY_LOOPS }, () => fork(join(import.meta.dirname, 'busy-loop.mjs')))
  return () => {
    for (const loop of loops) loop.kill('SIGKILL')
  }
}
