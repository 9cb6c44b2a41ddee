import type { Store } from '../store/open.ts'

/** The handle of a write's transaction. */
export type Transaction = Parameters<Parameters<Store['write']>[0]>[0]

/**
 * Returns the store for a verb that writes. Its first transaction calls `check` first, because it may have waited for
 * its turn longer than the credential was valid. Later ones complete what the first began.
 */
export function writeWhileAllowed(store: Store, check: (db: Transaction) => Promise<void>): Store {
  let hasWritten = false
  return {
    ...store,
    async write(work) {
      const written = await store.write(async (db, changes) => {
        if (!hasWritten) await check(db)
        return work(db, changes)
      })
      hasWritten = true
      return written
    },
  }
}
