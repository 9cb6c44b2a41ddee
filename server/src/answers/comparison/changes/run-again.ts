import type { Store } from '../../../ground/store/open.ts'
import { VERDICT } from '../../../ground/store/tables.ts'
import type { ExecutionRow } from '../../../results/executions/execution-row.ts'
import { readFailedOrFlaky } from '../../../results/results/read-failed-or-flaky.ts'
import { visitOutcomes } from '../../../results/results/visit-outcomes.ts'
import { isRunAgain, type ReadsOfResults } from '../../../uploads/settlement/run-again.ts'

/** What a run of failed tests alone leaves open, and why other tests are absent; in words. */
export interface RunAgain {
  open: string
  selection: string
}

/** What the head leaves open if it ran nothing but failed tests of its code again; null if not. */
export async function readRunAgain(store: Store, head: ExecutionRow): Promise<RunAgain | null> {
  if (!(await isRunAgain(store, head, readsOf(store)))) return null
  const ran = head.passed + head.flaky
  return {
    open: `${ran === 1 ? '1 test' : `${ran.toLocaleString('en')} tests`} that had failed on this code passed alone, and no other test ran again`,
    selection: 'this run had only tests that failed in an earlier run of the same code',
  }
}

const readsOf = (store: Store): ReadsOfResults => ({
  async failedIn(executionId) {
    const bad = await readFailedOrFlaky(store, executionId)
    return [...new Set(bad.flatMap((row) => (row.verdict === VERDICT.failed ? [row.test_id] : [])))]
  },
  async countRan(executionId, testIds) {
    let count = 0
    await visitOutcomes(store, [executionId], testIds, () => {
      count++
    })
    return count
  },
})
