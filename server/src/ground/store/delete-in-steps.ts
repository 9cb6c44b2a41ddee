import type { DeleteResult } from 'kysely'
import type { Store } from './open.ts'
import type { Db } from './portable.ts'

/** Rows that one transaction deletes. */
export const ROWS_AT_ONCE = 1_000

/**
 * Deletes rows in several transactions, so that other writers take turns. `deleteSome` deletes at most
 * `limit` rows.
 */
export async function deleteInSteps(
  { write }: Pick<Store, 'write'>,
  deleteSome: (db: Db, limit: number) => Promise<DeleteResult>,
): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await write((db) => deleteSome(db, ROWS_AT_ONCE))
    if (numDeletedRows < ROWS_AT_ONCE) return
  }
}
