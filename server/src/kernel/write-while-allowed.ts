import type { Store } from '../store/open.ts'

/** The handle of a write's transaction. */
export type Transaction = Parameters<Parameters<Store['write']>[0]>[0]

/** The store of one call. */
export interface CallStore extends Store {
  /**
   * For what the call's own transaction does not store: throws the refusal of a credential that may not write any more.
   * Absent for reads and for the server itself.
   */
  mayWrite?(db?: Transaction): Promise<void>
  /** The same store without this check, for notes that are no part of the call. */
  unchecked?: Store
}

/**
 * Returns the store for a verb that writes. Its first transaction calls `check` first, because it may have waited for
 * its turn longer than the credential was valid. Later ones complete what the first began.
 */
export function writeWhileAllowed(store: Store, check: (db?: Transaction) => Promise<void>): CallStore {
  let hasWritten = false
  const mayWrite = async (db?: Transaction) => {
    if (!hasWritten) await check(db)
  }
  return {
    ...store,
    mayWrite,
    unchecked: store,
    async write(work) {
      const written = await store.write(async (db, changes) => {
        await mayWrite(db)
        return work(db, changes)
      })
      hasWritten = true
      return written
    },
  }
}
