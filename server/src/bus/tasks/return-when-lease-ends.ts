import { type Db, type Dialect, forUpdate } from '../../store/portable.ts'
import type { Ending, Lease } from '../leases/end-lease.ts'
import type { Notice } from '../tell.ts'
import { returnTask } from './return-task.ts'

const BECAUSE: Record<Ending, (name: string) => string> = {
  expired: (name) => `The lease of ${name} expired.`,
  released: (name) => `${name} released it.`,
  'holder-gone': (name) => `The agent ${name} was archived or deleted.`,
}

/** Sets a task that the holder of its lease has in progress back to pending. Returns the notices about it. */
export async function returnWhenLeaseEnds(
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
