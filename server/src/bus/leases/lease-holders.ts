import type { Context } from '../../kernel/context.ts'
import { isOneOf } from '../../store/portable.ts'
import type { LeaseSubject } from '../../store/tables.ts'
import type { WorkParts } from '../work-parts.ts'
import { type DescribedLease, describeLease, visibleLeases } from './lease-rows.ts'
import { placeOf } from './subject.ts'

/** Who holds these failures or tests of projects that the caller may see, by project and id. */
export type FindLeases = (
  ctx: Pick<Context, 'store' | 'caller'>,
  subject: Exclude<LeaseSubject, 'task'>,
  wanted: { projectId: number; id: string }[],
) => Promise<(projectId: number, id: string) => DescribedLease | null>

export const findLeases =
  ({ time }: Pick<WorkParts, 'time'>): FindLeases =>
  async ({ store, caller }, subject, wanted) => {
    const places = wanted.map(({ projectId, id }) => placeOf(subject, projectId, id))
    if (places.length === 0) return () => null
    const rows = await visibleLeases(store.read, caller)
      .where(isOneOf(store.dialect, 'place', [...new Set(places)]))
      .where('ends_at', '>', await time(store.read))
      .execute()
    const held = new Map(rows.map((row) => [row.place, describeLease(row)]))
    return (projectId, id) => held.get(placeOf(subject, projectId, id)) ?? null
  }
