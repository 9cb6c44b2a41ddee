import type { leaseOperations } from '@svc/schema'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { actingAgent, actingAs } from '../acting-agent.ts'
import { claim } from '../tasks/claim-task.ts'
import { tellAfter } from '../tell.ts'
import type { WorkParts } from '../work-dependencies.ts'
import { holdSubject } from './hold.ts'
import { describeLease } from './lease-rows.ts'
import { findSubject } from './subject.ts'

type Take = Handlers<typeof leaseOperations>['takeLease']

export const takeLease =
  (parts: WorkParts): Take =>
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
