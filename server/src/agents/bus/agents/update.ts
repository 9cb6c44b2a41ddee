import type { agentOperations } from '@svc/schema'
import { ADMIN_ACCESS, requireAccess } from '../../../ground/kernel/access.ts'
import type { Context } from '../../../ground/kernel/context.ts'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { notFound, Problem } from '../../../ground/kernel/problem.ts'
import { requireNameOfAgent } from '../../../ground/kernel/reserved-names.ts'
import type { Db } from '../../../ground/store/portable.ts'
import { recordAudit } from '../../../people/identity/audit.ts'
import { authorityNow } from '../../../people/identity/grants.ts'
import { managedAgent } from '../agent-access.ts'
import type { BusParts } from '../dependencies.ts'
import { subscribeFromCapabilities } from '../events/subscribe.ts'
import { findAgent } from '../find-agent.ts'
import { holdAgent } from '../hold-agent.ts'
import { makeKey, retireKeys } from '../signing/keys.ts'
import { describeAgent } from './describe.ts'
import { failMuchMail, failPendingMail, holdPendingMail } from './fail-pending-mail.ts'
import { capabilitiesText } from './register.ts'

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

/** Gives an agent another credential. The former owner may know the signing key, so that key retires at once. */
export const takeOverAgent =
  (bus: BusParts): Handlers<typeof agentOperations>['takeOverAgent'] =>
  async ({ ctx, input }) => {
    const found = await findAgent(ctx, input.id)
    const now = ctx.clock()
    const { agent, row, secret } = await ctx.store.write(async (db) => {
      const { caller } = await authorityNow(db, ctx)
      requireAccess(caller, ADMIN_ACCESS)
      const agent = await holdAgent(db, ctx.store.dialect, found.id)
      const to = await credentialOf(db, ctx, input.key)
      await db
        .updateTable('agent')
        .set({ credential: to.credential, updated_at: now })
        .where('id', '=', agent.id)
        .execute()
      await retireKeys(db, agent.id, now)
      await recordAudit(db, caller, now, {
        action: 'agent.taken-over',
        target: { kind: 'agent', id: agent.public_id, name: agent.name },
        detail: { by: to.name },
      })
      return { agent, ...(await makeKey(db, bus, { organization_id: agent.organization_id, agent }, now)) }
    })
    // Streams of the former credential end.
    bus.wake.notify('bus', agent.public_id)
    return { ...(await describeAgent(ctx, agent.id)), signingKey: { id: row.public_id, secret } }
  }

/** The credential that gets the agent: a valid key that the call names, else the caller's own. */
async function credentialOf(db: Db, { caller, clock }: Context, keyId: string | undefined) {
  if (keyId === undefined) return { credential: caller.credential, name: 'the caller' }
  const key = await db
    .selectFrom('api_key')
    .select(['id', 'name'])
    .where('organization_id', '=', caller.organizationId)
    .where('public_id', '=', keyId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', clock())]))
    .executeTakeFirst()
  if (!key) throw notFound('active API key')
  return { credential: `key:${key.id}`, name: `key ${key.name}` }
}
