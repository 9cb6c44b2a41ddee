import type { Store } from '../../ground/store/open.ts'
import { isOneOf, listOf } from '../../ground/store/portable.ts'
import { VERDICT } from '../../ground/store/tables.ts'

/** The tests that passed in a run, and how long each took, microseconds. */
interface Passes {
  execution: number
  ids: number[]
  took: number[]
}

/** What passed in each of these runs, except archived ones. One list for each: 20,000 rows take three times as long. */
export async function readPasses(
  { read, dialect }: Pick<Store, 'read' | 'dialect'>,
  executions: number[],
  testIds?: number[],
): Promise<Passes[]> {
  if (executions.length === 0) return []
  let query = read
    .selectFrom('result')
    .innerJoin('execution', 'execution.id', 'result.execution_id')
    .select('result.execution_id')
    .select(listOf(dialect, 'result.test_id').as('ids'))
    .select(listOf(dialect, 'result.duration_us').as('took'))
    .where(isOneOf(dialect, 'result.execution_id', executions))
    .where('execution.archived_at', 'is', null)
    .where('result.verdict', '=', VERDICT.passed)
  if (testIds !== undefined) query = query.where(isOneOf(dialect, 'result.test_id', testIds))
  const rows = await query.groupBy('result.execution_id').execute()
  return rows.map(({ execution_id, ids, took }) => ({
    execution: execution_id,
    ids: JSON.parse(ids ?? '[]') as number[],
    took: JSON.parse(took ?? '[]') as number[],
  }))
}
