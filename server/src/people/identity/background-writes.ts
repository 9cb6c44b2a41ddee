import type { Store } from '../../ground/store/open.ts'
import type { Db } from '../../ground/store/portable.ts'

/** The number of recent writes that are remembered; forgetting one costs one more write. */
const REMEMBERED = 10_000

/**
 * Writes that requests cause without waiting for them: their duration and failure do not affect the
 * caller.
 */
export interface BackgroundWrites {
  write(work: (db: Db) => Promise<unknown>): Promise<void>
  /** Writes unless the last write with this name, by the database or by this process, is recent enough. */
  atMostEvery(
    everyMs: number,
    name: string,
    writtenAt: number | null,
    now: number,
    work: (db: Db) => Promise<unknown>,
  ): void
  /** Resolves after the pending writes. */
  idle(): Promise<void>
}

export function makeBackgroundWrites(store: Store): BackgroundWrites {
  const lastWrites = new Map<string, number>()
  const pending = new Set<Promise<unknown>>()
  const write = (work: (db: Db) => Promise<unknown>, onFailure = () => {}) => {
    const writing: Promise<void> = store
      .write(work)
      // The database is busy or closing; the next use writes it.
      .then(() => undefined, onFailure)
      .finally(() => pending.delete(writing))
    pending.add(writing)
    return writing
  }
  return {
    write,
    atMostEvery(everyMs, name, writtenAt, now, work) {
      const last = Math.max(writtenAt ?? 0, lastWrites.get(name) ?? 0)
      if (now - last < everyMs) return
      if (lastWrites.size >= REMEMBERED) lastWrites.clear()
      lastWrites.set(name, now)
      write(work, () => void lastWrites.delete(name))
    },
    async idle() {
      await Promise.all(pending)
    },
  }
}
