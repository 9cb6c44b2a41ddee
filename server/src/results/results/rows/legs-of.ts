import type { Store } from '../../../ground/store/open.ts'
import { isOneOf } from '../../../ground/store/portable.ts'

/** The leg of each part of these executions, by execution and part number. */
export async function readLegsOf(
  { read, dialect }: Store,
  executionIds: number[],
): Promise<Map<number, Map<number, number>>> {
  const rows = await read
    .selectFrom('part')
    .select(['execution_id', 'number', 'leg_id'])
    .where(isOneOf(dialect, 'execution_id', executionIds))
    .execute()
  const legs = new Map(executionIds.map((id) => [id, new Map<number, number>()]))
  for (const { execution_id, number, leg_id } of rows) legs.get(execution_id)?.set(number, leg_id)
  return legs
}
