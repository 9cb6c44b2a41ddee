import type { keyOperations } from '@svc/schema'
import type { Scope } from '../../ground/kernel/context.ts'
import { readPage } from '../../ground/kernel/id-cursor.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { isoOrNull } from '../../ground/kernel/time.ts'
import type { Role } from '../../ground/store/tables.ts'
import {
  describeOwner,
  describePerson,
  type OwnerRow,
  ownerColumns,
  type PersonRow,
  personColumns,
} from './person.ts'
import { requireWholeOrganization } from './whole-organization.ts'

/** The organization's keys that are not revoked, newest first; excludes the hourly keys of workflows. */
export const listKeys: Handlers<typeof keyOperations>['listKeys'] = async ({ ctx, input }) => {
  requireWholeOrganization(ctx.caller)
  const query = ctx.store.read
    .selectFrom('api_key')
    .leftJoin('project', 'project.id', 'api_key.project_id')
    .leftJoin('person', 'person.id', 'api_key.created_by')
    .leftJoin('person as owner', 'owner.id', 'api_key.owner_id')
    .select(['api_key.id', ...keyColumns, ...personColumns, ...ownerColumns])
    .where('api_key.organization_id', '=', ctx.caller.organizationId)
    .where('api_key.revoked_at', 'is', null)
    .where('api_key.trust_id', 'is', null)
  const { page, nextCursor } = await readPage(ctx, query, 'api_key.id', input)
  return {
    items: page.map((row) => withState(describeKey(row), ctx.clock())),
    nextCursor,
  }
}

interface KeyRow extends PersonRow, OwnerRow {
  public_id: string
  name: string
  hint: string
  role: Role
  scopes: string
  project: string | null
  created_at: number
  expires_at: number | null
  last_used_at: number | null
}

/** The columns that `describeKey` needs from `api_key` joined with its `project`, besides `personColumns`. */
export const keyColumns = [
  'api_key.public_id',
  'api_key.name',
  'api_key.hint',
  'api_key.role',
  'api_key.scopes',
  'api_key.created_at',
  'api_key.expires_at',
  'api_key.last_used_at',
  'project.slug as project',
] as const

/** The public fields of a key. */
export const describeKey = (row: KeyRow) => ({
  id: row.public_id,
  name: row.name,
  hint: row.hint,
  role: row.role,
  scopes: row.scopes.split(' ') as Scope[],
  project: row.project,
  createdBy: describePerson(row),
  owner: describeOwner(row),
  createdAt: new Date(row.created_at).toISOString(),
  expiresAt: isoOrNull(row.expires_at),
  lastUsedAt: isoOrNull(row.last_used_at),
})

/** The same, and whether the key still works. */
export const withState = (key: ReturnType<typeof describeKey>, now: number) => ({
  ...key,
  state:
    key.expiresAt !== null && Date.parse(key.expiresAt) <= now ? ('expired' as const) : ('active' as const),
})
