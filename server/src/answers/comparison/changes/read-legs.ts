import type { Store } from '../../../ground/store/open.ts'

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
