import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@svc/test-kit/free-port'
import { openStore } from '../server/src/ground/store/open.ts'
import { bootstrap } from '../server/src/people/identity/bootstrap.ts'
import { bundleServer } from '../tools/bundle-server/bundle.ts'
import { withFolder } from './databases.ts'
import { paired, type Sample, sampleOf } from './measure.ts'
import { figure, heading, spread, table, type Verdict } from './report.ts'

const MAIN = join(import.meta.dirname, '../server/src/main.ts')
const BARE = join(import.meta.dirname, 'bare-server.mjs')
const ROUNDS = 9
const GOAL = 2
const GOAL_MIB = 40
const IDLE_AFTER_MS = 1_000
const ASK_EVERY_MS = 2
const GIVE_UP_MS = 20_000

interface Start {
  /** From the process's start to the first 200, milliseconds. */
  healthyMs: number
  /** The same for a request that needs a key and the database. */
  authenticatedMs: number
  /** Resident memory once idle, MiB: before any read of the database and after one. */
  rssMib: number
  rssReadMib: number
}

type Pair = { ours: Start; limit: Start }

/**
 * The time from the start of the process to its first answers, beside a minimal node:http server:
 * as released, and from sources.
 */
export async function benchStart(): Promise<Verdict[]> {
  heading('Start on an existing database')
  const { bundle, sources } = await withFolder(async (folder) => {
    const data = join(folder, 'data')
    const store = await openStore({ folder: data })
    const key = (await bootstrap(store, Date.now, 'admin')) ?? ''
    await store.close()
    await bundleServer(join(folder, 'server'))
    const beside = (file: string) =>
      paired(
        ROUNDS,
        () => startOnce(file, '/healthz', { SVC_DATA: data }, key),
        () => startOnce(BARE, '/', {}),
        1,
      )
    return { bundle: await beside(join(folder, 'server/lib/main.js')), sources: await beside(MAIN) }
  })
  const shipped = figuresOf(bundle)
  table(
    ['', 'ours', 'bare node:http', 'ratio or difference'],
    [...rowsOf('bundle', shipped), ...rowsOf('sources', figuresOf(sources))],
  )
  const timeVerdict = (area: string, { ratio }: Figures): Verdict => ({
    area,
    goal: `≤ ${GOAL}× bare node:http`,
    measured: spread(ratio, '×'),
    isMet: ratio.median <= GOAL,
  })
  const { rss, rssRead } = shipped
  return [
    timeVerdict('Start of the bundle, first 200 (/healthz)', shipped.healthy),
    timeVerdict('Start of the bundle, first 200 with a key and the database', shipped.authenticated),
    {
      area: 'Start of the bundle, idle memory',
      goal: `≤ +${GOAL_MIB} MiB`,
      measured: `+${figure(rss.more.median, 'MiB')}; after a first read +${figure(rssRead.more.median, 'MiB')}`,
      isMet: rss.more.median <= GOAL_MIB,
    },
  ]
}

type Figures = Record<'ours' | 'limit' | 'ratio' | 'more', Sample>

function figuresOf(pairs: Pair[]) {
  const of = (pick: (start: Start) => number): Figures => ({
    ours: sampleOf(pairs.map(({ ours }) => pick(ours))),
    limit: sampleOf(pairs.map(({ limit }) => pick(limit))),
    ratio: sampleOf(pairs.map(({ ours, limit }) => pick(ours) / pick(limit))),
    more: sampleOf(pairs.map(({ ours, limit }) => pick(ours) - pick(limit))),
  })
  return {
    healthy: of((start) => start.healthyMs),
    authenticated: of((start) => start.authenticatedMs),
    rss: of((start) => start.rssMib),
    rssRead: of((start) => start.rssReadMib),
  }
}

function rowsOf(
  name: string,
  { healthy, authenticated, rss, rssRead }: ReturnType<typeof figuresOf>,
): string[][] {
  const row = (what: string, { ours, limit, ratio, more }: Figures, unit: string) => [
    `${name}: ${what}`,
    spread(ours, unit),
    spread(limit, unit),
    unit === 'ms' ? spread(ratio, '×') : spread(more, unit),
  ]
  return [
    row('first 200 of /healthz', healthy, 'ms'),
    row('first 200 with a key and the database', authenticated, 'ms'),
    row('resident, idle after the start', rss, 'MiB'),
    row('resident, idle after a first read', rssRead, 'MiB'),
  ]
}

async function startOnce(
  file: string,
  path: string,
  environment: Record<string, string>,
  key?: string,
): Promise<Start> {
  const port = await freePort()
  const env = { PATH: process.env.PATH, SVC_PORT: String(port), ...environment }
  const begun = performance.now()
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const url = `http://127.0.0.1:${port}`
  await until200(`${url}${path}`)
  const healthyMs = performance.now() - begun
  const ask = () => (key ? until200(`${url}/api/executions?limit=1`, key) : Promise.resolve())
  // In a separate start, so that the first request does not profit from the previous one.
  await sleep(IDLE_AFTER_MS)
  const rssMib = residentMib(child)
  await ask()
  await sleep(IDLE_AFTER_MS)
  const rssReadMib = residentMib(child)
  await ended(child)
  const authenticatedMs = key ? await authenticatedStart(file, env, url, key) : healthyMs
  return { healthyMs, authenticatedMs, rssMib, rssReadMib }
}

async function authenticatedStart(file: string, env: NodeJS.ProcessEnv, url: string, key: string) {
  const begun = performance.now()
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  await until200(`${url}/api/executions?limit=1`, key)
  const ms = performance.now() - begun
  await ended(child)
  return ms
}

async function until200(url: string, key?: string): Promise<void> {
  const headers = key ? { authorization: `Bearer ${key}` } : {}
  const status = () =>
    new Promise<number>((resolve) => {
      const asking = get(url, { headers, agent: false }, (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode ?? 0))
      })
      asking.on('error', () => resolve(0))
    })
  const until = performance.now() + GIVE_UP_MS
  for (let last = await status(); last !== 200; last = await status()) {
    if (performance.now() > until) throw new Error(`${url} answers ${last || 'nothing'}`)
    await sleep(ASK_EVERY_MS)
  }
}

const residentMib = (child: ChildProcess): number => {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1024
}

async function ended(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}
