import type { Store } from '../../ground/store/open.ts'

/**
 * The target duration of a retention transaction, milliseconds; uploads wait for no more than one of them.
 */
const TARGET_MS = 20
const ROWS = { first: 500, least: 25, most: 5_000 }
const LEAST_REST_MS = 5

/** The server is closing; the next start does the rest. */
export class RetentionStopped extends Error {}

export interface PaceOptions {
  /** A monotonic clock, milliseconds. */
  timer: () => number
  /** Waits; returns early if the server closes. */
  rest: (ms: number) => Promise<unknown>
  isStopping: () => boolean
}

/**
 * A store that rests after each write for at least the write's duration, so that half of the time belongs to
 * others. Also returns how many rows a write should touch to take about 20 ms on this machine.
 */
export function paced(store: Store, { timer, rest, isStopping }: PaceOptions) {
  let rows = ROWS.first
  const adapt = (tookMs: number) => {
    if (tookMs > TARGET_MS) rows = Math.max(ROWS.least, Math.floor(rows / 2))
    else if (tookMs < TARGET_MS / 3) rows = Math.min(ROWS.most, Math.ceil(rows * 1.5))
  }
  const write: Store['write'] = async (work) => {
    if (isStopping()) throw new RetentionStopped()
    let begun = timer()
    const given = await store.write((db, changes) => {
      // Measured here, because the write may have waited for others before.
      begun = timer()
      return work(db, changes)
    })
    const tookMs = timer() - begun
    adapt(tookMs)
    await rest(Math.max(LEAST_REST_MS, tookMs))
    return given
  }
  return { store: { ...store, write } satisfies Store, rows: () => rows }
}

export type Paced = ReturnType<typeof paced>
