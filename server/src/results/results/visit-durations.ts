import { sql } from 'kysely'
import type { Store } from '../../ground/store/open.ts'
import { VERDICT } from '../../ground/store/tables.ts'
import { type ResultNumber, visitNumbers } from './rows/visit-numbers.ts'

/** Replaces the duration of a failed or flaky result. */
export const NO_PASS = -1

/**
 * Visits the duration of these tests in these executions, microseconds, or `NO_PASS`; in no order, without
 * superseded and skipped results. Costs one lookup by the primary key for each test of each execution.
 */
export const visitDurations = (
  store: Store,
  executionIds: number[],
  testIds: number[],
  visit: (executionId: number, legId: number, testId: number, durationUs: number) => void,
): Promise<void> => visitNumbers(store, executionIds, testIds, DURATION_OF_PASS, visit)

const DURATION_OF_PASS: ResultNumber = {
  name: 'duration',
  sql: sql<number>`case when verdict = ${sql.lit(VERDICT.passed)} then duration_us else ${sql.lit(NO_PASS)} end`,
  of: ({ verdict, duration_us }) => (verdict === VERDICT.passed ? duration_us : NO_PASS),
}
