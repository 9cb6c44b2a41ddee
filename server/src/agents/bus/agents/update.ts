import type { agentOperations } from '@svc/schema'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import { requireNameOfAgent } from '../../../ground/kernel/reserved-names.ts'
import { recordAudit } from '../../../people/identity/audit.ts'
import { managedAgent } from '../agent-access.ts'
import type { BusParts } from '../dependencies.ts'
import { subscribeFromCapabilities } from '../events/subscribe.ts'
import { capabilitiesText } from './capabilities-text.ts'
import { describeAgent } from './describe.ts'
import { failMuchMail, failPendingMail, holdPendingMail } from './fail-pending-mail.ts'

export const updateAgent =
  (bus: BusParts): Handlers<typeof agentOperations>['updateAgent'] =>
  async ({ ctx, input }) => {
    const agent = await managedAgent.find(ctx, input.id)
    if (input.displayName !== undefined) requireNameOfAgent('displayName', input.displayName)
    const { displayName, status, instance, model, role, capabilities } = input
    const fields = {
      ...(displayName !== undefined && { display_name: displayName }),
      ...(status !== undefined && { status }),
      ...(instance !== undefined && { instance }),
      ...(model !== undefined && { model }),
      ...(role !== undefined && { role }),
      ...(capabilities !== undefined && { capabilities: capabilitiesText(capabilities) }),
    }
    if (Object.keys(fields).length === 0)
      throw new Problem('INVALID_REQUEST', 'Give at least one field to change.')
    const now = ctx.clock()
    const why = 'the recipient was archived'
    const failedBefore = status === 'archived' ? await failMuchMail(ctx, bus, agent, why, now) : 0
    const notify = await ctx.store.write(async (db) => {
      if (status === 'archived') await holdPendingMail(db, bus, agent)
      const held = await managedAgent.hold(db, ctx, agent)
      const before = failedBefore > 0 ? agent.status : held.status
      await db
        .updateTable('agent')
        .set({ ...fields, updated_at: now })
        .where('id', '=', agent.id)
        .execute()
      if (capabilities) await subscribeFromCapabilities(db, ctx, agent, capabilities)
      if (status === undefined || before === status) return null
      await recordAudit(db, ctx.caller, now, {
        action: `agent.${status === 'active' ? 'activated' : status === 'inactive' ? 'deactivated' : 'archived'}`,
        target: { kind: 'agent', id: agent.public_id, name: agent.name },
      })
      return status === 'archived' ? failPendingMail(db, bus, agent, why, now) : null
    })
    notify?.notify()
    // Its streams end.
    if (status === 'archived') bus.wake.notify('bus', agent.public_id)
    return describeAgent(ctx, agent.id)
  }
