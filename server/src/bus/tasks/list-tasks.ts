import type { taskOperations } from '@svc/schema'
import { cursorAfter, idBefore } from '../../kernel/id-cursor.ts'
import type { Handlers } from '../../kernel/operation-handlers.ts'
import { visibleProject } from '../../projects/visible-projects.ts'
import { findAgent } from '../find-agent.ts'
import type { WorkParts } from '../work-parts.ts'
import { describeTasks, taskRows } from './task-rows.ts'

type List = Handlers<typeof taskOperations>['listTasks']

export const listTasks =
  ({ time }: Pick<WorkParts, 'time'>): List =>
  async ({ ctx, input }) => {
    const { status, assignedTo, createdBy, limit, cursor } = input
    let query = taskRows(ctx)
    if (input.project !== undefined)
      query = query.where('task.project_id', '=', (await visibleProject(ctx, input.project)).id)
    if (assignedTo !== undefined)
      query = query.where('assigned_to', '=', (await findAgent(ctx, assignedTo)).id)
    if (createdBy !== undefined) query = query.where('created_by', '=', (await findAgent(ctx, createdBy)).id)
    if (status === 'open') query = query.where('status', 'in', ['pending', 'in_progress'])
    else if (status !== undefined) query = query.where('status', '=', status)
    if (cursor !== undefined) query = query.where(idBefore(ctx, 'task.id', cursor))
    const rows = await query
      .orderBy('task.id', 'desc')
      .limit(limit + 1)
      .execute()
    const page = rows.slice(0, limit)
    return {
      items: await describeTasks(ctx, page, { time, now: ctx.clock() }),
      nextCursor: cursorAfter(ctx, rows, limit),
    }
  }
