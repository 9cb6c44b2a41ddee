import type { identityOperations } from '@svc/schema'
import type { Handlers } from '../kernel/handlers.ts'
import { Problem } from '../kernel/problem.ts'
import { SERVER_VERSION } from '../kernel/version.ts'
import { describeKey, keyColumns } from './list-keys.ts'

/** Tells a caller who it is, so that a set-up can be looked at without changing or reading anything else. */
export const whoAmI: Handlers<typeof identityOperations>['whoAmI'] = async ({ ctx }) => {
  const row = await ctx.store.read
    .selectFrom('api_key')
    .innerJoin('organization', 'organization.id', 'api_key.organization_id')
    .leftJoin('project', 'project.id', 'api_key.project_id')
    .select([
      ...keyColumns,
      'organization.slug as organization_slug',
      'organization.name as organization_name',
    ])
    .where('api_key.id', '=', ctx.caller.apiKeyId ?? 0)
    .where('api_key.organization_id', '=', ctx.caller.organizationId)
    .executeTakeFirst()
  // Deleted with its organization since it was let in.
  if (!row) throw new Problem('UNAUTHORIZED', 'This API key is gone. Create a new one.')
  const { name, role, scopes, project, expiresAt } = describeKey(row)
  return {
    organization: { slug: row.organization_slug, name: row.organization_name },
    key: { name, role, scopes, project, expiresAt },
    server: { version: SERVER_VERSION },
  }
}
