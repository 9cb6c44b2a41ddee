import type { Context } from '../../../ground/kernel/context.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import type { LeaseSubject } from '../../../ground/store/tables.ts'
import { noSuchFailure } from '../../../history/failures/no-such-failure.ts'
import { findTest } from '../../../history/tests/find-test.ts'
import { onlyVisibleProject, visibleProject } from '../../../people/projects/visible-projects.ts'
import { findTask } from '../tasks/task-rows.ts'

/** What an agent can hold a lease on. */
export interface Held {
  subject: LeaseSubject
  /** In the form that a request uses. */
  id: string
  projectId: number | null
  /** Unique in the organization. */
  place: string
}

export interface Named {
  subject: LeaseSubject
  id: string
  project?: string | undefined
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
