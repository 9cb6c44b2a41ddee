import type { Db } from '../store/portable.ts'
import { latestParts, PLACE_COLUMNS } from './latest-parts.ts'

/**
 * Counts the errors outside tests that hold, and stores the count on the execution. An error holds until its part is
 * run again, whatever the new attempt reports; so the count is the same in any order of arrival.
 */
export async function countErrors(db: Db, executionId: number): Promise<void> {
  const parts = await db
    .selectFrom('part')
    .select(['number', ...PLACE_COLUMNS])
    .where('execution_id', '=', executionId)
    .execute()
  const latest = latestParts(parts).map((part) => part.number)
  await db
    .updateTable('execution')
    .set((eb) => ({
      errors: eb
        .selectFrom('part_error')
        .select((count) => count.fn.countAll<number>().as('errors'))
        .where('execution_id', '=', executionId)
        .where('part', 'in', latest),
    }))
    .where('id', '=', executionId)
    .execute()
}
