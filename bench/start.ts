import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bootstrap } from '../server/src/identity/bootstrap.ts'
import { openStore } from '../server/src/store/open.ts'
import { freePort, withFolder } from './databases.ts'
import { paired, sampleOf } from './measure.ts'
import { figure, heading, spread, table, type Verdict } from './report.ts'

const MAIN = join(import.meta.dirname, '../server/src/main.ts')
const BARE = join(import.meta.dirname, 'bare-server.mjs')
const ROUNDS = 9
const GOAL = 2
const GOAL_MIB = 40
const IDLE_AFTER_MS = 1_000
const ASK_EVERY_MS = 2

interface Start {
  /** From the process's start to the first 200, milliseconds. */
  healthyMs: number
  /** The same for a request that needs a key and the database. */
  authenticatedMs: number
  /** Resident memory once idle, MiB: before any read of the database and after one. */
  rssMib: number
  rssReadMib: number
}

/** From the start of the process to its first answers, beside a bare node:http server. */
export async function benchStart(): Promise<Verdict[]> {
  heading('Start on an existing database')
  const pairs = await withFolder(async (folder) => {
    const store = await openStore({ folder })
    const key = (await bootstrap(store, Date.now)) ?? ''
    await store.close()
    return paired(
      ROUNDS,
      () => startOnce(MAIN, '/healthz', { SVC_DATA: folder }, key),
      () => startOnce(BARE, '/', {}),
      1,
    )
  })
  const of = (pick: (start: Start) => number) => ({
    ours: sampleOf(pairs.map(({ ours }) => pick(ours))),
    limit: sampleOf(pairs.map(({ limit }) => pick(limit))),
    ratio: sampleOf(pairs.map(({ ours, limit }) => pick(ours) / pick(limit))),
    more: sampleOf(pairs.map(({ ours, limit }) => pick(ours) - pick(limit))),
  })
  const healthy = of((start) => start.healthyMs)
  const authenticated = of((start) => start.authenticatedMs)
  const rss = of((start) => start.rssMib)
  const rssRead = of((start) => start.rssReadMib)
  table(
    ['', 'ours', 'bare node:http', 'ratio or difference'],
    [
      [
        'first 200 of /healthz',
        spread(healthy.ours, 'ms'),
        spread(healthy.limit, 'ms'),
        spread(healthy.ratio, '×'),
      ],
      [
        'first 200 with a key and the database',
        spread(authenticated.ours, 'ms'),
        spread(authenticated.limit, 'ms'),
        spread(authenticated.ratio, '×'),
      ],
      [
        'resident, idle after the start',
        spread(rss.ours, 'MiB'),
        spread(rss.limit, 'MiB'),
        spread(rss.more, 'MiB'),
      ],
      [
        'resident, idle after a first read',
        spread(rssRead.ours, 'MiB'),
        spread(rssRead.limit, 'MiB'),
        spread(rssRead.more, 'MiB'),
      ],
    ],
  )
  const timeVerdict = (area: string, { ratio }: typeof healthy): Verdict => ({
    area,
    goal: `≤ ${GOAL}× bare node:http`,
    measured: spread(ratio, '×'),
    isMet: ratio.median <= GOAL,
  })
  return [
    timeVerdict('Start, first 200 (/healthz)', healthy),
    timeVerdict('Start, first 200 with a key and the database', authenticated),
    {
      area: 'Start, idle memory',
      goal: `≤ +${GOAL_MIB} MiB`,
      measured: `+${figure(rss.more.median, 'MiB')}; after a first read +${figure(rssRead.more.median, 'MiB')}`,
      isMet: rss.more.median <= GOAL_MIB,
    },
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
  // In a start of its own: what the first question waited for is not to be paid for already by the one before.
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
  while ((await status()) !== 200) await sleep(ASK_EVERY_MS)
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
