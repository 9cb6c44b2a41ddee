import { describe, onTestFinished } from 'vitest'
import type { LogRecord } from '../ground/kernel/log.ts'
import type { Wake } from '../ground/kernel/wake.ts'
import type { WakeTimes } from '../ground/wake/connection.ts'
import { dial } from '../ground/wake/dial.ts'
import { makeLocalWake } from '../ground/wake/local.ts'
import { openReplicaWake } from '../ground/wake/replicas.ts'
import { emptyPostgres } from './each-database.ts'
import { hear } from './hear.ts'
import { describeOnNats, startNats } from './nats.ts'

/** Two ends of one wake that hear each other already: two replicas, or the one process there is. */
export interface WakePair {
  a: Wake
  b: Wake
  logged: LogRecord[]
}

/** Opens a server of its own that carries notices, and returns its address. */
export type OpenCarrier = () => Promise<string>

export const CHANNEL = 'svc_test'
/** A busy machine must not count as a broken connection. */
const PATIENT = { answerWithin: 60_000 }
const NO_BEAT_MS = 600_000

/** Runs one suite of tests on each form of `Wake`. */
export function onEachWake(name: string, suite: (open: () => Promise<WakePair>) => void): void {
  describe(`${name}, local`, () =>
    suite(async () => {
      const logged: LogRecord[] = []
      const wake = makeLocalWake((record) => void logged.push(record))
      onTestFinished(() => wake.close())
      return { a: wake, b: wake, logged }
    }))
  onEachCarrier(name, (open) => suite(async () => openWakePair(await open())))
}

/** Runs one suite of tests on each server that carries notices between replicas. */
export function onEachCarrier(name: string, suite: (open: OpenCarrier) => void): void {
  describe(`${name}, Postgres`, () => suite(async () => (await emptyPostgres()).postgres))
  describeOnNats(`${name}, NATS`, (executable) => suite(async () => (await startNats(executable)).address))
}

/** Opens a wake for as long as the test takes. */
export function openWake(
  address: string,
  times: Partial<WakeTimes> = {},
  channel = CHANNEL,
  logged: LogRecord[] = [],
): Wake {
  const log = (record: LogRecord) => void logged.push(record)
  const wake = openReplicaWake({ address, channel, log, times: { ...PATIENT, ...times } })
  onTestFinished(() => wake.close())
  return wake
}

/** Two replicas that hear each other. */
export async function openWakePair(address: string): Promise<WakePair> {
  const logged: LogRecord[] = []
  const [a, b] = [openWake(address, {}, CHANNEL, logged), openWake(address, {}, CHANNEL, logged)]
  await Promise.all([hear(a).untilMissed(), hear(b).untilMissed()])
  return { a, b, logged }
}

/** Sends any texts over the channel, as a stranger may. */
export async function say(address: string, texts: string[]): Promise<void> {
  const times = { ...PATIENT, beatEvery: NO_BEAT_MS }
  const line = await dial(address, CHANNEL, times)(new AbortController().signal, () => undefined)
  await line.send(texts)
  await line.close(true)
}
