import type { taskOperations } from '@svc/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { readPage } from '../../kernel/id-cursor.ts'
import type { Handlers } from '../../kernel/operation-handlers.ts'
import { visibleProject } from '../../projects/visible-projects.ts'
import { findAgent } from '../find-agent.ts'
import type { WorkParts } from '../work-dependencies.ts'
import type { StoredTask } from './change-task.ts'
import { returnsAt } from './idle-limit.ts'
import { describeTasks, taskRows } from './task-rows.ts'

type Status = StoredTask['status']
type List = Handlers<typeof taskOperations>['listTasks']

export const listTasks =
  ({ time }: Pick<WorkParts, 'time'>): List =>
  async ({ ctx, input }) => {
    const { status, assignedTo, createdBy } = input
    let query = taskRows(ctx)
    if (input.project !== undefined)
      query = query.where('task.project_id', '=', (await visibleProject(ctx, input.project)).id)
    if (assignedTo !== undefined)
      query = query.where('assigned_to', '=', (await findAgent(ctx, assignedTo)).id)
    if (createdBy !== undefined) query = query.where('created_by', '=', (await findAgent(ctx, createdBy)).id)
    if (status === 'open') query = query.where('status', 'in', ['pending', 'in_progress'])
    else if (status !== undefined) query = query.where(hasStatus(ctx, status, await time(ctx.store.read)))
    const { page, nextCursor } = await readPage(ctx, query, 'task.id', input)
    return {
      items: await describeTasks(ctx, page, { time, now: ctx.clock() }),
      nextCursor,
    }
  }

/**
 * Selects tasks by their current status: a task whose lease has ended is pending even before the
 * job updates it.
 */
function hasStatus({ store }: Context, status: Status, now: number): RawBuilder<boolean> {
  const end = returnsAt(store.dialect)
  if (status === 'in_progress') return sql`(task.status = 'in_progress' and ${end} > ${now})`
  if (status === 'pending')
    return sql`(task.status = 'pending' or (task.status = 'in_progress' and ${end} <= ${now}))`
  return sql`task.status = ${status}`
}
