import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { startBenchServer } from '../bench-server.ts'
import { cpuMs } from '../cpu.ts'
import { paired, sampleOf } from '../measure.ts'
import { heading, spread, table, type Verdict } from '../report.ts'
import { withHistory } from './kept.ts'
import { HISTORY_END, PROJECT } from './made-history.ts'

const ROUNDS = 9
/** Warm-up until the code of a request is compiled, which takes the server some ten thousand of them. */
const WARM_UPS = 8
const REQUESTS = 3_000
/** Requests under way at once. */
const AT_ONCE = 8
const GOAL = 1.5

const PATHS = ['/healthz', '/api/whoami', `/api/executions?project=${PROJECT}&limit=1`]

/** Processor time of the server for one small answer, beside a minimal server that sends the same bytes. */
export async function benchSmallGet(): Promise<Verdict[]> {
  heading(`Small GET: processor time of the server, ${REQUESTS.toLocaleString('en-US')} requests a round`)
  const bare = fork(join(import.meta.dirname, 'bare.mjs'))
  const [{ port }] = (await once(bare, 'message')) as [{ port: number }]
  const lines = await withHistory('SQLite', '1m', async ({ address, key }) => {
    const server = await startBenchServer(address, { key, startAt: HISTORY_END })
    const authorization = `Bearer ${key}`
    const measured = []
    for (const path of PATHS) {
      await sameBytes(bare, await bytesOf(`${server.url}${path}`, authorization))
      const pairs = await paired(
        ROUNDS,
        () => cpuOf(server.pid, `${server.url}${path}`, authorization),
        () => cpuOf(bare.pid as number, `http://127.0.0.1:${port}${path}`, authorization),
        WARM_UPS,
      )
      measured.push({
        path,
        ours: sampleOf(pairs.map((pair) => pair.ours * 1_000)),
        limit: sampleOf(pairs.map((pair) => pair.limit * 1_000)),
        ratio: sampleOf(pairs.map((pair) => pair.ours / pair.limit)),
      })
    }
    await server.close()
    return measured
  })
  bare.disconnect()
  table(
    ['', 'ours', 'bare node:http', 'ratio'],
    lines.map(({ path, ours, limit, ratio }) => [
      path,
      spread(ours, 'µs'),
      spread(limit, 'µs'),
      spread(ratio, '×'),
    ]),
  )
  return lines.map(({ path, ratio }) => ({
    area: `Small GET, server CPU, ${path}`,
    goal: `≤ ${GOAL}× bare node:http`,
    measured: spread(ratio, '×'),
    isMet: ratio.median <= GOAL,
  }))
}

async function sameBytes(bare: ChildProcess, bytes: number): Promise<void> {
  const ready = once(bare, 'message')
  bare.send({ bytes })
  await ready
}

/** Milliseconds of processor time a request, all threads of the process counted. */
async function cpuOf(pid: number, url: string, authorization: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const before = cpuMs(pid)
  let left = REQUESTS
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) await ask(url, authorization, agent)
    }),
  )
  const spent = cpuMs(pid) - before
  agent.destroy()
  return spent / REQUESTS
}

const bytesOf = (url: string, authorization: string) => ask(url, authorization, new Agent())

const ask = (url: string, authorization: string, agent: Agent) =>
  new Promise<number>((resolve, reject) => {
    const asking = get(url, { agent, headers: { authorization } }, (answer) => {
      let bytes = 0
      answer.on('data', (piece: Buffer) => {
        bytes += piece.length
      })
      answer.on('end', () =>
        answer.statusCode === 200
          ? resolve(bytes)
          : reject(new Error(`GET ${url} answered ${answer.statusCode}`)),
      )
    })
    asking.on('error', reject)
  })
