import type { Db } from '../../ground/store/portable.ts'

/**
 * Deletes up to `rows` rows of an execution, and the rest of their last test; the first ones in the order of tests. True if
 * nothing is left.
 */
export async function deleteSome(
  db: Db,
  table: 'attempt' | 'result',
  id: number,
  rows: number,
): Promise<boolean> {
  const end = await db
    .selectFrom(table)
    .select('test_id')
    .where('execution_id', '=', id)
    .orderBy('test_id')
    .limit(1)
    .offset(rows - 1)
    .executeTakeFirst()
  await db
    .deleteFrom(table)
    .where('execution_id', '=', id)
    .$if(end !== undefined, (query) => query.where('test_id', '<=', end?.test_id as number))
    .execute()
  return end === undefined
}
