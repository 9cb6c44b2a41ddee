import type { Store } from '../store/open.ts'

/** The handle of a write's transaction. */
export type Transaction = Parameters<Parameters<Store['write']>[0]>[0]

/** The store of one call. */
export interface CallStore extends Store {
  /**
   * For writes outside the call's own transaction: throws the refusal of a credential that may no
   * longer write. Absent for reads and for the server itself.
   */
  mayWrite?(db?: Transaction): Promise<void>
  /** The same store without this check, for records that are not part of the call. */
  unchecked?: Store
}

/**
 * Returns the store for a verb that writes. Its first transaction begins with `check`, because it
 * may have waited for its turn longer than the credential was valid. Later transactions complete
 * the work of the first.
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
