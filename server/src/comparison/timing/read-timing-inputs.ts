import type { ExecutionRow } from '../../executions/execution-row.ts'
import type { Store } from '../../store/open.ts'
import { readSameTreeRuns } from '../evidence/head-evidence.ts'
import { knownTests, readBaseRuns } from '../evidence/outcomes.ts'

/** Runs of the base branch up to the base, other runs of the head's code, and these tests under all their names. */
export async function readTimingInputs(
  store: Store,
  base: ExecutionRow,
  head: ExecutionRow,
  testIds: number[],
) {
  const [{ upTo }, twins, tests] = await Promise.all([
    readBaseRuns(store, base, base.started_at),
    readSameTreeRuns(store, head),
    knownTests(store, head.project_id, testIds),
  ])
  return { upTo, twins, tests }
}
