import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { withFolder } from '../databases.ts'
import { quantile, type Sample, sampleOf } from '../measure.ts'
import { heading, spread, table, type Verdict } from '../report.ts'
import type { Redis } from './redis.ts'

const MESSAGES = 50
const ROUNDS = 3
const COMMAND = join(import.meta.dirname, '../../packages/cli/src/main.ts')
const REDIS_LISTENER = join(import.meta.dirname, 'redis-listener.ts')

/** A process that prints each message it receives. */
interface Peer {
  name: string
  sender: ChildProcess
  listener: ChildProcess
  /** The milliseconds between sending and printing of the next line. */
  nextLine: () => Promise<number>
}

/**
 * The time from the call that sends a message to the line that `svc agent listen` prints, beside a
 * subscriber of Redis.
 */
export async function benchWaking(redis: Redis | null): Promise<Verdict[]> {
  heading('A message to a waiting svc agent listen')
  const rounds = await withFolder(async (folder) => {
    const peers = [await ours(folder), ...(redis ? [await pubSub(redis)] : [])]
    const measured = new Map(peers.map(({ name }) => [name, [] as number[][]]))
    // The first round waits for the start of the commands.
    for (let round = 0; round <= ROUNDS; round++)
      for (const peer of round % 2 === 0 ? peers : [...peers].reverse()) {
        const ms = await measure(peer)
        if (round > 0) measured.get(peer.name)?.push(ms)
      }
    for (const { listener, sender } of peers) {
      listener.kill()
      await once(listener, 'exit')
      sender.disconnect()
      await once(sender, 'exit')
    }
    return measured
  })
  const sampled = [...rounds].map(([name, each]) => ({
    name,
    p50: sampleOf(each.map((ms) => quantile(ms, 0.5))),
    p99: sampleOf(each.map((ms) => quantile(ms, 0.99))),
  }))
  table(
    ['from sending to the printed line', 'p50', 'p99'],
    sampled.map(({ name, p50, p99 }) => [name, spread(p50, 'ms'), spread(p99, 'ms')]),
  )
  const [svc, other] = [...rounds.values()]
  const ratio =
    svc && other && sampleOf(svc.map((ms, at) => quantile(ms, 0.5) / quantile(other[at] ?? [], 0.5)))
  const p50 = sampled[0]?.p50 as Sample
  const measured = `${spread(p50, 'ms')}${ratio ? `, ${spread(ratio, '×')} Redis, which stores nothing` : ''}`
  return [{ area: 'A message to a waiting svc agent listen, p50', goal: 'no goal', measured, isMet: true }]
}

async function measure({ sender, nextLine }: Peer): Promise<number[]> {
  const ms: number[] = []
  for (let n = 0; n < MESSAGES; n++) {
    const line = nextLine()
    const done = once(sender, 'message')
    sender.send({ count: 1, text: '', atOnce: 1 })
    ms.push(await line)
    await done
    await wait(20)
  }
  return ms.sort((a, b) => a - b)
}

async function ours(folder: string): Promise<Peer> {
  const sender = fork(join(import.meta.dirname, 'stream-child.ts'), [folder])
  const [{ port, key }] = (await once(sender, 'message')) as [{ port: number; key: string }]
  const { PATH = '', HOME = '' } = process.env
  const listener = spawn(process.execPath, [COMMAND, 'agent', 'listen', '--json'], {
    cwd: folder,
    env: { PATH, HOME, SVC_URL: `http://127.0.0.1:${port}`, SVC_API_KEY: key },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { name: 'svc agent listen', sender, listener, nextLine: readTimes(listener) }
}

async function pubSub({ port, version }: Redis): Promise<Peer> {
  const listener = spawn(process.execPath, [REDIS_LISTENER, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // The answer to its subscription; messages published before it are lost.
  await once(listener.stdout, 'data')
  const sender = fork(join(import.meta.dirname, 'redis-publisher.ts'), [String(port), 'events'])
  await once(sender, 'message')
  return { name: `Redis ${version} pub/sub`, sender, listener, nextLine: readTimes(listener) }
}

/** The milliseconds from the time in a message to the arrival of its line; one promise for each. */
function readTimes({ stdout }: ChildProcess): () => Promise<number> {
  const waiting: ((ms: number) => void)[] = []
  let rest = ''
  stdout?.setEncoding('utf8').on('data', (piece: string) => {
    const now = process.hrtime.bigint()
    const found = (rest + piece).split('\n')
    rest = found.pop() ?? ''
    for (const line of found) {
      const sent = /t=(\d+);/.exec(line)?.[1]
      if (sent !== undefined) waiting.shift()?.(Number(now - BigInt(sent)) / 1e6)
    }
  })
  return () => new Promise((resolve) => waiting.push(resolve))
}
