import { randomBytes } from 'node:crypto'
import type { notificationOperations } from '@svc/schema'
import { ADMIN_ACCESS } from '../../ground/kernel/access.ts'
import { newId } from '../../ground/kernel/id.ts'
import { readPage } from '../../ground/kernel/id-cursor.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { notFound, Problem } from '../../ground/kernel/problem.ts'
import { seal, sealedPlaceOf } from '../../ground/kernel/seal.ts'
import { iso } from '../../ground/kernel/time.ts'
import { readWebhookKey } from '../../ground/store/secret.ts'
import { recordAudit } from '../../people/identity/audit.ts'
import { deleteWebhooks } from '../../people/identity/delete-webhooks.ts'
import { findProject } from '../../people/identity/find-project.ts'
import { authorizeGrant, tellingGrant } from '../../people/identity/grants.ts'
import { requireWholeOrganization } from '../../people/identity/whole-organization.ts'
import { readAddress } from './address.ts'
import { forgetDeliveries, giveUp } from './end-deliveries.ts'
import { DEFAULT_EVENTS } from './notice.ts'
import { describeWebhook, findWebhook, webhookRows } from './read-webhooks.ts'

type Verbs = Handlers<typeof notificationOperations>

const MOST = 20

export const listWebhooks: Verbs['listWebhooks'] = async ({ ctx, input }) => {
  requireWholeOrganization(ctx.caller)
  const query = webhookRows(ctx.store.read, ctx.caller)
  const { page, nextCursor } = await readPage(ctx, query, 'webhook.id', input)
  return {
    items: page.map(describeWebhook),
    nextCursor,
  }
}

export const createWebhook =
  ({ allowPrivate }: { allowPrivate: boolean }): Verbs['createWebhook'] =>
  async ({ ctx, input }) => {
    requireWholeOrganization(ctx.caller)
    const url = readAddress(input.url, allowPrivate)
    const key = await readWebhookKey(ctx.store)
    const { organizationId } = ctx.caller
    const now = ctx.clock()
    const id = newId(now)
    const secret = input.kind === 'json' ? `svw_${randomBytes(32).toString('base64url')}` : null
    const events = [...new Set(input.events ?? DEFAULT_EVENTS)]
    return ctx.store.write(async (db) => {
      // Locks the organization, so that concurrent requests cannot exceed the limit together.
      const { backing } = await authorizeGrant(db, ctx, ADMIN_ACCESS, tellingGrant(null), 'A webhook')
      const { count } = await db
        .selectFrom('webhook')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('organization_id', '=', organizationId)
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow()
      if (Number(count) >= MOST)
        throw new Problem('CONFLICT', `An organization has at most ${MOST} webhooks. Delete one first.`)
      const project =
        input.project === undefined ? null : await findProject(db, organizationId, input.project)
      if (project === undefined) throw notFound('project')
      await db
        .insertInto('webhook')
        .values({
          public_id: id,
          organization_id: organizationId,
          project_id: project?.id ?? null,
          name: input.name,
          kind: input.kind,
          address: seal(key, sealedPlaceOf(id, 'address'), url.href),
          hint: `${url.protocol}//${url.host}/…${url.href.slice(-4)}`,
          secret: secret && seal(key, sealedPlaceOf(id, 'secret'), secret),
          events: events.join(' '),
          created_by: ctx.caller.personId,
          created_at: now,
          ...backing,
        })
        .execute()
      await recordAudit(db, ctx.caller, now, {
        action: 'webhook.created',
        target: { kind: 'webhook', id, name: input.name },
        detail: { host: url.host, kind: input.kind, events, project: project?.slug ?? null },
      })
      return { ...describeWebhook(await findWebhook(db, ctx.caller, id)), secret }
    })
  }

export const updateWebhook: Verbs['updateWebhook'] = async ({ ctx, input }) => {
  requireWholeOrganization(ctx.caller)
  const now = ctx.clock()
  const { id, name, events, enabled } = input
  const { webhook, isOff } = await ctx.store.write(async (db) => {
    // With more events, or enabled again, it needs the same rights as a new one.
    if (events || enabled) await authorizeGrant(db, ctx, ADMIN_ACCESS, tellingGrant(null), 'A webhook')
    const webhook = await findWebhook(db, ctx.caller, id)
    const isOff = enabled === false && webhook.disabled_at === null
    const set = {
      ...(name !== undefined && { name }),
      ...(events && { events: [...new Set(events)].join(' ') }),
      ...(enabled && { disabled_at: null, disabled_because: null, failing_since: null }),
      ...(isOff && { disabled_at: now, disabled_because: 'It was turned off.' }),
    }
    if (Object.keys(set).length === 0) return { webhook, isOff }
    await db.updateTable('webhook').set(set).where('id', '=', webhook.id).execute()
    await recordAudit(db, ctx.caller, now, {
      action: 'webhook.changed',
      target: { kind: 'webhook', id: webhook.public_id, name: name ?? webhook.name },
      detail: {
        ...(name !== undefined && { name }),
        ...(events && { events }),
        ...(enabled !== undefined && { enabled }),
      },
    })
    return { webhook: await findWebhook(db, ctx.caller, id), isOff }
  })
  if (isOff) await giveUp(ctx.store, webhook.id, now)
  return describeWebhook(webhook)
}

export const deleteWebhook: Verbs['deleteWebhook'] = async ({ ctx, input }) => {
  requireWholeOrganization(ctx.caller)
  const now = ctx.clock()
  await ctx.store.write(async (db) => {
    const webhook = await findWebhook(db, ctx.caller, input.id)
    await deleteWebhooks(db, ctx.store.dialect, [webhook.id], now)
    await recordAudit(db, ctx.caller, now, {
      action: 'webhook.deleted',
      target: { kind: 'webhook', id: webhook.public_id, name: webhook.name },
    })
  })
  await forgetDeliveries(ctx.store)
  return { id: input.id, deletedAt: iso(now) }
}
