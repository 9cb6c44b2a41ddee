import type { Db } from '../../ground/store/portable.ts'
import { latestParts, PLACE_COLUMNS } from './latest-parts.ts'

/**
 * Counts the current errors outside tests, and stores the count on the execution. An error is current until
 * its part is re-run, regardless of the new attempt's results; so the count does not depend on the order of
 * arrival.
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
