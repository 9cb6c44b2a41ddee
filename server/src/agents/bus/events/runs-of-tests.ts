import type { Store } from '../../../ground/store/open.ts'
import { ATTEMPT, VERDICT } from '../../../ground/store/tables.ts'
import { readAttempts } from '../../../results/results/read-attempts.ts'
import { visitOutcomes } from '../../../results/results/visit-outcomes.ts'

/** How often a test ran on one leg of an execution: once, or once for each repeat. */
export interface RunsOfTest {
  executionId: number
  legId: number
  testId: number
  /** True if all its results there are plain passes. */
  isClean: boolean
  passed: number
  failed: number
}

/** The runs of these tests in these executions, without skipped and superseded results. */
export async function readRuns(
  store: Store,
  executionIds: number[],
  testIds: number[],
): Promise<RunsOfTest[]> {
  if (executionIds.length === 0 || testIds.length === 0) return []
  const runs: RunsOfTest[] = []
  await visitOutcomes(store, executionIds, testIds, (executionId, legId, testId, verdict) => {
    const isClean = verdict === VERDICT.passed
    if (isClean || verdict === VERDICT.failed || verdict === VERDICT.flaky)
      runs.push({ executionId, legId, testId, isClean, passed: isClean ? 1 : 0, failed: isClean ? 0 : 1 })
  })
  // A plain pass at the first attempt has no attempts of its own.
  for (const [executionId, own] of Map.groupBy(runs, (run) => run.executionId)) {
    const { attempts } = await readAttempts(store, executionId, [...new Set(own.map((run) => run.testId))])
    const byRun = Map.groupBy(attempts, ({ test_id, leg_id }) => `${test_id} ${leg_id}`)
    for (const run of own) {
      const of = byRun.get(`${run.testId} ${run.legId}`) ?? []
      if (of.length === 0) continue
      run.passed = of.filter(({ status }) => status === ATTEMPT.passed).length
      run.failed = of.length - run.passed
    }
  }
  return runs
}
