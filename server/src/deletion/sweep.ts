import { setImmediate } from 'node:timers/promises'
import type { Store } from '../store/open.ts'
import { removeDeleted } from './remove-deleted.ts'

/** How long one sweep goes on, milliseconds; the next one takes up where it stopped. */
const BUDGET_MS = 2_000

/** Removes rows of what was deleted, one short transaction after another, until none are left or time is up. */
export async function sweepDeleted(store: Store, now: number, budgetMs = BUDGET_MS): Promise<void> {
  const end = performance.now() + budgetMs
  // SQLite answers without leaving the thread: without a pause requests would wait for all of the steps.
  while ((await removeDeleted(store, now)) && performance.now() < end) await setImmediate()
}
