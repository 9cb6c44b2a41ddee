import type { Expression, SqlBool } from 'kysely'
import { ROWS_AT_ONCE } from '../../ground/store/delete-in-steps.ts'
import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'

/**
 * Deletes what is remembered about credentials, some in each transaction: workflows get thousands of keys an hour. The
 * rows are found outside the transactions, because only a look at the whole table finds them.
 */
export async function forgetCredentials(
  { read, write, dialect }: Pick<Store, 'read' | 'write' | 'dialect'>,
  table: 'active_project' | 'search_count',
  isOver: Expression<SqlBool>,
): Promise<void> {
  for (;;) {
    const over = await read
      .selectFrom(table)
      .select(['organization_id', 'credential'])
      .where(isOver)
      .limit(ROWS_AT_ONCE)
      .execute()
    if (over.length === 0) return
    await write(async (db) => {
      for (const [organizationId, own] of Map.groupBy(over, (row) => row.organization_id)) {
        const credentials = own.map(({ credential }) => credential)
        await db
          .deleteFrom(table)
          .where('organization_id', '=', organizationId)
          .where(isOneOf(dialect, 'credential', credentials))
          .where(isOver)
          .execute()
      }
    })
    if (over.length < ROWS_AT_ONCE) return
  }
}
