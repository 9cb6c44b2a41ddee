import { sql } from 'kysely'
import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { VERDICT } from '../../ground/store/tables.ts'
import type { SidePair } from './read-changed.ts'
import { inParts } from './rows/read-side.ts'
import { readUnmoved } from './rows/read-unmoved.ts'

/** A file with the total durations of its tests that passed on both sides, microseconds. */
export interface FileTimes {
  fileId: number
  baseUs: number
  headUs: number
}

export interface SlowerBy {
  ratio: number
  floorUs: number
  limit: number
}

/**
 * The files whose tests that passed on both sides took longer on the head by both thresholds, the
 * largest increase first. Empty if the database cannot join the sides, for example because one of
 * them is archived.
 */
export const filesSlowerOnHead = (
  store: Store,
  pair: SidePair,
  { ratio, floorUs, limit }: SlowerBy,
): Promise<FileTimes[]> =>
  joined(store, pair, async () => {
    const { rows } = await sql<{ file_id: number; base_us: number | string; head_us: number | string }>`
      select t.file_id, sum(b.duration_us) as base_us, sum(h.duration_us) as head_us ${passedOnBoth(pair)}
      group by t.file_id
      having sum(h.duration_us) - sum(b.duration_us) > ${sql.lit(floorUs)}
        and sum(h.duration_us) > ${sql.lit(ratio)} * sum(b.duration_us)
      order by sum(h.duration_us) - sum(b.duration_us) desc
      limit ${sql.lit(limit)}`.execute(store.read)
    return rows.map((row) => ({
      fileId: row.file_id,
      baseUs: Number(row.base_us),
      headUs: Number(row.head_us),
    }))
  })

/** A test that passed on both sides, with its duration on the base, microseconds. */
export interface TestTimes {
  id: number
  key: string
  file: string
  baseUs: number
}

/** The tests of these files that passed on both sides, at most `limit`; empty if `filesSlowerOnHead` would be. */
export const testsPassedOnBoth = (
  store: Store,
  pair: SidePair,
  fileIds: number[],
  limit: number,
): Promise<TestTimes[]> =>
  joined(store, pair, async () => {
    const { rows } = await sql<{ id: number; key: string; file: string; base_us: number | string }>`
      select h.test_id as id, t.key, b.duration_us as base_us,
        (select path from file where file.id = t.file_id) as file ${passedOnBoth(pair)}
        and ${isOneOf(store.dialect, 't.file_id', fileIds)}
      order by h.test_id limit ${sql.lit(limit)}`.execute(store.read)
    return rows.map(({ base_us, ...row }) => ({ ...row, baseUs: Number(base_us) }))
  })

const passedOnBoth = ({ base, head }: SidePair) => sql`
  from result h join result b on b.execution_id = ${base.id} and b.test_id = h.test_id and ${inParts('b', base.parts)}
    join test t on t.id = h.test_id
  where h.execution_id = ${head.id} and ${inParts('h', head.parts)}
    and h.verdict = ${sql.lit(VERDICT.passed)} and b.verdict = ${sql.lit(VERDICT.passed)}`

const joined = <T>(store: Store, { base, head }: SidePair, read: () => Promise<T[]>): Promise<T[]> =>
  readUnmoved(store, [base.id, head.id], async (archived) => (archived.size > 0 ? [] : read()))
