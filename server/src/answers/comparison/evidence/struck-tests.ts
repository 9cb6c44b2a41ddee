import { sql } from 'kysely'
import type { Store } from '../../../ground/store/open.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import { FLAW, VERDICT } from '../../../ground/store/tables.ts'
import type { Pair } from '../changes/read-changes.ts'
import { makeCauseOf } from './dominating-error.ts'
import type { FailuresToJudge, OfFailure } from './failures.ts'

/** A failure so long before the base's run belongs to no outage that struck the base: longer than outages last. */
const EARLIER_MS = 2 * 3_600_000

/**
 * How many tests failed with an error of its cause on the base or here, and passed in the other of the two runs, perhaps
 * at a retry. What the code breaks fails in both. Tests that failed or flaked in an earlier run of the base branch do not
 * count: they may have failed by chance.
 */
export async function countStruckOnce(store: Store, input: FailuresToJudge): Promise<OfFailure<number>> {
  const { failures, failingOnBase, reasons } = input
  const causeOf = makeCauseOf(reasons)
  const struck: { testId: number; cause: string }[] = []
  const add = (testId: number, failed: Pair['head'], other: Pair['head']) => {
    if (other?.verdict !== VERDICT.passed && other?.verdict !== VERDICT.flaky) return
    const cause = causeOf(failed)
    if (cause !== null) struck.push({ testId, cause })
  }
  for (const { testId, head, base } of failures) add(testId, head, base)
  for (const { testId, baseTestId, head, base } of failingOnBase) add(baseTestId ?? testId, base, head)
  const flaky = await readEverFailed(store, input, [...new Set(struck.map(({ testId }) => testId))])
  const counts = new Map<string | null, number>()
  for (const { testId, cause } of struck)
    if (!flaky.has(testId)) counts.set(cause, (counts.get(cause) ?? 0) + 1)
  return ({ head }) => counts.get(causeOf(head)) ?? 0
}

/** Those of these tests that failed or flaked in the base's history, apart from outages. */
async function readEverFailed(store: Store, { base, history }: FailuresToJudge, testIds: number[]) {
  const runs = history.upTo.filter((run) => run.started_at < base.started_at - EARLIER_MS).map(({ id }) => id)
  if (testIds.length === 0 || runs.length === 0) return new Set<number>()
  const rows = await store.read
    .selectFrom('bad_run')
    .select('test_id')
    .distinct()
    .where(isOneOf(store.dialect, 'execution_id', runs))
    .where(isOneOf(store.dialect, 'test_id', testIds))
    .where(sql<boolean>`(flaws & ${sql.lit(FLAW.shared)}) = 0`)
    .execute()
  return new Set(rows.map((row) => row.test_id))
}
