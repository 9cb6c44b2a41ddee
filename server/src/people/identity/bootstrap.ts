import { SCOPES_OF_ROLE } from '../../ground/kernel/access.ts'
import type { Clock } from '../../ground/kernel/clock.ts'
import type { Scope } from '../../ground/kernel/context.ts'
import { newId } from '../../ground/kernel/id.ts'
import type { Store } from '../../ground/store/open.ts'
import type { Role } from '../../ground/store/tables.ts'
import { insertKey } from './insert-key.ts'
import { makePasswordLink, passwordUrl } from './password-link.ts'

/** The first organization of a self-hosted server. */
export const FIRST_ORGANIZATION = 'default'

/** The first admin's e-mail address until they change it. */
export const FIRST_ADMIN = 'admin@localhost'

/**
 * The first key. `ci` can only send and read results, because it is written to a log; `admin` can do
 * everything an admin can.
 */
export type FirstKey = 'ci' | 'admin'

export const FIRST_KEYS: Record<FirstKey, { name: string; role: Role; scopes: readonly Scope[] }> = {
  ci: { name: 'CI (first start)', role: 'editor', scopes: ['ingest', 'read'] },
  admin: { name: 'First key', role: 'admin', scopes: SCOPES_OF_ROLE.admin },
}

/**
 * Creates the first organization, its admin and a key in an empty database, and returns the key. Returns
 * null, without a change, if an organization exists already.
 */
export const bootstrap = (store: Store, clock: Clock, first: FirstKey): Promise<string | null> =>
  store.write(async (db) => {
    if (await db.selectFrom('organization').select('id').limit(1).executeTakeFirst()) return null
    const now = clock()
    // If several servers start on one Postgres at the same time, the unique slug lets only one
    // succeed.
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

/** The first person to sign in, and the link where they set their password. */
export interface FirstSignIn {
  email: string
  url: string
}

/** The link for the first admin, who has no password yet; printed once. */
export const firstSignIn = (store: Store, clock: Clock, baseUrl: string): Promise<FirstSignIn> =>
  store.write(async (db) => {
    const { id } = await db
      .selectFrom('person')
      .select('id')
      .where('email', '=', FIRST_ADMIN)
      .executeTakeFirstOrThrow()
    return { email: FIRST_ADMIN, url: passwordUrl(baseUrl, await makePasswordLink(db, id, clock())) }
  })
