import type { agentOperations } from '@svc/schema'
import { ADMIN_ACCESS, requireAccess } from '../../../ground/kernel/access.ts'
import type { Context } from '../../../ground/kernel/context.ts'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { notFound } from '../../../ground/kernel/problem.ts'
import type { Db } from '../../../ground/store/portable.ts'
import { recordAudit } from '../../../people/identity/audit.ts'
import { authorityNow } from '../../../people/identity/grants.ts'
import type { BusParts } from '../dependencies.ts'
import { findAgent } from '../find-agent.ts'
import { holdAgent } from '../hold-agent.ts'
import { makeKey, retireKeys } from '../signing/keys.ts'
import { describeAgent } from './describe.ts'

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
