import { Problem } from '../../../ground/kernel/problem.ts'
import type { Watch } from './watch.ts'

/** The maximum number of waiting requests of one credential. */
const MOST = 20

/** A request that waits for new messages. It notices messages that arrive after `open`. */
interface Waiter {
  /**
   * `changed`: the inbox has new messages. `quiet`: none arrived in time. `over`: the client
   * disconnected, or the server stops.
   */
  changed(withinMs: number, signal: AbortSignal): Promise<'changed' | 'quiet' | 'over'>
  close(): void
}

/** The waiting requests of this process. */
export interface Waiters {
  /** Throws RATE_LIMITED if the credential has too many waiting requests. */
  open(agent: string, credential: string): Waiter
  /** The number of waiting requests. */
  count(): number
  /** Ends all waits; later ones end at once. */
  drain(): void
}

/** A waiting request holds no database connection, only a listener. */
export function makeWaiters(watch: Watch): Waiters {
  const counts = new Map<string, number>()
  const draining = new AbortController()

  const take = (credential: string): (() => void) => {
    const count = counts.get(credential) ?? 0
    if (count >= MOST)
      throw new Problem(
        'RATE_LIMITED',
        `This credential may have ${MOST} requests that wait for messages. End one of them first, or ask without wait_ms.`,
        { retryAfterSeconds: 1 },
      )
    counts.set(credential, count + 1)
    return () => {
      const left = (counts.get(credential) ?? 1) - 1
      if (left > 0) counts.set(credential, left)
      else counts.delete(credential)
    }
  }

  return {
    open(agent, credential) {
      const release = take(credential)
      let hasChanged = false
      let wake = () => {}
      const unwatch = watch.on(agent, () => {
        hasChanged = true
        wake()
      })
      return {
        async changed(withinMs, signal) {
          const ended = AbortSignal.any([signal, draining.signal])
          if (!hasChanged && !ended.aborted)
            await new Promise<void>((resolve) => {
              const end = () => {
                clearTimeout(timer)
                ended.removeEventListener('abort', end)
                resolve()
              }
              const timer = setTimeout(end, withinMs)
              wake = end
              ended.addEventListener('abort', end)
            })
          const outcome = ended.aborted ? 'over' : hasChanged ? 'changed' : 'quiet'
          hasChanged = false
          return outcome
        },
        close() {
          unwatch()
          release()
        },
      }
    },
    count: () => [...counts.values()].reduce((sum, each) => sum + each, 0),
    drain: () => draining.abort(),
  }
}
