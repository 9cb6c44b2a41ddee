import { type Db, type Dialect, insertColumns } from '../store/portable.ts'
import type { KeptError } from './segment.ts'

/** The limit of one execution: details and comparisons read all of its errors. */
const MOST_KEPT = 10_000

/**
 * Stores failures outside any test, numbered within their part, and returns how many exceed the
 * limit of an execution. The first failure of a part is always stored, because the part fails
 * because of it.
 */
export async function storeErrors(
  db: Db,
  dialect: Dialect,
  executionId: number,
  part: number,
  errors: KeptError[],
  reasonIds: number[],
): Promise<number> {
  if (errors.length === 0) return 0
  const { last } = await db
    .selectFrom('part_error')
    .select((eb) => eb.fn.coalesce(eb.fn.max('number'), eb.lit(0)).as('last'))
    .where('execution_id', '=', executionId)
    .where('part', '=', part)
    .executeTakeFirstOrThrow()
  const { stored } = await db
    .selectFrom('part_error')
    .select((eb) => eb.fn.countAll<number>().as('stored'))
    .where('execution_id', '=', executionId)
    .executeTakeFirstOrThrow()
  const room = Math.max(MOST_KEPT - Number(stored), Number(last) === 0 ? 1 : 0)
  const kept = errors.slice(0, room)
  await insertColumns(db, dialect, 'part_error', {
    execution_id: executionId,
    part,
    number: kept.map((_, i) => Number(last) + 1 + i),
    file: kept.map(([, error]) => error.file),
    reason_id: reasonIds.slice(0, room),
  })
  return errors.length - kept.length
}
