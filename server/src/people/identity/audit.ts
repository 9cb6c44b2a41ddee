import type { organizationOperations } from '@svc/schema'
import type { Caller } from '../../ground/kernel/context.ts'
import { readPage } from '../../ground/kernel/id-cursor.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import type { Db } from '../../ground/store/portable.ts'
import { requireWholeOrganization } from './whole-organization.ts'

const ROWS_PER_STATEMENT = 256

/** An action on an organization or its belongings. */
export interface AuditEntry {
  /** The kind of target, and the action: `key.created`. */
  action: string
  target: { kind: string; id: string; name: string }
  detail?: Record<string, unknown>
}

/** The actor: a command on the server's machine if all are null. */
export type Actor = Pick<Caller, 'organizationId' | 'personId' | 'apiKeyId'> & {
  /** The address of an unidentified visitor. */
  visitor?: string
}

/**
 * Records an action and its actor in the transaction of the action, with their present names: later they may
 * not exist.
 */
export const recordAudit = (db: Db, actor: Actor, now: number, entry: AuditEntry): Promise<void> =>
  recordAudits(db, actor, now, [entry])

/** The same for many actions of one actor: they share their statements. */
export async function recordAudits(db: Db, actor: Actor, now: number, entries: AuditEntry[]): Promise<void> {
  const common = { organization_id: actor.organizationId, at: now, ...(await describeActor(db, actor)) }
  for (let from = 0; from < entries.length; from += ROWS_PER_STATEMENT)
    await db
      .insertInto('audit')
      .values(
        entries.slice(from, from + ROWS_PER_STATEMENT).map(({ action, target, detail = {} }) => ({
          ...common,
          action,
          target_kind: target.kind,
          target_id: target.id,
          target_name: target.name,
          detail: JSON.stringify(detail),
        })),
      )
      .execute()
}

/** The actor by kind, id and present name. */
export async function describeActor(db: Db, { personId, apiKeyId, visitor }: Actor) {
  if (visitor !== undefined) return { actor_kind: 'visitor' as const, actor_id: null, actor_name: visitor }
  if (personId !== null) {
    const person = await db
      .selectFrom('person')
      .select(['public_id', 'email'])
      .where('id', '=', personId)
      .executeTakeFirstOrThrow()
    return { actor_kind: 'person' as const, actor_id: person.public_id, actor_name: person.email }
  }
  if (apiKeyId !== null) {
    const key = await db
      .selectFrom('api_key')
      .select(['public_id', 'name'])
      .where('id', '=', apiKeyId)
      .executeTakeFirstOrThrow()
    return { actor_kind: 'key' as const, actor_id: key.public_id, actor_name: key.name }
  }
  return { actor_kind: 'machine' as const, actor_id: null, actor_name: 'svc-server' }
}

/** The organization's audit rows, newest first. */
export const listAudit: Handlers<typeof organizationOperations>['listAudit'] = async ({ ctx, input }) => {
  requireWholeOrganization(ctx.caller)
  let query = ctx.store.read
    .selectFrom('audit')
    .selectAll()
    .where('organization_id', '=', ctx.caller.organizationId)
  if (input.action !== undefined) query = query.where('action', '=', input.action)
  if (input.from !== undefined) query = query.where('at', '>=', Date.parse(input.from))
  if (input.to !== undefined) query = query.where('at', '<', Date.parse(input.to))
  const { page, nextCursor } = await readPage(ctx, query, 'audit.id', input)
  return {
    items: page.map((row) => ({
      id: row.id,
      at: new Date(row.at).toISOString(),
      actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
      action: row.action,
      target: { kind: row.target_kind, id: row.target_id, name: row.target_name },
      detail: JSON.parse(row.detail) as Record<string, unknown>,
    })),
    nextCursor,
  }
}
