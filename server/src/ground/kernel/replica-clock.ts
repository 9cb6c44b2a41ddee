import { type Clock, systemClock } from './clock.ts'
import type { Log } from './log.ts'

/**
 * A clock within this range of the database's clock counts as right, because asking also takes
 * time; milliseconds.
 */
const TOLERATED_MS = 1_000

/** The clock of this replica. */
export interface ReplicaClock {
  now: Clock
  /** Compares the machine's clock with the database's. Rejects if the database does not answer. */
  compare(): Promise<void>
}

export interface ReplicaClockParts {
  /** The database's time; with SQLite, the machine's. */
  ask(): Promise<number>
  log: Log
  machine?: Clock
}

/**
 * Opens the clock that all replicas of a database share, because they compare each other's times,
 * such as that of an event with that of a subscription. A machine whose clock is wrong by more than
 * a second is corrected, and the log reports it.
 */
export async function openReplicaClock({
  ask,
  log,
  machine = systemClock,
}: ReplicaClockParts): Promise<ReplicaClock> {
  let aheadMs = 0
  const compare = async () => {
    const before = machine()
    const shared = await ask()
    const after = machine()
    // A slow answer proves little, and neither does a clock that was set meanwhile.
    if (Math.abs(after - before) > TOLERATED_MS) return
    const differsMs = Math.round((before + after) / 2 - shared)
    const isRight = Math.abs(differsMs) <= TOLERATED_MS
    if (isRight !== (aheadMs === 0))
      log(
        isRight
          ? { level: 'info', event: 'clock right again' }
          : { level: 'warn', event: 'clock differs from the database', aheadMs: differsMs },
      )
    aheadMs = isRight ? 0 : differsMs
  }
  await compare()
  return { now: () => machine() - aheadMs, compare }
}
