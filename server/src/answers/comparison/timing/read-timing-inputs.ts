import type { Store } from '../../../ground/store/open.ts'
import type { ExecutionRow } from '../../../results/executions/execution-row.ts'
import { readSameTreeRuns } from '../evidence/branch-runs.ts'
import { knownTests } from '../evidence/outcomes.ts'

/** Other runs of the head's code, and these tests under all their names. */
export async function readTimingInputs(store: Store, head: ExecutionRow, testIds: number[]) {
  const [twins, tests] = await Promise.all([
    readSameTreeRuns(store, head),
    knownTests(store, head.project_id, testIds),
  ])
  return { twins, tests }
}
