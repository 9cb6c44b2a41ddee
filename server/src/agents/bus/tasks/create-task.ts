import type { taskOperations } from '@svc/schema'
import type { Context } from '../../../ground/kernel/context.ts'
import { newId } from '../../../ground/kernel/id.ts'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { quoted, slug } from '../../../ground/kernel/quoted.ts'
import type { Db } from '../../../ground/store/portable.ts'
import { describeActor } from '../../../people/identity/audit.ts'
import { type VisibleProject, visibleProject } from '../../../people/projects/visible-projects.ts'
import { actingAgentOrPerson, actingAs } from '../acting-agent.ts'
import type { AgentRow } from '../dependencies.ts'
import { findAgent } from '../find-agent.ts'
import { tellAfter } from '../tell.ts'
import type { WorkParts } from '../work-dependencies.ts'
import { recordChange, type StoredTask } from './change-task.ts'
import { readData, readDeadline, requireWorking } from './task-input.ts'
import { noticesOf } from './task-notices.ts'
import { describeTask } from './task-rows.ts'

type Create = Handlers<typeof taskOperations>['createTask']

export const createTask =
  (parts: WorkParts): Create =>
  async ({ ctx, input }) => {
    const agent = await actingAgentOrPerson(actingAs(ctx, input.agent))
    const assignee = requireWorking(await findAgent(ctx, input.assignedTo))
    const project = await projectOf(ctx, input.project)
    const now = ctx.clock()
    const task = await tellAfter(parts, ctx.store, async (db, tell) => {
      const creator = agent ?? (await personOf(db, ctx))
      const made = await insertTask(db, {
        creator,
        assignee,
        projectId: project?.id ?? null,
        title: input.title,
        description: input.description ?? null,
        priority: input.priority,
        deadline: input.deadline === undefined ? null : readDeadline(input.deadline, now),
        payload: input.payload === undefined ? null : readData(input.payload, 'payload'),
        now,
      })
      const by = agent ? slug(agent.name) : quoted(creator.name)
      const text = `${by} has a task for you: ${quoted(made.title)}`
      const from = agent ?? undefined
      tell(noticesOf(made, { text, actorId: creator.id, from, type: 'task', isNew: true }))
      return made
    })
    return describeTask(ctx, parts, task.id)
  }

/** A person without an agent, as the creator of a task. */
const personOf = async (db: Db, { caller }: Context): Promise<Creator> => ({
  id: null,
  personId: caller.personId,
  name: (await describeActor(db, caller)).actor_name,
  organization_id: caller.organizationId,
})

/** A key of one project creates tasks of that project. */
async function projectOf(ctx: Context, slug: string | undefined): Promise<Pick<VisibleProject, 'id'> | null> {
  if (slug !== undefined) return visibleProject(ctx, slug)
  return ctx.caller.projectId === null ? null : { id: ctx.caller.projectId }
}

/** An agent, or a person, whose id is null. */
type Creator = Pick<AgentRow, 'name' | 'organization_id'> & { id: number | null; personId?: number | null }

export interface NewTask {
  creator: Creator
  assignee: AgentRow
  projectId: number | null
  title: string
  description: string | null
  priority: number
  deadline: number | null
  /** JSON. */
  payload: string | null
  rerunCommit?: string
  now: number
}

/** Stores a pending task with the first entry of its history. */
export async function insertTask(db: Db, task: NewTask): Promise<StoredTask> {
  const { creator, assignee, now } = task
  const row = await db
    .insertInto('task')
    .values({
      public_id: newId(now),
      organization_id: creator.organization_id,
      project_id: task.projectId,
      title: task.title,
      description: task.description,
      priority: task.priority,
      deadline: task.deadline,
      payload: task.payload,
      status: 'pending',
      assigned_to: assignee.id,
      assigned_name: assignee.name,
      created_by: creator.id,
      created_by_person: creator.personId ?? null,
      created_name: creator.name,
      rerun_commit: task.rerunCommit ?? null,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const changes = { status: { from: null, to: 'pending' } }
  await recordChange(db, row, { changes, actor: creator.name, now })
  return row
}
