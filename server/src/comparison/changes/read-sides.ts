import { type RawBuilder, sql } from 'kysely'
import { readAllBlocks } from '../../results/read-rows.ts'
import type { Store } from '../../store/open.ts'
import { VERDICT } from '../../store/tables.ts'

/** One side of a test in one leg. */
export interface SideRow {
  verdict: number
  durationUs: number
  reasonId: number | null
}

/** A result as far as a comparison looks at it. */
export interface ResultRow {
  test_id: number
  part: number
  verdict: number
  duration_us: number
  reason_id: number | null
}

/** One leg of one execution. */
export interface Side {
  id: number
  parts: number[]
  /** All results of the execution, where they do not lie in their table. */
  archived: ResultRow[] | null
}

/** All results that hold of an archived execution. */
export async function readArchivedRows(store: Store, executionId: number): Promise<ResultRow[]> {
  const { results } = await readAllBlocks(store.read, executionId)
  return results.filter((row) => row.verdict > 0)
}

/** What each test of one leg came to. */
export async function readSide(store: Store, { id, parts, archived }: Side): Promise<Map<number, SideRow>> {
  if (archived) return worstOf(archived.filter((row) => parts.includes(row.part)))
  const rows = await store.read
    .selectFrom('result')
    .select(['test_id', 'part', 'verdict', 'duration_us', 'reason_id'])
    .where('execution_id', '=', id)
    .where(inParts('result', parts))
    .where('verdict', '>', 0)
    .execute()
  return worstOf(rows)
}

/** By badness: skipped, passed, flaky, failed. */
const BADNESS = {
  [VERDICT.skipped]: 0,
  [VERDICT.passed]: 1,
  [VERDICT.flaky]: 2,
  [VERDICT.failed]: 3,
} as Record<number, number>

/** Parts that collided tell of one test twice: the worst speaks for it, of equal ones the first part's. */
export function worstOf(rows: ResultRow[]): Map<number, SideRow> {
  const worst = new Map<number, SideRow>()
  for (const row of rows.sort((a, b) => a.test_id - b.test_id || a.part - b.part)) {
    const known = worst.get(row.test_id)
    if (known && (BADNESS[known.verdict] ?? 0) >= (BADNESS[row.verdict] ?? 0)) continue
    worst.set(row.test_id, {
      verdict: row.verdict,
      durationUs: row.duration_us,
      reasonId: row.reason_id,
    })
  }
  return worst
}

export const inParts = (alias: string, parts: number[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.raw(`${alias}.part in (${parts.join(', ')})`)}`
