import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../ground/kernel/clock.ts'
import { describeError, type Log } from '../../ground/kernel/log.ts'
import type { Store } from '../../ground/store/open.ts'
import { applyRetention } from './apply-retention.ts'
import { paced, RetentionStopped } from './pace.ts'
import type { RetentionDays } from './periods.ts'

interface RetentionParts {
  defaults: RetentionDays
  clock: Clock
  log: Log
  /** Records an error; returns true if it was logged. */
  isKnown: (error: unknown, doing: string) => boolean
}

/**
 * Applies retention once. If the signal aborts, it ends after the current transaction, and the next run continues.
 */
export async function runRetention(
  store: Store,
  { defaults, clock, log, isKnown }: RetentionParts,
  ending: AbortSignal,
): Promise<void> {
  const pace = paced(store, {
    timer: () => performance.now(),
    rest: (ms) => sleep(ms, undefined, { signal: ending, ref: false }).catch(() => undefined),
    isStopping: () => ending.aborted,
  })
  try {
    const counts = await applyRetention(pace, {
      defaults,
      now: clock(),
      onFailure: (executionId, error) => {
        if (isKnown(error, 'archiving')) return
        log({ level: 'error', event: 'archiving failed', executionId, error: describeError(error) })
      },
    })
    if (Object.values(counts).some((count) => count > 0))
      log({ level: 'info', event: 'retention swept', ...counts })
  } catch (error) {
    if (!(error instanceof RetentionStopped)) throw error
  }
}
