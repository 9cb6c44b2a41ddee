import type { leaseOperations } from '@svc/schema'
import type { Handlers } from '../../kernel/operation-handlers.ts'
import { visibleProject } from '../../projects/visible-projects.ts'
import type { WorkParts } from '../work-parts.ts'
import { describeLease, visibleLeases } from './lease-rows.ts'

type List = Handlers<typeof leaseOperations>['listLeases']

export const listLeases =
  ({ time }: Pick<WorkParts, 'time'>): List =>
  async ({ ctx, input }) => {
    const { store, caller, cursors } = ctx
    const { subject, limit, cursor } = input
    const project = input.project === undefined ? null : await visibleProject(ctx, input.project)
    let query = visibleLeases(store.read, caller).where('ends_at', '>', await time(store.read))
    if (project) query = query.where('bus_lease.project_id', '=', project.id)
    if (subject !== undefined) query = query.where('subject', '=', subject)
    if (cursor !== undefined) {
      const [id] = cursors.decode(cursor, ['number'])
      query = query.where('bus_lease.id', '<', id)
    }
    const rows = await query
      .orderBy('bus_lease.id', 'desc')
      .limit(limit + 1)
      .execute()
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return {
      items: page.map(describeLease),
      nextCursor: last && rows.length > limit ? cursors.encode([last.id]) : null,
    }
  }
