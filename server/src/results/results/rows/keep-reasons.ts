import type { Store } from '../../../ground/store/open.ts'

/**
 * Reads facts of reasons by id and keeps the `most` that were read last, for each connection: a reason never changes,
 * and its id is never used again. Nearly all failures of a run have reasons that other runs had before.
 */
export function keepReasons<Fact>(
  most: number,
  read: (store: Store, ids: number[]) => Promise<ReadonlyMap<number, Fact>>,
): (store: Store, ids: Iterable<number>) => Promise<Map<number, Fact>> {
  const byConnection = new WeakMap<Store['lookup'], Map<number, Fact>>()
  return async (store, ids) => {
    const kept = byConnection.get(store.lookup) ?? new Map<number, Fact>()
    byConnection.set(store.lookup, kept)
    const facts = new Map<number, Fact>()
    const missing: number[] = []
    for (const id of new Set(ids)) {
      const known = kept.get(id)
      if (known === undefined) missing.push(id)
      else facts.set(id, known)
    }
    if (missing.length === 0) return facts
    for (const [id, fact] of await read(store, missing)) {
      facts.set(id, fact)
      kept.set(id, fact)
    }
    for (const id of kept.keys()) {
      if (kept.size <= most) break
      kept.delete(id)
    }
    return facts
  }
}
