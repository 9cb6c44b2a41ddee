import { Problem } from '../../kernel/problem.ts'
import type { Watch } from './watch.ts'

/** Requests of one credential that may wait at a time. */
const MOST = 20

/** A request that waits for new messages. It notices the ones that arrive after `open`. */
interface Waiter {
  /** `changed`: the inbox has. `quiet`: it has not within this time. `over`: the client left, or the server stops. */
  changed(withinMs: number, signal: AbortSignal): Promise<'changed' | 'quiet' | 'over'>
  close(): void
}

/** The waiting requests of this process. */
export interface Waiters {
  /** Throws RATE_LIMITED if the credential has too many waiting requests. */
  open(agent: string, credential: string): Waiter
  /** Requests that wait now. */
  count(): number
  /** Ends all waits; later ones end at once. */
  drain(): void
}

/** Waiting holds no connection of the database, only a listener. */
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
