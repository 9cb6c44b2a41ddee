import type { Selectable } from 'kysely'
import { toolOrCommand } from '../../../ground/kernel/next-step.ts'
import { type Db, type Dialect, forUpdate } from '../../../ground/store/portable.ts'
import type { Tables } from '../../../ground/store/tables.ts'
import { returnTask } from '../tasks/return-task.ts'
import type { Notice } from '../tell.ts'

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
        next: `${toolOrCommand('svc_lease', 'api takeLease')} takes it again.`,
      },
    },
  ]
}

type Lease = Selectable<Tables['bus_lease']>

/** Why a lease ended. */
type Ending = 'expired' | 'released' | 'holder-gone'

const BECAUSE: Record<Ending, (name: string) => string> = {
  expired: (name) => `The lease of ${name} expired.`,
  released: (name) => `${name} released it.`,
  'holder-gone': (name) => `The agent ${name} was archived or deleted.`,
}

/** Sets a task that the holder of its lease has in progress back to pending. Returns the notices about it. */
async function returnWhenLeaseEnds(
  db: Db,
  dialect: Dialect,
  { subject_id, agent_id, agent_name }: Lease,
  now: number,
  ending: Ending,
): Promise<Notice[]> {
  const task = await db
    .selectFrom('task')
    .selectAll()
    .where('public_id', '=', subject_id)
    .$call(forUpdate(dialect))
    .executeTakeFirst()
  if (task?.status !== 'in_progress' || task.assigned_to !== agent_id) return []
  return (await returnTask(db, task, BECAUSE[ending](agent_name), now)).notices
}
