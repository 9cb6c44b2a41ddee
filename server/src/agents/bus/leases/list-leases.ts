import type { leaseOperations } from '@svc/schema'
import { readPage } from '../../../ground/kernel/id-cursor.ts'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { visibleProject } from '../../../people/projects/visible-projects.ts'
import type { WorkParts } from '../work-dependencies.ts'
import { describeLease, visibleLeases } from './lease-rows.ts'

type List = Handlers<typeof leaseOperations>['listLeases']

export const listLeases =
  ({ time }: Pick<WorkParts, 'time'>): List =>
  async ({ ctx, input }) => {
    const { store, caller } = ctx
    const { subject } = input
    const project = input.project === undefined ? null : await visibleProject(ctx, input.project)
    let query = visibleLeases(store.read, caller)
      .leftJoin('task', (join) =>
        join
          .onRef('task.public_id', '=', 'bus_lease.subject_id')
          .onRef('task.organization_id', '=', 'bus_lease.organization_id')
          .on('bus_lease.subject', '=', 'task'),
      )
      .select('task.title')
      .where('ends_at', '>', await time(store.read))
    if (project) query = query.where('bus_lease.project_id', '=', project.id)
    if (subject !== undefined) query = query.where('subject', '=', subject)
    const { page, nextCursor } = await readPage(ctx, query, 'bus_lease.id', input)
    return {
      items: page.map((row) => ({ ...describeLease(row), title: row.title })),
      nextCursor,
    }
  }
