import type { Context } from '../kernel/context.ts'
import { isOneOf } from '../store/portable.ts'
import type { LeaseSubject } from '../store/tables.ts'
import { type DescribedLease, describeLease, visibleLeases } from './leases/lease-rows.ts'
import type { WorkParts } from './work-parts.ts'

/** What somebody may hold: a failure by its fingerprint, or a test by its id, with the slug of its project. */
interface Holdable {
  project: string
  id: string
}

/**
 * Finds who holds failures or tests that the caller may see; null for those that nobody holds, and for a caller without
 * the scope `bus`.
 */
export type FindLeases = (
  ctx: Pick<Context, 'store' | 'caller'>,
  subject: Exclude<LeaseSubject, 'task'>,
  wanted: Holdable[],
) => Promise<(of: Holdable) => DescribedLease | null>

export const findLeases =
  ({ time }: Pick<WorkParts, 'time'>): FindLeases =>
  async ({ store, caller }, subject, wanted) => {
    const ids = [...new Set(wanted.map(({ id }) => id))]
    if (ids.length === 0 || !caller.scopes.has('bus')) return () => null
    const rows = await visibleLeases(store.read, caller)
      .where('subject', '=', subject)
      .where(isOneOf(store.dialect, 'subject_id', ids))
      .where('ends_at', '>', await time(store.read))
      .execute()
    const held = new Map(rows.map((row) => [`${row.slug}/${row.subject_id}`, describeLease(row)]))
    return ({ project, id }) => held.get(`${project}/${id}`) ?? null
  }
