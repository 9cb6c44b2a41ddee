import { SCOPES_OF_ROLE } from '../kernel/access.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Scope } from '../kernel/context.ts'
import { newId } from '../kernel/id.ts'
import type { Store } from '../store/open.ts'
import type { Role } from '../store/tables.ts'
import { insertKey } from './insert-key.ts'

/** The first organization of a server of one's own. */
export const FIRST_ORGANIZATION = 'default'

/** What the first admin signs in as, until they change it. */
export const FIRST_ADMIN = 'admin@localhost'

/**
 * The first key: `ci` sends results and reads them, and no more, since it is written to a log; `admin` may do
 * whatever an admin may.
 */
export type FirstKey = 'ci' | 'admin'

export const FIRST_KEYS: Record<FirstKey, { name: string; role: Role; scopes: readonly Scope[] }> = {
  ci: { name: 'CI (first start)', role: 'editor', scopes: ['ingest', 'read'] },
  admin: { name: 'First key', role: 'admin', scopes: SCOPES_OF_ROLE.admin },
}

/**
 * In an empty database makes the first organization, its admin and a key, and returns the key.
 * Null where there is an organization already: then nothing was touched.
 */
export const bootstrap = (store: Store, clock: Clock, first: FirstKey): Promise<string | null> =>
  store.write(async (db) => {
    if (await db.selectFrom('organization').select('id').limit(1).executeTakeFirst()) return null
    const now = clock()
    // Of several servers starting at once on one Postgres, the slug lets one through.
    const organization = await db
      .insertInto('organization')
      .values({
        public_id: newId(now),
        slug: FIRST_ORGANIZATION,
        name: 'Default',
        plan: 'enterprise',
        created_at: now,
      })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!organization) return null
    const person = await db
      .insertInto('person')
      .values({ public_id: newId(now), email: FIRST_ADMIN, name: 'Admin', created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('member')
      .values({ organization_id: organization.id, person_id: person.id, role: 'admin', created_at: now })
      .execute()
    const { value } = await insertKey(
      db,
      {
        organizationId: organization.id,
        ...FIRST_KEYS[first],
        projectId: null,
        createdBy: person.id,
        backing: { owner_id: person.id, parent_key_id: null },
        expiresAt: null,
      },
      now,
    )
    return value
  })
