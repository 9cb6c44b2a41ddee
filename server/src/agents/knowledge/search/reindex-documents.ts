import { outageOf } from '../../../ground/kernel/outage.ts'
import type { Store } from '../../../ground/store/open.ts'
import { inTurns } from '../../../ground/store/round-robin.ts'
import { indexInSteps, toIndex } from '../index-document.ts'
import { removeAllSuperseded } from '../remove-superseded.ts'
import { forgetTerms } from './index-terms.ts'

/**
 * Indexes documents that the index lacks, or has in the form of another version, in small transactions; then removes
 * chunks that search no longer shows, and unused terms. Returns how many documents it indexed. Writes of documents index them before they are acknowledged, without
 * this, unless the server ended meanwhile. Throws at the end if some documents could not be indexed.
 */
export async function reindexDocuments(store: Store, signal: AbortSignal): Promise<number> {
  let indexed = 0
  const failures: unknown[] = []
  // In turns of their organizations: after an upgrade, all documents of all organizations wait.
  for (const { id } of inTurns(
    await toIndex(store).orderBy('document.id').execute(),
    (one) => one.organization_id,
  )) {
    if (signal.aborted) return indexed
    try {
      await indexInSteps(store, id)
      indexed++
    } catch (error) {
      // One document must not stop the others of all organizations; an outage stops all.
      if (outageOf(error)) throw error
      failures.push(error)
    }
  }
  await removeAllSuperseded(store, signal)
  while (!signal.aborted && (await store.write((db) => forgetTerms(db, store.dialect))) > 0);
  if (failures.length > 0)
    throw failures.length === 1
      ? failures[0]
      : new AggregateError(failures, 'Some documents cannot be indexed')
  return indexed
}

/** Documents whose index a killed server may have left half way. */
const MOST_INTERRUPTED = 20

/**
 * Completes the index of documents that a killed server has left half way, on any replica, until the signal aborts. More
 * of them wait only after an upgrade, so then it leaves all to `reindexDocuments`.
 */
export async function completeInterrupted(store: Store, signal: AbortSignal): Promise<void> {
  const waiting = await toIndex(store)
    .orderBy('document.id')
    .limit(MOST_INTERRUPTED + 1)
    .execute()
  if (waiting.length > MOST_INTERRUPTED) return
  for (const { id } of waiting) if (!signal.aborted) await indexInSteps(store, id)
}
