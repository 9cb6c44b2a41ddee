import { sql } from 'kysely'
import type { Caller } from '../../ground/kernel/context.ts'
import { notFound } from '../../ground/kernel/problem.ts'
import { iso, isoOrNull } from '../../ground/kernel/time.ts'
import type { Db } from '../../ground/store/portable.ts'
import type { EventKind } from './notice.ts'

/** An organization's webhooks, with their project's slug. Omits webhooks of deleted projects. */
export const webhookRows = (db: Db, { organizationId }: Pick<Caller, 'organizationId'>) =>
  db
    .selectFrom('webhook')
    .leftJoin('project', 'project.id', 'webhook.project_id')
    .selectAll('webhook')
    .select('project.slug as project')
    .where('webhook.organization_id', '=', organizationId)
    .where('webhook.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([eb('webhook.project_id', 'is', null), eb('project.organization_id', '=', organizationId)]),
    )

export type WebhookRow = Awaited<ReturnType<ReturnType<typeof webhookRows>['executeTakeFirstOrThrow']>>

/** The webhook with this id. Throws NOT_FOUND if the organization has none. */
export async function findWebhook(db: Db, caller: Caller, id: string): Promise<WebhookRow> {
  const row = await webhookRows(db, caller)
    .where('webhook.public_id', '=', id.toLowerCase())
    .executeTakeFirst()
  if (!row) throw notFound('webhook')
  return row
}

/** A deleted project's messages are never sent. */
export const ofLivingProject = (organizationId: number) =>
  sql<boolean>`(project_id is null or project_id in (select id from project where organization_id = ${organizationId}))`

/** The public fields of a webhook; neither its address nor its secret. */
export const describeWebhook = (row: WebhookRow) => ({
  id: row.public_id,
  name: row.name,
  kind: row.kind,
  address: row.hint,
  events: row.events.split(' ') as EventKind[],
  project: row.project,
  createdAt: iso(row.created_at),
  failingSince: isoOrNull(row.failing_since),
  disabledAt: isoOrNull(row.disabled_at),
  disabledBecause: row.disabled_because,
})
