import type { taskOperations } from '@svc/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../ground/kernel/context.ts'
import { fitPage } from '../../../ground/kernel/fit-page.ts'
import { newId } from '../../../ground/kernel/id.ts'
import { isBehind } from '../../../ground/kernel/id-cursor.ts'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { quoted, slug } from '../../../ground/kernel/quoted.ts'
import { iso } from '../../../ground/kernel/time.ts'
import { type Db, isOneOf } from '../../../ground/store/portable.ts'
import { describeActor } from '../../../people/identity/audit.ts'
import { type VisibleProject, visibleProject } from '../../../people/projects/visible-projects.ts'
import { actingAgentOrPerson, actingAs } from '../acting-agent.ts'
import type { AgentRow, WorkParts } from '../dependencies.ts'
import { findAgent } from '../find-agent.ts'
import { tellAfter } from '../tell.ts'
import { recordChange, type StoredTask } from './change-task.ts'
import { readData, readDeadline, requireWorking } from './task-input.ts'
import { noticesOf } from './task-notices.ts'
import { describeTask, describeTasks, findTask, returnsAt, TEXT_BYTES, taskRows } from './task-rows.ts'

export const createTask =
  (parts: WorkParts): Handlers<typeof taskOperations>['createTask'] =>
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

export const listTasks =
  ({ time }: Pick<WorkParts, 'time'>): Handlers<typeof taskOperations>['listTasks'] =>
  async ({ ctx, input }) => {
    const { status, assignedTo, createdBy, endedAfter } = input
    let query = taskRows(ctx)
    if (input.project !== undefined)
      query = query.where('task.project_id', '=', (await visibleProject(ctx, input.project)).id)
    if (assignedTo !== undefined)
      query = query.where('assigned_to', '=', (await findAgent(ctx, assignedTo)).id)
    if (createdBy !== undefined) query = query.where('created_by', '=', (await findAgent(ctx, createdBy)).id)
    if (status === 'open') query = query.where('status', 'in', ['pending', 'in_progress'])
    else if (status !== undefined) query = query.where(hasStatus(ctx, status, await time(ctx.store.read)))
    if (endedAfter !== undefined) query = query.where('task.ended_at', '>', Date.parse(endedAfter))
    // The newest, or those that ended last.
    const [by, id] = [endedAfter === undefined ? 'task.id' : 'task.ended_at', 'task.id'] as const
    if (input.cursor !== undefined) query = query.where(isBehind(ctx, [by, id], input.cursor))
    const page = await query
      .clearSelect()
      .select([id, sql<number>`${sql.ref(by)}`.as('place'), TEXT_BYTES.as('bytes')])
      .orderBy(by, 'desc')
      .orderBy(id, 'desc')
      .limit(input.limit + 1)
      .execute()
    // 200 tasks may have 100 MiB, so only the texts of those that fit are read.
    const fitting = fitPage(page.slice(0, input.limit), ({ bytes }) => bytes)
    const last = fitting.at(-1)
    const rows = await taskRows(ctx)
      .where(
        isOneOf(
          ctx.store.dialect,
          id,
          fitting.map(({ id }) => id),
        ),
      )
      .orderBy(by, 'desc')
      .orderBy(id, 'desc')
      .execute()
    return {
      items: await describeTasks(ctx, rows, { time, now: ctx.clock() }),
      nextCursor: last && fitting.length < page.length ? ctx.cursors.encode([last.place, last.id]) : null,
    }
  }

/**
 * Selects tasks by their current status: a task whose lease has ended is pending even before the
 * job updates it.
 */
function hasStatus({ store }: Context, status: StoredTask['status'], now: number): RawBuilder<boolean> {
  const end = returnsAt(store.dialect)
  if (status === 'in_progress') return sql`(task.status = 'in_progress' and ${end} > ${now})`
  if (status === 'pending')
    return sql`(task.status = 'pending' or (task.status = 'in_progress' and ${end} <= ${now}))`
  return sql`task.status = ${status}`
}

const MOST_CHANGES = 200

export const getTask =
  (parts: Pick<WorkParts, 'time'>): Handlers<typeof taskOperations>['getTask'] =>
  async ({ ctx, input }) => {
    const { id } = await findTask(ctx, input.id)
    const [task, changes] = await Promise.all([
      describeTask(ctx, parts, id),
      ctx.store.read
        .selectFrom('task_change')
        .select(['at', 'actor', 'changes', 'because'])
        .where('task_id', '=', id)
        .orderBy('id', 'desc')
        .limit(MOST_CHANGES)
        .execute(),
    ])
    const history = changes.reverse().map((row) => ({
      at: iso(row.at),
      by: row.actor,
      because: row.because,
      changes: JSON.parse(row.changes) as Record<string, { from: unknown; to: unknown }>,
    }))
    return { ...task, history }
  }
