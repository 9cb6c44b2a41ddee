import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { openReplicaWake } from '../../server/src/ground/wake/replicas.ts'
import { withPostgres } from '../databases.ts'
import { paired, quantile, sampleOf } from '../measure.ts'
import { figure, heading, spread, table, type Verdict } from '../report.ts'
import type { ListenerAnswer, ListenerQuestion, ListenerTask } from './listener-child.ts'

const REPLICAS = 4
const BYTES = 256
const ROUNDS = 3
const SECONDS = 2
const RATES = [1_000, 10_000]
/** Of notices that take a transaction each. */
const CONNECTIONS = 4
const GOAL = 10
/** After the last notice, for those on their way. */
const SILENCE_MS = 1_000
const CHANNEL = 'svc_bench'
const PLAIN = 'svc_bench_plain'

interface Round {
  /** Milliseconds from notify to a replica's listener, ascending. */
  ms: number[]
  sent: number
}

/** From one replica's `notify` to the listeners of four others, beside a transaction for each notice. */
export async function benchWake(): Promise<Verdict[]> {
  heading(`Notices of ${BYTES} bytes from one replica to ${REPLICAS}, over Postgres`)
  const measured = await withPostgres(async (address) => {
    const listeners = await Promise.all(Array.from({ length: REPLICAS }, () => startListener(address)))
    const wake = openReplicaWake({ address, channel: CHANNEL, log: () => undefined })
    await new Promise<void>((resolve) => void wake.listen('outbox', (told) => told === 'missed' && resolve()))
    const pool = new pg.Pool({ connectionString: address, max: CONNECTIONS })
    const plain = (notice: string) => pool.query('select pg_notify($1, $2)', [PLAIN, notice])
    const rows = []
    for (const rate of RATES) {
      const pairs = await paired(
        ROUNDS,
        () => publish(rate, listeners, async (notice) => wake.notify('outbox', notice)),
        () => publish(rate, listeners, plain),
        1,
      )
      rows.push({ rate, pairs })
    }
    await pool.end()
    await wake.close()
    await Promise.all(listeners.map((listener) => listener.close()))
    return rows
  })
  table(
    ['notices a second', 'ours, p50', 'p99', 'heard', 'a transaction each, p50', 'p99', 'heard'],
    measured.map(({ rate, pairs }) => [
      rate.toLocaleString('en-US'),
      ...columnsOf(pairs.map(({ ours }) => ours)),
      ...columnsOf(pairs.map(({ limit }) => limit)),
    ]),
  )
  return measured.flatMap(({ rate, pairs }) => {
    const ratio = sampleOf(pairs.map(({ ours, limit }) => quantile(limit.ms, 0.5) / quantile(ours.ms, 0.5)))
    const least = Math.min(...pairs.map(({ ours }) => shareHeard(ours)))
    const area = `Notices to ${REPLICAS} replicas, ${rate.toLocaleString('en-US')}/s`
    return [
      { area, goal: 'all heard', measured: figure(least * 100, '%'), isMet: least === 1 },
      {
        area: `${area}, p50`,
        goal: `a transaction each takes ≥ ${GOAL}× as long`,
        measured: spread(ratio, '×'),
        isMet: ratio.median >= GOAL,
      },
    ]
  })
}

const columnsOf = (rounds: Round[]) => [
  spread(sampleOf(rounds.map(({ ms }) => quantile(ms, 0.5))), 'ms'),
  spread(sampleOf(rounds.map(({ ms }) => quantile(ms, 0.99))), 'ms'),
  figure(Math.min(...rounds.map(shareHeard)) * 100, '%'),
]

const shareHeard = ({ ms, sent }: Round) => ms.length / (sent * REPLICAS)

/** Sends at a rate that does not wait for answers, and collects what all replicas heard. */
async function publish(
  rate: number,
  listeners: Listener[],
  notify: (notice: string) => Promise<unknown>,
): Promise<Round> {
  const most = rate * SECONDS
  const begun = performance.now()
  const sending: Promise<unknown>[] = []
  while (sending.length < most) {
    const due = Math.min(most, Math.floor(((performance.now() - begun) / 1_000) * rate))
    while (sending.length < due)
      sending.push(notify(`${process.hrtime.bigint()} ${sending.length} `.padEnd(BYTES, '.')))
    await wait(1)
  }
  await Promise.all(sending)
  const ms: number[] = []
  for (let news = 1; news > 0; ) {
    await wait(SILENCE_MS)
    const heard = (await Promise.all(listeners.map((listener) => listener.heard()))).flat()
    for (const each of heard) ms.push(each)
    news = heard.length
  }
  return { ms: ms.sort((a, b) => a - b), sent: most }
}

interface Listener {
  /** Milliseconds of each notice since this was last asked. */
  heard(): Promise<number[]>
  close(): Promise<void>
}

async function startListener(address: string): Promise<Listener> {
  const task: ListenerTask = { address, channel: CHANNEL, plain: PLAIN }
  const child = fork(join(import.meta.dirname, 'listener-child.ts'), [JSON.stringify(task)])
  await told(child)
  const ask = (question: ListenerQuestion) => child.send(question)
  return {
    async heard() {
      const answer = told(child)
      ask('heard')
      return ((await answer) as { ms: number[] }).ms
    },
    async close() {
      const exited = once(child, 'exit')
      ask('close')
      await exited
    },
  }
}

const told = async (child: ChildProcess) => (await once(child, 'message'))[0] as ListenerAnswer
