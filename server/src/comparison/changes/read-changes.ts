import { sql } from 'kysely'
import { isBad } from '../../results/is-bad.ts'
import type { Store } from '../../store/open.ts'
import { isOneOf } from '../../store/portable.ts'
import { VERDICT } from '../../store/tables.ts'
import { inParts, readSide, type Side, type SideRow, worstOf } from './read-sides.ts'

/** A head that took this much longer than the base is worth looking at the test's history for. */
const WORTH_A_LOOK = { ratio: 1.1, floorUs: 20_000 }

export interface Pair {
  testId: number
  /** The head's leg. */
  legId: number
  base: SideRow | null
  head: SideRow | null
  /** Whose result the base's is, where it is that of another test of the same name. */
  baseTestId?: number
}

/** What the passed tests of one leg took together on either side, microseconds; 0 where it is archived. */
export interface PassedUs {
  base: number
  head: number
}

/** Part numbers by leg. */
export type Legs = Map<number, number[]>

export interface LegsRead {
  parts: Legs
  names: Map<number, string>
}

/** Part numbers of an execution by leg id, with the legs' names. */
export async function readLegs(store: Store, executionId: number): Promise<LegsRead> {
  const rows = await store.read
    .selectFrom('part')
    .innerJoin('leg', 'leg.id', 'part.leg_id')
    .select(['part.number', 'part.leg_id', 'leg.name'])
    .where('execution_id', '=', executionId)
    .execute()
  const parts: Legs = new Map()
  const names = new Map<number, string>()
  for (const row of rows) {
    parts.set(row.leg_id, [...(parts.get(row.leg_id) ?? []), row.number])
    names.set(row.leg_id, row.name)
  }
  return { parts, names }
}

/** True for a pair that `readChanges` would tell of. */
export function isTold({ base, head }: Pair): boolean {
  if (!base || !head || base.verdict !== head.verdict || head.verdict === VERDICT.failed) return true
  const { ratio, floorUs } = WORTH_A_LOOK
  const [less, more] = [base.durationUs, head.durationUs].sort((a, b) => a - b) as [number, number]
  return head.verdict === VERDICT.passed && more - less > floorUs && more > less * ratio
}

/**
 * The tests of one leg that differ between two executions, fail in the head, or took suspiciously
 * longer or shorter. All others stay in the database: they are nearly all, and nobody asks for them.
 */
export async function readChanges(
  store: Store,
  legId: number,
  base: Side,
  head: Side,
): Promise<{ pairs: Pair[]; passedUs: PassedUs }> {
  if (base.archived || head.archived)
    return { pairs: await changesOf(store, legId, base, head), passedUs: { base: 0, head: 0 } }
  const { ratio, floorUs } = WORTH_A_LOOK
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
  // Most heads have all tests of their base: looking for those that went costs as much as all the rest.
  const isAllThere =
    isOne(base) &&
    isOne(head) &&
    ofBase.rows === ofHead.rows - changed.rows.filter((row) => row.bv === null).length
  const gone = isAllThere ? [] : await readGone(store, base, head)
  const pairs = [...changed.rows, ...gone].map(
    (row): Pair => ({
      testId: row.test_id,
      legId,
      base: sideOf(row.bv, row.bd, row.br),
      head: sideOf(row.hv, row.hd, row.hr),
    }),
  )
  const whole = isOne(base) && isOne(head) ? pairs : await withCollided(store, pairs, base, head)
  return { pairs: whole, passedUs: { base: ofBase.passedUs, head: ofHead.passedUs } }
}

const isOne = ({ parts }: Side) => parts.length === 1

/** How many results of one leg hold, and how long those that passed took. */
async function countRows({ read }: Store, { id, parts }: Side) {
  const { rows } = await sql<{ n: number; us: number | null }>`
    select count(*) as n,
      sum(case when verdict = ${sql.lit(VERDICT.passed)} then duration_us else 0 end) as us
    from result
    where execution_id = ${id} and ${inParts('result', parts)} and verdict > 0`.execute(read)
  return { rows: Number(rows[0]?.n), passedUs: Number(rows[0]?.us ?? 0) }
}

/** The base's tests that the head has no result of. */
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

/** The same where a side is archived: both are read whole. */
async function changesOf(store: Store, legId: number, base: Side, head: Side): Promise<Pair[]> {
  const [ofBase, ofHead] = await Promise.all([readSide(store, base), readSide(store, head)])
  const testIds = new Set([...ofHead.keys(), ...ofBase.keys()])
  return [...testIds]
    .map((testId) => ({
      testId,
      legId,
      base: ofBase.get(testId) ?? null,
      head: ofHead.get(testId) ?? null,
    }))
    .filter(isTold)
}

/** Failed tests of one leg, which nothing is there to compare with. */
export async function readFailures(store: Store, legId: number, head: Side): Promise<Pair[]> {
  const rows = head.archived
    ? head.archived.filter((row) => row.verdict === VERDICT.failed && head.parts.includes(row.part))
    : await store.read
        .selectFrom('result')
        .select(['test_id', 'part', 'verdict', 'duration_us', 'reason_id'])
        .where('execution_id', '=', head.id)
        .where(isBad('verdict'))
        .where('verdict', '=', VERDICT.failed)
        .where(inParts('result', head.parts))
        .execute()
  return [...worstOf(rows)].map(([testId, side]) => ({ testId, legId, base: null, head: side }))
}

/** Parts that collided have a row each, of which the join saw some only: the worst of all speaks for the test. */
async function withCollided(store: Store, pairs: Pair[], base: Side, head: Side): Promise<Pair[]> {
  const tests = [...new Set(pairs.map((pair) => pair.testId))]
  const [ofBase, ofHead] = await Promise.all([readSides(store, base, tests), readSides(store, head, tests)])
  const legId = pairs[0]?.legId ?? 0
  return tests.map((testId) => ({
    testId,
    legId,
    base: ofBase.get(testId) ?? null,
    head: ofHead.get(testId) ?? null,
  }))
}

async function readSides(store: Store, side: Side, tests: number[]): Promise<Map<number, SideRow>> {
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
