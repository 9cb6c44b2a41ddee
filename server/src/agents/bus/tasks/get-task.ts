import type { taskOperations } from '@svc/schema'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { iso } from '../../../ground/kernel/time.ts'
import type { WorkParts } from '../work-dependencies.ts'
import { describeTask, findTask } from './task-rows.ts'

type Get = Handlers<typeof taskOperations>['getTask']

const MOST_CHANGES = 200

export const getTask =
  (parts: Pick<WorkParts, 'time'>): Get =>
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
