import type { leaseOperations } from '@svc/schema'
import { isAtLeast } from '../../../ground/kernel/access.ts'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { actingAgentOrAdmin, actingAs } from '../acting-agent.ts'
import { tellAfter } from '../tell.ts'
import type { WorkParts } from '../work-dependencies.ts'
import { endLease } from './end-lease.ts'
import { heldBy, lockLease } from './hold.ts'
import { leaseRows } from './lease-rows.ts'
import { findSubject } from './subject.ts'

type Release = Handlers<typeof leaseOperations>['releaseLease']

export const releaseLease =
  (parts: WorkParts): Release =>
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
