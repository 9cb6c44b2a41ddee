import { sql } from 'kysely'
import type { Store } from '../store/open.ts'
import { VERDICT } from '../store/tables.ts'
import { readFingerprints } from './rows/fingerprints.ts'
import { type ResultNumber, visitNumbers } from './rows/visit-numbers.ts'

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
  await visitNumbers(
    store,
    executionIds,
    testIds,
    VERDICT_AND_REASON,
    (executionId, legId, testId, value) => {
      const [verdict, reasonId] = [value % VERDICTS, Math.floor(value / VERDICTS)]
      if (reasonId === 0 || verdict === VERDICT.passed) visit(executionId, legId, testId, verdict, null)
      else
        bad.push({
          reasonId,
          visitWith: (fingerprint) => visit(executionId, legId, testId, verdict, fingerprint),
        })
    },
  )
  const fingerprints = await readFingerprints(
    store,
    bad.map(({ reasonId }) => reasonId),
  )
  for (const { reasonId, visitWith } of bad) visitWith(fingerprints.get(reasonId) ?? null)
}

const VERDICTS = 10
/** Both in one number, because transferring the values is most of the cost of a result. */
const VERDICT_AND_REASON: ResultNumber = {
  sql: sql<number>`cast(coalesce(reason_id, 0) as bigint) * ${sql.lit(VERDICTS)} + verdict`,
  of: ({ verdict, reason_id }) => (reason_id ?? 0) * VERDICTS + verdict,
}
