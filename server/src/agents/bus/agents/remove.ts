import type { agentOperations } from '@svc/schema'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { recordAudit } from '../../../people/identity/audit.ts'
import { managedAgent } from '../agent-access.ts'
import type { BusParts } from '../dependencies.ts'
import { retireKeys } from '../signing/keys.ts'
import { failMuchMail, failPendingMail, holdPendingMail } from './fail-pending-mail.ts'

/**
 * Archives or deletes an agent. Its messages stay, because they contain its name, and its keys stay
 * to verify them.
 */
export const removeAgent =
  (bus: BusParts): Handlers<typeof agentOperations>['removeAgent'] =>
  async ({ ctx, input }) => {
    const agent = await managedAgent.find(ctx, input.id)
    const isHard = input.hard === 'true'
    const status = isHard ? ('deleted' as const) : ('archived' as const)
    const now = ctx.clock()
    const why = `the recipient was ${status}`
    const failedBefore = await failMuchMail(ctx, bus, agent, why, now)
    const { failed, notify } = await ctx.store.write(async (db) => {
      await holdPendingMail(db, bus, agent)
      const held = await managedAgent.hold(db, ctx, agent)
      const before = failedBefore > 0 ? agent.status : held.status
      // First, so that a concurrent message finds the agent archived.
      await db
        .updateTable('agent')
        .set({ status: 'archived', updated_at: now })
        .where('id', '=', agent.id)
        .execute()
      const mail = await failPendingMail(db, bus, agent, why, now)
      if (isHard) {
        await retireKeys(db, agent.id, now)
        await db.deleteFrom('agent_project').where('agent_id', '=', agent.id).execute()
        await db.deleteFrom('agent').where('id', '=', agent.id).execute()
      }
      if (isHard || before !== 'archived')
        await recordAudit(db, ctx.caller, now, {
          action: `agent.${status}`,
          target: { kind: 'agent', id: agent.public_id, name: agent.name },
        })
      return mail
    })
    notify()
    // Its streams end.
    bus.wake.notify('bus', agent.public_id)
    return { id: agent.public_id, name: agent.name, status, failedMessages: failedBefore + failed }
  }
