import type { agentOperations } from '@svc/schema'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { recordAudit } from '../../../people/identity/audit.ts'
import { ownAgent } from '../agent-access.ts'
import type { BusParts } from '../dependencies.ts'
import { makeKey, retireKeys } from '../signing/keys.ts'

/** Rotates the signing key of an agent. */
export const createAgentKey =
  (bus: BusParts): Handlers<typeof agentOperations>['createAgentKey'] =>
  async ({ ctx, input }) => {
    const agent = await ownAgent.find(ctx, input.id)
    const now = ctx.clock()
    const retiresAt = now + input.overlapSeconds * 1_000
    const { row, secret } = await ctx.store.write(async (db) => {
      await ownAgent.hold(db, ctx, agent)
      await retireKeys(db, agent.id, retiresAt)
      const made = await makeKey(db, bus, { organization_id: agent.organization_id, agent }, now)
      await recordAudit(db, ctx.caller, now, {
        action: 'agent.key-created',
        target: { kind: 'agent', id: agent.public_id, name: agent.name },
        detail: { overlapSeconds: input.overlapSeconds },
      })
      return made
    })
    return {
      id: row.public_id,
      secret,
      agent: agent.name,
      createdAt: new Date(now).toISOString(),
      formerKeyRetiresAt: new Date(retiresAt).toISOString(),
    }
  }
