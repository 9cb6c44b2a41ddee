import { freePages, giveBackPages } from '../store/portable-disk.ts'
import type { Paced } from './pace.ts'

/** The number of free pages that stay; the next writes fill them. */
const KEPT = { share: 0.05, least: 1_024 }
/** A page of 4 KiB costs about as much as a few rows. */
const PAGES_PER_STEP = 128

/**
 * SQLite: truncates free pages from the end of the file, some at a time. Postgres reuses its own free space.
 */
export async function giveBackSpace({ store }: Paced): Promise<void> {
  for (;;) {
    const { free, all } = await freePages(store.read, store.dialect)
    if (free <= Math.max(KEPT.least, all * KEPT.share) + PAGES_PER_STEP) return
    await store.write((db) => giveBackPages(db, store.dialect, PAGES_PER_STEP))
    if ((await freePages(store.read, store.dialect)).free >= free) return
  }
}
