import { sql } from 'kysely'
import type { Scope } from '../../ground/kernel/context.ts'
import { type Db, type Dialect, isOneOf } from '../../ground/store/portable.ts'
import { deleteWebhooks } from './delete-webhooks.ts'
import {
  type BackedTable,
  type Backing,
  type Grant,
  membershipGrant,
  tellingGrant,
  workflowGrant,
} from './grants.ts'

/** Selects credentials by their owner, or by the keys that made them. */
export type Maker = { personId: number } | { keyIds: number[] }

interface Search {
  dialect: Dialect
  organizationId: number
  maker: Maker
  now: number
}

/** One credential that still works. */
export interface ActiveCredential {
  /** The id of its row. */
  rowId: number
  /** Its id in the API. */
  id: string
  name: string
  createdAt: number
  grant: Grant
  /** The host of a webhook's address; the rest of it is secret. */
  host?: string
}

/** The operations that list, hand over and end one kind of credential. */
export interface CredentialKind {
  /** Its name in messages and the audit trail. */
  kind: 'invitation' | 'key' | 'trust' | 'webhook' | 'badge'
  table: BackedTable
  /** The audit action that ends it. */
  ended: string
  target: string
  find(db: Db, search: Search): Promise<ActiveCredential[]>
  /** Gives rows another owner; absent if they always end with the member who made them. */
  adopt?(db: Db, dialect: Dialect, rowIds: number[], backing: Backing, now: number): Promise<unknown>
  end(db: Db, dialect: Dialect, rowIds: number[], now: number): Promise<unknown>
}

/**
 * Links to join. A member who loses the role loses the right to invite, and a link to the member's
 * own address would be a way back in.
 */
const INVITATIONS: CredentialKind = {
  kind: 'invitation',
  table: 'invitation',
  ended: 'invitation.withdrawn',
  target: 'invitation',
  async find(db, search) {
    const own = madeBy('invitation', search)
    const isFor = (personId: number) =>
      sql<boolean>`(${own} or invitation.email = (select email from person where id = ${personId}))`
    const rows = await db
      .selectFrom('invitation')
      .select(['id', 'public_id', 'email', 'role', 'created_at'])
      .where('organization_id', '=', search.organizationId)
      .where('expires_at', '>', search.now)
      .where('personId' in search.maker ? isFor(search.maker.personId) : own)
      .orderBy('id')
      .execute()
    return rows.map((row) => ({
      ...described(row),
      name: row.email ?? 'anybody with the link',
      grant: membershipGrant(row.role),
    }))
  },
  end: deleteRows('invitation', 'id'),
}

/** Keys created by hand; ending a trust ends the keys of its workflows. */
const KEYS: CredentialKind = {
  kind: 'key',
  table: 'api_key',
  ended: 'key.revoked',
  target: 'key',
  async find(db, search) {
    const rows = await db
      .selectFrom('api_key')
      .select(['id', 'public_id', 'name', 'role', 'scopes', 'project_id', 'created_at', 'expires_at'])
      .where('organization_id', '=', search.organizationId)
      .where('revoked_at', 'is', null)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', search.now)]))
      .where('trust_id', 'is', null)
      .where(madeBy('api_key', search))
      .orderBy('id')
      .execute()
    return rows.map((row) => ({
      ...described(row),
      name: row.name,
      grant: {
        role: row.role,
        scopes: row.scopes.split(' ') as Scope[],
        projectId: row.project_id,
        expiresAt: row.expires_at,
      },
    }))
  },
  adopt: adoptRows('api_key', 'id'),
  end: (db, dialect, rowIds, now) =>
    db
      .updateTable('api_key')
      .set({ revoked_at: now })
      .where(isOneOf(dialect, 'id', rowIds))
      .where('revoked_at', 'is', null)
      .execute(),
}

/** Trusts, each with the keys that it issued to its workflows. */
const TRUSTS: CredentialKind = {
  kind: 'trust',
  table: 'oidc_trust',
  ended: 'trust.deleted',
  target: 'trust',
  async find(db, search) {
    const rows = await db
      .selectFrom('oidc_trust')
      .select(['id', 'public_id', 'repository', 'repository_id', 'project_id', 'created_at'])
      .where('organization_id', '=', search.organizationId)
      .where(madeBy('oidc_trust', search))
      .orderBy('id')
      .execute()
    return rows.map((row) => ({
      ...described(row),
      name: row.repository ?? row.repository_id,
      grant: workflowGrant(row.project_id),
    }))
  },
  // The trust before its keys: a concurrent exchange locks it, and its key exists when it releases
  // the lock.
  async adopt(db, dialect, rowIds, backing, now) {
    await adoptRows('oidc_trust', 'id')(db, dialect, rowIds, backing, now)
    await keysOfTrusts(db, dialect, rowIds, now).set(backing).execute()
  },
  async end(db, dialect, rowIds, now) {
    await deleteRows('oidc_trust', 'id')(db, dialect, rowIds, now)
    await keysOfTrusts(db, dialect, rowIds, now).set({ revoked_at: now }).execute()
  },
}

const WEBHOOKS: CredentialKind = {
  kind: 'webhook',
  table: 'webhook',
  ended: 'webhook.deleted',
  target: 'webhook',
  async find(db, search) {
    const rows = await db
      .selectFrom('webhook')
      .select(['id', 'public_id', 'name', 'project_id', 'created_at', 'hint'])
      .where('organization_id', '=', search.organizationId)
      .where('deleted_at', 'is', null)
      .where(madeBy('webhook', search))
      .orderBy('id')
      .execute()
    return rows.map((row) => ({
      ...described(row),
      name: row.name,
      grant: tellingGrant(row.project_id),
      host: new URL(row.hint).host,
    }))
  },
  adopt: adoptRows('webhook', 'id'),
  end: deleteWebhooks,
}

const BADGES: CredentialKind = {
  kind: 'badge',
  table: 'badge',
  ended: 'badge.deleted',
  target: 'project',
  async find(db, search) {
    const rows = await db
      .selectFrom('badge')
      .innerJoin('project', 'project.id', 'badge.project_id')
      .select(['project.id', 'project.slug as public_id', 'badge.created_at'])
      .where('project.organization_id', '=', search.organizationId)
      .where(madeBy('badge', search))
      .orderBy('project.id')
      .execute()
    return rows.map((row) => ({ ...described(row), name: row.public_id, grant: tellingGrant(row.id) }))
  },
  adopt: adoptRows('badge', 'project_id'),
  end: deleteRows('badge', 'project_id'),
}

/**
 * Every kind of credential of an organization. A new kind needs a row here, the columns of `Backing`,
 * `authorizeGrant` in the verb that makes it and `isBacked` in the reads that use it. A test finds a table
 * without a row.
 */
export const CREDENTIAL_KINDS: readonly CredentialKind[] = [INVITATIONS, KEYS, TRUSTS, WEBHOOKS, BADGES]

/**
 * Tables of a person's own credentials in any organization, which follow the person's rights at each request.
 * A former slug names the person who may reuse it after its organization is deleted.
 */
export const PERSONAL_TABLES = ['session', 'session_token', 'password_link', 'former_slug', 'device'] as const

/** Gives rows of a table, named by a column, another owner. */
function adoptRows(table: BackedTable, column: string): NonNullable<CredentialKind['adopt']> {
  return (db, dialect, rowIds, backing) =>
    db
      .updateTable(table as 'api_key')
      .set(backing)
      .where(isOneOf(dialect, column, rowIds))
      .execute()
}

/** Deletes rows of a table, named by a column. */
function deleteRows(table: BackedTable, column: string): CredentialKind['end'] {
  return (db, dialect, rowIds) =>
    db
      .deleteFrom(table as 'api_key')
      .where(isOneOf(dialect, column, rowIds))
      .execute()
}

const madeBy = (table: BackedTable, { dialect, maker }: Search) =>
  'personId' in maker
    ? sql<boolean>`${sql.ref(`${table}.owner_id`)} = ${maker.personId}`
    : isOneOf(dialect, `${table}.parent_key_id`, maker.keyIds)

const keysOfTrusts = (db: Db, dialect: Dialect, trustIds: number[], now: number) =>
  db
    .updateTable('api_key')
    .where(isOneOf(dialect, 'trust_id', trustIds))
    .where('expires_at', '>', now)
    .where('revoked_at', 'is', null)

const described = (row: { id: number; public_id: string; created_at: number }) => ({
  rowId: row.id,
  id: row.public_id,
  createdAt: row.created_at,
})
