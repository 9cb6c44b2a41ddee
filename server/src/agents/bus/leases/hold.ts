import { newId } from '../../../ground/kernel/id.ts'
import { NEXT, worded } from '../../../ground/kernel/next-step.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import { quoted, slug } from '../../../ground/kernel/quoted.ts'
import { iso } from '../../../ground/kernel/time.ts'
import { type Db, type Dialect, forUpdate } from '../../../ground/store/portable.ts'
import type { AgentRow } from '../dependencies.ts'
import type { Notice } from '../tell.ts'
import { endLease } from './end-lease.ts'
import { type LeaseRow, leaseRows } from './lease-rows.ts'
import type { Held } from './subject.ts'

interface Wanted {
  dialect: Dialect
  agent: AgentRow
  held: Held
  minutes: number
  /** By the clock that replicas share. */
  now: number
}

/**
 * In the caller's transaction: makes the agent the only holder of a subject, or renews its lease. Returns the notices
 * about a lease that ended before. Throws CONFLICT, which names the holder, if another agent holds it.
 */
export async function holdSubject(db: Db, { dialect, agent, held, minutes, now }: Wanted) {
  const endsAt = now + minutes * 60_000
  const before = await lockLease(db, dialect, agent.organization_id, held.place)
  if (before && before.ends_at > now) {
    const row = await readLease(db, agent.organization_id, held.place)
    if (row && row.agent_id !== agent.id) throw heldBy(row)
    if (row) {
      await db.updateTable('bus_lease').set({ ends_at: endsAt }).where('id', '=', before.id).execute()
      return { lease: { ...row, ends_at: endsAt }, isRenewal: true, notices: [] as Notice[] }
    }
  }
  // It has ended, or its holder is archived or deleted.
  const notices = before ? await endLease(db, dialect, before, now, 'expired') : []
  const made = await db
    .insertInto('bus_lease')
    .values({
      public_id: newId(now),
      organization_id: agent.organization_id,
      project_id: held.projectId,
      subject: held.subject,
      subject_id: held.id,
      place: held.place,
      agent_id: agent.id,
      agent_name: agent.name,
      since: now,
      ends_at: endsAt,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'place']).doNothing())
    .returning('id')
    .executeTakeFirst()
  const lease = await readLease(db, agent.organization_id, held.place)
  if (!lease) throw new Problem('CONFLICT', 'Another agent took and released it at this moment. Try again.')
  if (!made) throw heldBy(lease)
  return { lease, isRenewal: false, notices }
}

export const lockLease = (db: Db, dialect: Dialect, organizationId: number, place: string) =>
  db
    .selectFrom('bus_lease')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('place', '=', place)
    .$call(forUpdate(dialect))
    .executeTakeFirst()

const readLease = (db: Db, organizationId: number, place: string) =>
  leaseRows(db, organizationId).where('place', '=', place).executeTakeFirst()

/** The refusal for everyone except the holder. */
export function heldBy({
  subject,
  subject_id,
  name,
  display_name,
  instance,
  since,
  ends_at,
}: LeaseRow): Problem {
  const profile = [display_name, instance].filter((text) => text !== null).map((text) => quoted(text))
  return new Problem(
    'CONFLICT',
    worded`The agent ${slug(name)} (${profile.join(', ')}) has held the ${subject} ${slug(subject_id)} since ${iso(since)}, until ${iso(ends_at)}. Work on something else, or write to ${slug(name)} with ${NEXT.sendMessage}.`,
  )
}
