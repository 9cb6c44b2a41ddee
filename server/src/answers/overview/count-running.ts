import { sql } from 'kysely'
import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'

/** The number of runs that are not over, of any branch, by project; projects without one are absent. */
export async function countRunning(
  { read, dialect }: Store,
  projectIds: number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ project_id: number; runs: number }>`
    select project_id, count(*) as runs from execution
    where state = 'running' and ${isOneOf(dialect, 'project_id', projectIds)}
    group by project_id`.execute(read)
  return new Map(rows.map(({ project_id, runs }) => [Number(project_id), Number(runs)]))
}
