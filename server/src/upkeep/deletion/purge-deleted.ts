import { setImmediate } from 'node:timers/promises'
import type { Store } from '../../ground/store/open.ts'
import { purgeNext } from './purge-next.ts'

/** The duration of one purge, milliseconds; the next one continues. */
const BUDGET_MS = 2_000

/** Removes rows of deleted objects in short transactions, until none are left or time is up. */
export async function purgeDeleted(store: Store, now: number, budgetMs = BUDGET_MS): Promise<void> {
  const end = performance.now() + budgetMs
  // SQLite answers without leaving the thread: without a pause, requests would wait for all steps.
  while ((await purgeNext(store, now)) && performance.now() < end) await setImmediate()
}
