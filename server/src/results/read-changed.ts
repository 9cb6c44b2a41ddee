import { sql } from 'kysely'
import type { Store } from '../store/open.ts'
import { isOneOf } from '../store/portable.ts'
import { VERDICT } from '../store/tables.ts'
import { isChanged, type Tolerance } from './is-changed.ts'
import { idsOf, inParts, readSide, type Unpacked, unpack, worstOf } from './rows/read-side.ts'
import { readUnmoved } from './rows/read-unmoved.ts'
import type { BothSides, Side, SideRow } from './side.ts'

/** The sides of one leg. */
export interface SidePair {
  base: Side
  head: Side
}

/** The total duration of the passed tests of one leg on either side, microseconds. */
export interface PassedUs {
  base: number
  head: number
}

export interface Changed {
  changed: BothSides[]
  /** Null if the database cannot sum it without unpacking results. */
  passedUs: PassedUs | null
}

/**
 * The tests of each pair for which `isChanged` is true. All others stay in the database, because
 * nearly all tests are unchanged and no caller needs them.
 */
export const readChanged = async (
  store: Store,
  pairs: SidePair[],
  tolerance: Tolerance,
): Promise<Changed[]> =>
  pairs.length === 0
    ? []
    : readUnmoved(store, idsOf(pairs.flatMap(({ base, head }) => [base, head])), async (archived) => {
        const unpacked = await unpack(store, archived)
        const isUnpacked = ({ id }: Side) => unpacked.has(id)
        return Promise.all(
          pairs.map(({ base, head }) =>
            isUnpacked(base) || isUnpacked(head)
              ? comparePair(store, { base, head }, tolerance, unpacked)
              : joinPair(store, { base, head }, tolerance),
          ),
        )
      })

/** Both sides are read completely, because the database cannot join packed results. */
async function comparePair(
  store: Store,
  { base, head }: SidePair,
  tolerance: Tolerance,
  unpacked: Unpacked,
): Promise<Changed> {
  const [ofBase, ofHead] = await Promise.all([
    readSide(store, base, unpacked),
    readSide(store, head, unpacked),
  ])
  const changed = [...new Set([...ofHead.keys(), ...ofBase.keys()])]
    .map((testId) => ({ testId, base: ofBase.get(testId) ?? null, head: ofHead.get(testId) ?? null }))
    .filter((both) => isChanged(both, tolerance))
  return { changed, passedUs: null }
}

async function joinPair(store: Store, { base, head }: SidePair, tolerance: Tolerance): Promise<Changed> {
  const { ratio, floorUs } = tolerance
  const [changed, ofBase, ofHead] = await Promise.all([
    sql<ChangeRow>`
      select h.test_id, h.verdict as hv, h.duration_us as hd, h.reason_id as hr,
        b.verdict as bv, b.duration_us as bd, b.reason_id as br
      from result h left join result b
        on b.execution_id = ${base.id} and b.test_id = h.test_id and ${inParts('b', base.parts)} and b.verdict > 0
      where h.execution_id = ${head.id} and ${inParts('h', head.parts)} and h.verdict > 0
        and (b.test_id is null or b.verdict <> h.verdict or h.verdict = ${sql.lit(VERDICT.failed)}
          or (h.verdict = ${sql.lit(VERDICT.passed)}
            and abs(h.duration_us - b.duration_us) > ${sql.lit(floorUs)}
            and (h.duration_us > b.duration_us * ${sql.lit(ratio)} or b.duration_us > h.duration_us * ${sql.lit(ratio)})))`.execute(
      store.read,
    ),
    countRows(store, base),
    countRows(store, head),
  ])
  // Most heads have all tests of their base, and searching for missing ones costs as much as all
  // the rest.
  const isAllThere =
    isOne(base) &&
    isOne(head) &&
    ofBase.rows === ofHead.rows - changed.rows.filter((row) => row.bv === null).length
  const gone = isAllThere ? [] : await readGone(store, base, head)
  const rows = [...changed.rows, ...gone].map(
    (row): BothSides => ({
      testId: row.test_id,
      base: sideOf(row.bv, row.bd, row.br),
      head: sideOf(row.hv, row.hd, row.hr),
    }),
  )
  return {
    changed: isOne(base) && isOne(head) ? rows : await withCollided(store, rows, base, head),
    passedUs: { base: ofBase.passedUs, head: ofHead.passedUs },
  }
}

const isOne = ({ parts }: Side) => parts.length === 1

/** The number of results of one side, and the total duration of those that passed. */
async function countRows({ read }: Store, { id, parts }: Side) {
  const { rows } = await sql<{ n: number; us: number | null }>`
    select count(*) as n,
      sum(case when verdict = ${sql.lit(VERDICT.passed)} then duration_us else 0 end) as us
    from result
    where execution_id = ${id} and ${inParts('result', parts)} and verdict > 0`.execute(read)
  return { rows: Number(rows[0]?.n), passedUs: Number(rows[0]?.us ?? 0) }
}

/** The base's tests without a result in the head. */
async function readGone({ read }: Store, base: Side, head: Side): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select b.test_id, b.verdict as bv, b.duration_us as bd, b.reason_id as br,
      null as hv, null as hd, null as hr
    from result b left join result h
      on h.execution_id = ${head.id} and h.test_id = b.test_id and ${inParts('h', head.parts)} and h.verdict > 0
    where b.execution_id = ${base.id} and ${inParts('b', base.parts)} and b.verdict > 0 and h.test_id is null`.execute(
    read,
  )
  return rows
}

interface ChangeRow {
  test_id: number
  bv: number | null
  bd: number | null
  br: number | null
  hv: number | null
  hd: number | null
  hr: number | null
}

/** Colliding parts have a row each, and the join saw only some of them; the worst of all counts. */
async function withCollided(store: Store, rows: BothSides[], base: Side, head: Side): Promise<BothSides[]> {
  const tests = [...new Set(rows.map((row) => row.testId))]
  const [ofBase, ofHead] = await Promise.all([readTests(store, base, tests), readTests(store, head, tests)])
  return tests.map((testId) => ({
    testId,
    base: ofBase.get(testId) ?? null,
    head: ofHead.get(testId) ?? null,
  }))
}

async function readTests(store: Store, side: Side, tests: number[]): Promise<Map<number, SideRow>> {
  if (tests.length === 0) return new Map()
  const rows = await store.read
    .selectFrom('result')
    .select(['test_id', 'part', 'verdict', 'duration_us', 'reason_id'])
    .where('execution_id', '=', side.id)
    .where(isOneOf(store.dialect, 'test_id', tests))
    .where(inParts('result', side.parts))
    .where('verdict', '>', 0)
    .execute()
  return worstOf(rows)
}

const sideOf = (
  verdict: number | null,
  durationUs: number | null,
  reasonId: number | null,
): SideRow | null => (verdict === null ? null : { verdict, durationUs: durationUs ?? 0, reasonId })
