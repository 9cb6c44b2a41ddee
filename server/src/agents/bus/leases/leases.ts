import type { leaseOperations } from '@svc/schema'
import { isAtLeast } from '../../../ground/kernel/access.ts'
import { readPage } from '../../../ground/kernel/id-cursor.ts'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { visibleProject } from '../../../people/projects/visible-projects.ts'
import { actingAgent, actingAgentOrAdmin, actingAs } from '../acting-agent.ts'
import type { WorkParts } from '../dependencies.ts'
import { claim } from '../tasks/claim-task.ts'
import { tellAfter } from '../tell.ts'
import { endLease } from './end-lease.ts'
import { findSubject, heldBy, holdSubject, lockLease } from './hold.ts'
import { describeLease, leaseRows, visibleLeases } from './lease-rows.ts'

export const takeLease =
  (parts: WorkParts): Handlers<typeof leaseOperations>['takeLease'] =>
  async ({ ctx, input }) => {
    const agent = await actingAgent(actingAs(ctx, input.agent))
    const { minutes } = input
    if (input.subject === 'task') {
      const { lease, isRenewal } = await claim(ctx, parts, { agent, id: input.id, minutes })
      return { ...describeLease(lease), isRenewal }
    }
    const held = await findSubject(ctx, input)
    const { dialect } = ctx.store
    const { lease, isRenewal } = await tellAfter(parts, ctx.store, async (db, tell) => {
      const now = await parts.time(db)
      const taken = await holdSubject(db, { dialect, agent, held, minutes, now })
      tell(taken.notices)
      return taken
    })
    return { ...describeLease(lease), isRenewal }
  }

export const releaseLease =
  (parts: WorkParts): Handlers<typeof leaseOperations>['releaseLease'] =>
  async ({ ctx, input }) => {
    const { caller, store } = ctx
    const isAdmin = isAtLeast(caller.role, 'admin')
    const held = await findSubject(ctx, input)
    const agent = await actingAgentOrAdmin(actingAs(ctx, input.agent))
    return tellAfter(parts, store, async (db, tell) => {
      const now = await parts.time(db)
      const lease = await lockLease(db, store.dialect, caller.organizationId, held.place)
      if (!lease || lease.ends_at <= now) return { released: false }
      if (lease.agent_id !== agent?.id && !isAdmin) {
        const row = await leaseRows(db, caller.organizationId)
          .where('bus_lease.id', '=', lease.id)
          .executeTakeFirst()
        if (row) throw heldBy(row)
      }
      tell(await endLease(db, store.dialect, lease, now, 'released'))
      return { released: true }
    })
  }

export const listLeases =
  ({ time }: Pick<WorkParts, 'time'>): Handlers<typeof leaseOperations>['listLeases'] =>
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
