import { sql } from 'kysely'
import type { ResultRow } from '../../../ground/store/tables.ts'

const VERDICTS = 10

/** Verdict and reason in one number, because transferring the values is most of the cost of a result. */
export const OUTCOME = {
  name: 'outcome',
  sql: sql<number>`cast(coalesce(reason_id, 0) as bigint) * ${sql.lit(VERDICTS)} + verdict`,
  of: ({ verdict, reason_id }: Pick<ResultRow, 'verdict' | 'reason_id'>): number =>
    (reason_id ?? 0) * VERDICTS + verdict,
}

export const verdictOf = (outcome: number): number => outcome % VERDICTS

/** Null without a reason. */
export const reasonOf = (outcome: number): number | null => Math.floor(outcome / VERDICTS) || null
