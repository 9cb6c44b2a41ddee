import { type Db, type Dialect, insertColumns } from '../store/portable.ts'
import type { KeptError } from './segment.ts'

/** Stores failures outside any test, numbered within their part. */
export async function storeErrors(
  db: Db,
  dialect: Dialect,
  executionId: number,
  part: number,
  errors: KeptError[],
  reasonIds: number[],
): Promise<void> {
  if (errors.length === 0) return
  const { last } = await db
    .selectFrom('part_error')
    .select((eb) => eb.fn.coalesce(eb.fn.max('number'), eb.lit(0)).as('last'))
    .where('execution_id', '=', executionId)
    .where('part', '=', part)
    .executeTakeFirstOrThrow()
  await insertColumns(db, dialect, 'part_error', {
    execution_id: errors.map(() => executionId),
    part: errors.map(() => part),
    number: errors.map((_, i) => Number(last) + 1 + i),
    file: errors.map(([, error]) => error.file),
    reason_id: reasonIds,
  })
}
