import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../kernel/clock.ts'
import { describeError, type Log } from '../kernel/log.ts'
import { repeat } from '../kernel/repeat.ts'
import type { Store } from '../store/open.ts'
import { paced, RetentionStopped } from './pace.ts'
import type { RetentionDays } from './policy.ts'
import { sweepRetention } from './sweep.ts'

const EVERY_MS = 10 * 60_000

/**
 * Sweeps every ten minutes until it is stopped; that waits for no more than the transaction under way. `isKnown` takes
 * note of an error, and is true if that put it into the log.
 */
export function keepRetention(
  store: Store,
  defaults: RetentionDays,
  clock: Clock,
  log: Log,
  isKnown: (error: unknown, doing: string) => boolean = () => false,
) {
  const stopping = new AbortController()
  const pace = paced(store, {
    timer: () => performance.now(),
    rest: (ms) => sleep(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined),
    isStopping: () => stopping.signal.aborted,
  })
  const sweep = async () => {
    const swept = await sweepRetention(pace, {
      defaults,
      now: clock(),
      onFailure: (executionId, error) => {
        if (isKnown(error, 'archiving')) return
        log({ level: 'error', event: 'archiving failed', executionId, error: describeError(error) })
      },
    })
    if (Object.values(swept).some((count) => count > 0))
      log({ level: 'info', event: 'retention swept', ...swept })
  }
  const repeating = repeat(EVERY_MS, sweep, (error) => {
    if (error instanceof RetentionStopped || isKnown(error, 'retention')) return
    log({ level: 'error', event: 'retention failed', error: describeError(error) })
  })
  return {
    async stop() {
      stopping.abort()
      await repeating.stop()
    },
  }
}
