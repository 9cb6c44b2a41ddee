import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { cpuMs } from '../cpu.ts'
import { withFolder } from '../databases.ts'
import { quantile, type Sample, sampleOf } from '../measure.ts'
import { figure, heading, say, spread, table, type Verdict } from '../report.ts'
import { command, type Redis, startRedis } from './redis.ts'
import { type Subscribers, subscribe } from './subscribers.ts'
import { benchWaking } from './waking.ts'

const SUBSCRIBERS = 1_000
const ROUNDS = 5
/** Events of a burst, which measures deliveries per second. */
const BURST = 100
/** Consecutive events, or groups of them, which measure latency; with fewer, the slowest one would be the p99. */
const PACED = 20
const GROUP = 10
const PACE_MS = 50
const TEXT = 'x'.repeat(200)

/** A publisher with its subscribers. */
interface Peer {
  name: string
  child: ChildProcess
  /** The process whose processor time counts. */
  pid: number
  subscribers: Subscribers
}

interface Round {
  /** Milliseconds, ascending: of single events, of groups, and of a burst. */
  single: number[]
  group: number[]
  burst: number[]
  perSecond: number
  /** Processor time of a burst, milliseconds. */
  cpu: number
}

/** Events to 1,000 subscribers, beside Redis and beside Hono's own streams; then a waiting command. */
export async function benchBus(): Promise<Verdict[]> {
  heading(`Messages to ${SUBSCRIBERS.toLocaleString('en-US')} streams`)
  const redis = await startRedis()
  if (!redis)
    say('There is no redis-server on this machine, so it was not measured: apt-get install redis-server.')
  const verdicts = await withFolder(async (folder) => {
    const peers = [await ours(folder), await streamSse()]
    if (redis) peers.push(await pubSub(redis), await pubSub(redis, join(folder, 'published')))
    const rounds = new Map(peers.map(({ name }) => [name, [] as Round[]]))
    // The first round warms up.
    for (let round = 0; round <= ROUNDS; round++)
      for (const peer of round % 2 === 0 ? peers : [...peers].reverse()) {
        const measured = await measure(peer)
        if (round > 0) rounds.get(peer.name)?.push(measured)
      }
    for (const { child, subscribers } of peers) {
      subscribers.close()
      child.disconnect()
      await once(child, 'exit')
    }
    return judge(rounds)
  })
  const waking = await benchWaking(redis)
  await redis?.close()
  return [...verdicts, ...waking]
}

async function measure(peer: Peer): Promise<Round> {
  const single = await latencies(peer, 1)
  const group = await latencies(peer, GROUP)
  const { child, pid, subscribers } = peer
  const before = cpuMs(pid)
  const begun = performance.now()
  const came = subscribers.until(SUBSCRIBERS * BURST)
  await publish(child, BURST)
  const burst = await came
  const ms = performance.now() - begun
  return { single, group, burst, perSecond: (SUBSCRIBERS * BURST) / (ms / 1_000), cpu: cpuMs(pid) - before }
}

/** Milliseconds from publication to each subscriber, ascending, of groups with pauses between them. */
async function latencies({ child, subscribers }: Peer, size: number): Promise<number[]> {
  const all: number[] = []
  for (let n = 0; n < PACED; n++) {
    const came = subscribers.until(SUBSCRIBERS * size)
    await publish(child, size)
    for (const ms of await came) all.push(ms)
    await wait(PACE_MS)
  }
  return all.sort((a, b) => a - b)
}

async function publish(child: ChildProcess, count: number): Promise<void> {
  const done = once(child, 'message')
  child.send({ count, text: TEXT, atOnce: 50 })
  await done
}

async function ours(folder: string): Promise<Peer> {
  const child = fork(join(import.meta.dirname, 'stream-child.ts'), [folder])
  const [{ port, key }] = (await once(child, 'message')) as [{ port: number; key: string }]
  const request = `GET /api/bus/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`
  const subscribers = await subscribe(port, SUBSCRIBERS, request, (text) => text.includes(': connected'))
  return { name: 'svc', child, pid: child.pid as number, subscribers }
}

async function streamSse(): Promise<Peer> {
  const child = fork(join(import.meta.dirname, 'stream-sse-child.ts'))
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const request = 'GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const subscribers = await subscribe(port, SUBSCRIBERS, request, (text) => text.includes('event: ready'))
  return { name: 'Hono streamSSE', child, pid: child.pid as number, subscribers }
}

/** With a file, the publisher stores its messages there before it publishes them. */
async function pubSub(redis: Redis, file?: string): Promise<Peer> {
  const channel = file ? 'stored' : 'events'
  const request = command('SUBSCRIBE', channel)
  const subscribers = await subscribe(redis.port, SUBSCRIBERS, request, (text) => text.includes(':1\r\n'))
  const child = fork(join(import.meta.dirname, 'redis-publisher.ts'), [
    String(redis.port),
    channel,
    ...(file ? [file] : []),
  ])
  await once(child, 'message')
  const name = `Redis ${redis.version} pub/sub${file ? ', each message stored first' : ''}`
  return { name, child, pid: redis.pid, subscribers }
}

function judge(rounds: Map<string, Round[]>): Verdict[] {
  const sampled = [...rounds].map(([name, each]) => ({
    name,
    p50: sampleOf(each.map(({ single }) => quantile(single, 0.5))),
    p99: sampleOf(each.map(singleP99)),
    group: sampleOf(each.map(groupP99)),
    burst: sampleOf(each.map(burstP99)),
    perSecond: sampleOf(each.map(({ perSecond }) => perSecond)),
    cpu: sampleOf(each.map(({ cpu }) => cpu)),
  }))
  table(
    [
      '',
      'p50',
      'p99',
      `p99 of ${GROUP} at once`,
      `of ${BURST}`,
      'deliveries/s of them',
      'CPU of the server for them',
    ],
    sampled.map(({ name, p50, p99, group, burst, perSecond, cpu }) => [
      name,
      spread(p50, 'ms'),
      spread(p99, 'ms'),
      spread(group, 'ms'),
      spread(burst, 'ms'),
      spread(perSecond, ''),
      spread(cpu, 'ms'),
    ]),
  )
  const [svc, sse, redis, stored] = [...rounds.values()]
  const area = `Messages to ${SUBSCRIBERS.toLocaleString('en-US')} streams`
  const ratio = (name: string, peer: string, most: number | null, other: Round[] | undefined, of: Figure) => {
    if (!other || !svc) return []
    const measured = sampleOf(svc.map((round, at) => of(round) / of(other[at] as Round)))
    const goal = most === null ? `no goal; beside ${peer}` : `≤ ${most}× ${peer}`
    const isMet = most === null || measured.median <= most
    return [{ area: `${area}, ${name}`, goal, measured: spread(measured, '×'), isMet }]
  }
  const perSecond = sampled[0]?.perSecond as Sample
  return [
    ...ratio('p99', 'Redis', 1.5, redis, singleP99),
    ...ratio('p99', 'Redis after an fdatasync', null, stored, singleP99),
    ...ratio(`p99 of ${GROUP} at once`, 'Redis', 1.5, redis, groupP99),
    ...ratio(`p99 of ${BURST} at once`, 'Redis', 1.5, redis, burstP99),
    ...ratio('CPU of the server', 'Hono streamSSE', 0.5, sse, ({ cpu }) => cpu),
    {
      area: `${area}, deliveries`,
      goal: '≥ 200,000/s',
      measured: figure(perSecond.median, '/s'),
      isMet: perSecond.median >= 200_000,
    },
  ]
}

type Figure = (round: Round) => number

const singleP99: Figure = ({ single }) => quantile(single, 0.99)
const groupP99: Figure = ({ group }) => quantile(group, 0.99)
const burstP99: Figure = ({ burst }) => quantile(burst, 0.99)
