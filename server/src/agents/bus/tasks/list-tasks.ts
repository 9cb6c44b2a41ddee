import type { taskOperations } from '@svc/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../ground/kernel/context.ts'
import { fitPage } from '../../../ground/kernel/fit-page.ts'
import { readPage } from '../../../ground/kernel/id-cursor.ts'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import { visibleProject } from '../../../people/projects/visible-projects.ts'
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
    const { page, nextCursor } = await readPage(
      ctx,
      query.clearSelect().select(['task.id', CHARACTERS.as('characters')]),
      'task.id',
      input,
    )
    // 200 tasks may have 100 MiB, so the texts of those that fit are read alone.
    const fitting = fitPage(page, ({ characters }) => characters)
    const last = fitting.at(-1)
    const rows = await taskRows(ctx)
      .where(
        isOneOf(
          ctx.store.dialect,
          'task.id',
          fitting.map(({ id }) => id),
        ),
      )
      .orderBy('task.id', 'desc')
      .execute()
    return {
      items: await describeTasks(ctx, rows, { time, now: ctx.clock() }),
      nextCursor: last && fitting.length < page.length ? ctx.cursors.encode([last.id]) : nextCursor,
    }
  }

/** Of the texts of a task that may be large, in bytes. */
const CHARACTERS = sql<number>`coalesce(octet_length(task.payload), 0) + coalesce(octet_length(task.result), 0)`

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
