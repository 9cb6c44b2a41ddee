import type { Store } from '../../ground/store/open.ts'
import { VERDICT } from '../../ground/store/tables.ts'
import { readFingerprints } from './rows/fingerprints.ts'
import { OUTCOME, reasonOf, verdictOf } from './rows/outcome-number.ts'
import { visitNumbers } from './rows/visit-numbers.ts'

/** `fingerprint` is that of the error of a failed or flaky result; null if it has none. */
type Visit = (
  executionId: number,
  legId: number,
  testId: number,
  verdict: number,
  fingerprint: string | null,
) => void

/**
 * Visits the outcome of these tests in these executions, in no order; without superseded and skipped results.
 * Costs one lookup by the primary key for each test of each execution.
 */
export async function visitOutcomes(
  store: Store,
  executionIds: number[],
  testIds: number[],
  visit: Visit,
): Promise<void> {
  const bad: { reasonId: number; visitWith: (fingerprint: string | null) => void }[] = []
  await visitNumbers(store, executionIds, testIds, OUTCOME, (executionId, legId, testId, value) => {
    const [verdict, reasonId] = [verdictOf(value), reasonOf(value)]
    if (reasonId === null || verdict === VERDICT.passed) visit(executionId, legId, testId, verdict, null)
    else
      bad.push({
        reasonId,
        visitWith: (fingerprint) => visit(executionId, legId, testId, verdict, fingerprint),
      })
  })
  const fingerprints = await readFingerprints(
    store,
    bad.map(({ reasonId }) => reasonId),
  )
  for (const { reasonId, visitWith } of bad) visitWith(fingerprints.get(reasonId) ?? null)
}
