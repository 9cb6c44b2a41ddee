import { Problem } from '../../ground/kernel/problem.ts'
import { iso } from '../../ground/kernel/time.ts'
import type { ExecutionRow } from '../executions/execution-row.ts'

/**
 * Throws CONFLICT for an execution whose results were removed by retention; `name` is the parameter that
 * named it.
 */
export function refuseRemoved(
  { results_removed_at }: Pick<ExecutionRow, 'results_removed_at'>,
  name: string,
  nothing: string,
): void {
  if (results_removed_at !== null)
    throw new Problem(
      'CONFLICT',
      `Retention removed the results of ${name} on ${iso(results_removed_at).slice(0, 10)}: there is nothing ${nothing}.`,
    )
}
