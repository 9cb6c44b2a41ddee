import { describe, onTestFinished } from 'vitest'
import type { LogRecord } from '../ground/kernel/log.ts'
import type { Wake } from '../ground/kernel/wake.ts'
import type { WakeTimes } from '../ground/wake/connection.ts'
import { makeLocalWake } from '../ground/wake/local.ts'
import { openPostgresWake } from '../ground/wake/postgres.ts'
import { emptyPostgres } from './each-database.ts'
import { hear } from './hear.ts'

/** Two ends of one wake that hear each other already: two replicas, or the one process there is. */
export interface WakePair {
  a: Wake
  b: Wake
  logged: LogRecord[]
}

export const CHANNEL = 'svc_test "of" one'
/** A busy machine must not count as a broken connection. */
const PATIENT = { answerWithin: 60_000 }

/** Runs one suite of tests on each form of `Wake`. */
export function onEachWake(name: string, suite: (open: () => Promise<WakePair>) => void): void {
  describe(`${name}, local`, () =>
    suite(async () => {
      const logged: LogRecord[] = []
      const wake = makeLocalWake((record) => void logged.push(record))
      onTestFinished(() => wake.close())
      return { a: wake, b: wake, logged }
    }))
  describe(`${name}, Postgres`, () => suite(async () => openWakePair((await emptyPostgres()).postgres)))
}

/** Opens a wake for as long as the test takes. */
export function openWake(
  address: string,
  times: Partial<WakeTimes> = {},
  channel = CHANNEL,
  logged: LogRecord[] = [],
): Wake {
  const log = (record: LogRecord) => void logged.push(record)
  const wake = openPostgresWake({ address, channel, log, times: { ...PATIENT, ...times } })
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
