import { sql } from 'kysely'
import type { Store } from '../store/open.ts'
import { VERDICT } from '../store/tables.ts'

/** A head that took this much longer than the base is worth looking at the test's history for. */
const WORTH_A_LOOK = { ratio: 1.3, floorUs: 20_000 }

/** One side of a test in one leg. */
export interface SideRow {
  verdict: number
  durationUs: number
  reasonId: number | null
}

export interface Pair {
  testId: number
  legId: number
  base: SideRow | null
  head: SideRow | null
}

/** Part numbers by leg. */
export type Legs = Map<number, number[]>

/** Part numbers of an execution by leg id, with the legs' names. */
export async function readLegs(
  store: Store,
  executionId: number,
): Promise<{ parts: Legs; names: Map<number, string> }> {
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

/**
 * The tests of one leg that differ between two executions, fail in the head, or took suspiciously
 * longer or shorter. All others stay in the database: they are nearly all, and nobody asks for them.
 */
export async function readChanges(
  store: Store,
  legId: number,
  base: { id: number; parts: number[] },
  head: { id: number; parts: number[] },
): Promise<Pair[]> {
  const { ratio, floorUs } = WORTH_A_LOOK
  const [changed, gone] = await Promise.all([
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
    sql<ChangeRow>`
      select b.test_id, b.verdict as bv, b.duration_us as bd, b.reason_id as br,
        null as hv, null as hd, null as hr
      from result b left join result h
        on h.execution_id = ${head.id} and h.test_id = b.test_id and ${inParts('h', head.parts)} and h.verdict > 0
      where b.execution_id = ${base.id} and ${inParts('b', base.parts)} and b.verdict > 0 and h.test_id is null`.execute(
      store.read,
    ),
  ])
  const pairs = new Map<number, Pair>()
  for (const row of [...changed.rows, ...gone.rows]) {
    const pair = {
      testId: row.test_id,
      legId,
      base: sideOf(row.bv, row.bd, row.br),
      head: sideOf(row.hv, row.hd, row.hr),
    }
    const same = pairs.get(row.test_id)
    // Parts that collided have a row each: the worst one speaks for the test.
    pairs.set(
      row.test_id,
      same ? { ...pair, base: worse(same.base, pair.base), head: worse(same.head, pair.head) } : pair,
    )
  }
  return [...pairs.values()]
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

const inParts = (alias: string, parts: number[]) => sql.raw(`${alias}.part in (${parts.join(', ')})`)

const sideOf = (
  verdict: number | null,
  durationUs: number | null,
  reasonId: number | null,
): SideRow | null => (verdict === null ? null : { verdict, durationUs: durationUs ?? 0, reasonId })

const BADNESS = [0, 1, 3, 2, 0]

function worse(a: SideRow | null, b: SideRow | null): SideRow | null {
  if (a === null || b === null) return a ?? b
  return (BADNESS[b.verdict] ?? 0) > (BADNESS[a.verdict] ?? 0) ? b : a
}
