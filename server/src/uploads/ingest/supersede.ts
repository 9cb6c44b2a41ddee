import { sql } from 'kysely'
import { type Db, type Dialect, isOneOf } from '../../ground/store/portable.ts'
import { type ResultRow, VERDICT } from '../../ground/store/tables.ts'
import type { ResultColumns } from './group-by-test.ts'
import { Tally } from './tally.ts'

/** The fields of a part that decide which results are current. */
export interface SupersedingPart {
  number: number
  legId: number
  /** Higher for a later attempt; see `orderOf`. */
  order: number
  /** True for an attempt that repeats tests of an earlier one. */
  isRepeat: boolean
  tree: string | null
  /** The shard's index and its suite, if the part is one of several shards. */
  shard: { index: number; of: string } | null
}

export interface ResultsTarget {
  executionId: number
  part: SupersedingPart
  /** The other parts of the execution; without any, no look-up is needed. */
  others: Map<number, SupersedingPart>
  /** True if this part has stored entries before. */
  continued: boolean
}

/**
 * Settles new results against those of other parts for the same test and leg. The latest attempt that ran is
 * current: one that left a test out proves nothing of it. Without one, the latest skip is. Superseded ones have a negative verdict. A pass after a failure on the same code is flaky. Parts
 * of the same attempt collide: both stay, and the count goes into a warning. Shards of one suite do not
 * collide, because each runs the set-up tests it needs. Changes `columns` in place; `write` does the rest
 * after the new rows are stored.
 */
export function supersede(
  { executionId, part, others }: ResultsTarget,
  columns: ResultColumns,
  existing: Map<number, ResultRow[]>,
) {
  const superseded = new Map<number, number[]>()
  const madeFlaky: { testId: number; part: number; reasonId: number | null }[] = []
  const tally = new Tally()
  let collisions = 0
  for (let index = 0; existing.size > 0 && index < columns.test_id.length; index++) {
    const testId = columns.test_id[index] as number
    for (const row of existing.get(testId) ?? []) {
      const other = others.get(row.part)
      if (!other || other.legId !== part.legId) continue
      const mine = columns.verdict[index] as number
      const [isSkip, wasSkip] = [hasSkipped(mine), hasSkipped(row.verdict)]
      if (collide(part, other)) {
        if (!areShards(part, other)) collisions++
      } else if (isBefore(other, part)) {
        if (isSkip && !wasSkip) columns.verdict[index] = -VERDICT.skipped
        else if (row.verdict > 0) {
          tally.remove(row.verdict, row.duration_us)
          push(superseded, row.part, testId)
        }
        if (mine === VERDICT.passed && isEvidence(row.verdict, other, part)) {
          columns.verdict[index] = VERDICT.flaky
          columns.reason_id[index] = row.reason_id
        }
      } else if (wasSkip && !isSkip) {
        if (row.verdict > 0) {
          tally.remove(row.verdict, row.duration_us)
          push(superseded, row.part, testId)
        }
      } else {
        const verdict = Math.abs(mine)
        if (row.verdict === VERDICT.passed && isEvidence(verdict, part, other)) {
          tally.remove(row.verdict, row.duration_us)
          tally.add(VERDICT.flaky, row.duration_us)
          madeFlaky.push({ testId, part: row.part, reasonId: columns.reason_id[index] ?? null })
        }
        columns.verdict[index] = -verdict
      }
    }
  }
  return {
    tally,
    collisions,
    async write(db: Db, dialect: Dialect): Promise<void> {
      for (const [number, testIds] of superseded)
        await db
          .updateTable('result')
          .set({ verdict: sql<number>`-verdict` })
          .where('execution_id', '=', executionId)
          .where('part', '=', number)
          .where('verdict', '>', 0)
          .where(isOneOf(dialect, 'test_id', testIds))
          .execute()
      // Thousands of failures may share one reason: a statement for each result took seconds.
      const alike = Map.groupBy(madeFlaky, ({ part: number, reasonId }) => `${number}/${reasonId}`)
      for (const group of alike.values()) {
        const { part: number, reasonId } = group[0] as (typeof madeFlaky)[number]
        await db
          .updateTable('result')
          .set({ verdict: VERDICT.flaky, reason_id: reasonId })
          .where('execution_id', '=', executionId)
          .where('part', '=', number)
          .where(
            isOneOf(
              dialect,
              'test_id',
              group.map(({ testId }) => testId),
            ),
          )
          .execute()
      }
    },
  }
}

const hasSkipped = (verdict: number): boolean => Math.abs(verdict) === VERDICT.skipped

/** A first attempt that reports a test twice has two jobs; a later one was sent again. */
const collide = (one: SupersedingPart, other: SupersedingPart): boolean =>
  one.order === other.order && (!one.isRepeat || areShards(one, other))

const isBefore = (one: SupersedingPart, other: SupersedingPart): boolean =>
  one.order < other.order || (one.order === other.order && one.number < other.number)

const areShards = ({ shard: one }: SupersedingPart, { shard: other }: SupersedingPart): boolean =>
  one !== null && other !== null && one.of === other.of && one.index !== other.index

function isEvidence(verdict: number, earlier: SupersedingPart, later: SupersedingPart): boolean {
  const failed = Math.abs(verdict) === VERDICT.failed || Math.abs(verdict) === VERDICT.flaky
  // Known and unknown code differ: otherwise the current result would depend on which part came first.
  const sameCode = earlier.tree === later.tree
  return failed && sameCode
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}
