import type { Context } from '../../../ground/kernel/context.ts'
import { newId } from '../../../ground/kernel/id.ts'
import { NEXT, worded } from '../../../ground/kernel/next-step.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import { quoted, slug } from '../../../ground/kernel/quoted.ts'
import { iso } from '../../../ground/kernel/time.ts'
import { type Db, type Dialect, forUpdate } from '../../../ground/store/portable.ts'
import type { LeaseSubject } from '../../../ground/store/tables.ts'
import { noSuchFailure } from '../../../history/failures/no-such-failure.ts'
import { findTest } from '../../../history/tests/find-test.ts'
import { onlyVisibleProject, visibleProject } from '../../../people/projects/visible-projects.ts'
import type { AgentRow } from '../dependencies.ts'
import { findTask } from '../tasks/task-rows.ts'
import type { Notice } from '../tell.ts'
import { endLease } from './end-lease.ts'
import { type LeaseRow, leaseRows } from './lease-rows.ts'

/** What an agent can hold a lease on. */
interface Held {
  subject: LeaseSubject
  /** In the form that a request uses. */
  id: string
  projectId: number | null
  /** Unique in the organization. */
  place: string
}

interface Named {
  subject: LeaseSubject
  id: string
  project?: string | undefined
}

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

/** The subject of a request. Throws NOT_FOUND unless the caller may see it. */
export function findSubject(ctx: Context, named: Named): Promise<Held> {
  if (named.subject === 'task') return findHeldTask(ctx, named.id)
  return named.subject === 'test' ? findHeldTest(ctx, named) : findHeldFailure(ctx, named)
}

const placeOf = (subject: LeaseSubject, projectId: number | null, id: string) =>
  subject === 'task' ? `task/${id}` : `${subject}/${projectId}/${id}`

async function findHeldTask(ctx: Context, named: string): Promise<Held> {
  const { public_id: id, project_id: projectId } = await findTask(ctx, named)
  return { subject: 'task', id, projectId, place: placeOf('task', null, id) }
}

async function findHeldTest(ctx: Context, { id: named, project }: Named): Promise<Held> {
  const { test, project: found } = await findTest(ctx, named.toLowerCase(), project)
  const id = test.name.testId
  return { subject: 'test', id, projectId: found.id, place: placeOf('test', found.id, id) }
}

async function findHeldFailure(ctx: Context, { id: named, project }: Named): Promise<Held> {
  const found = project === undefined ? await onlyVisibleProject(ctx) : await visibleProject(ctx, project)
  if (!found)
    throw new Problem(
      'INVALID_REQUEST',
      'project is required: a failure belongs to one project. Name its slug.',
    )
  const id = named.toLowerCase()
  const cluster = await ctx.store.lookup
    .selectFrom('failure_cluster')
    .select('id')
    .where('project_id', '=', found.id)
    .where('fingerprint', '=', id)
    .executeTakeFirst()
  if (!cluster) throw await noSuchFailure(ctx, id)
  return { subject: 'failure', id, projectId: found.id, place: placeOf('failure', found.id, id) }
}
