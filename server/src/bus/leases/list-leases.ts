import type { leaseOperations } from '@svc/schema'
import { cursorAfter, idBefore } from '../../kernel/id-cursor.ts'
import type { Handlers } from '../../kernel/operation-handlers.ts'
import { visibleProject } from '../../projects/visible-projects.ts'
import type { WorkParts } from '../work-dependencies.ts'
import { describeLease, visibleLeases } from './lease-rows.ts'

type List = Handlers<typeof leaseOperations>['listLeases']

export const listLeases =
  ({ time }: Pick<WorkParts, 'time'>): List =>
  async ({ ctx, input }) => {
    const { store, caller } = ctx
    const { subject, limit, cursor } = input
    const project = input.project === undefined ? null : await visibleProject(ctx, input.project)
    let query = visibleLeases(store.read, caller).where('ends_at', '>', await time(store.read))
    if (project) query = query.where('bus_lease.project_id', '=', project.id)
    if (subject !== undefined) query = query.where('subject', '=', subject)
    if (cursor !== undefined) query = query.where(idBefore(ctx, 'bus_lease.id', cursor))
    const rows = await query
      .orderBy('bus_lease.id', 'desc')
      .limit(limit + 1)
      .execute()
    const page = rows.slice(0, limit)
    return {
      items: page.map(describeLease),
      nextCursor: cursorAfter(ctx, rows, limit),
    }
  }
