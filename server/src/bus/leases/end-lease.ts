import type { Selectable } from 'kysely'
import type { Db, Dialect } from '../../store/portable.ts'
import type { Tables } from '../../store/tables.ts'
import { returnWhenLeaseEnds } from '../tasks/return-when-lease-ends.ts'
import type { Notice } from '../tell.ts'

export type Lease = Selectable<Tables['bus_lease']>

/** Why a lease ended. */
export type Ending = 'expired' | 'released' | 'holder-gone'

/**
 * In the caller's transaction: ends a lease, and sets a task that its holder has in progress back
 * to pending. Returns the notices about it; none if the lease no longer existed.
 */
export async function endLease(
  db: Db,
  dialect: Dialect,
  lease: Lease,
  now: number,
  ending: Ending,
): Promise<Notice[]> {
  const ended = await db
    .deleteFrom('bus_lease')
    .where('id', '=', lease.id)
    .where('ends_at', '=', lease.ends_at)
    .returning('id')
    .executeTakeFirst()
  if (!ended) return []
  if (lease.subject === 'task') return returnWhenLeaseEnds(db, dialect, lease, now, ending)
  if (ending !== 'expired') return []
  return [
    {
      to: lease.agent_id,
      type: 'alert',
      priority: 2,
      channel: 'leases',
      payload: {
        text: `Your lease of the ${lease.subject} ${lease.subject_id} has expired. Other agents can take it now.`,
        event: 'lease.expired',
        subject: lease.subject,
        id: lease.subject_id,
        next: 'svc_lease takes it again.',
      },
    },
  ]
}
