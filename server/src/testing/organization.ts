import { SCOPES_OF_ROLE } from '../ground/kernel/access.ts'
import { newId } from '../ground/kernel/id.ts'
import type { Db } from '../ground/store/portable.ts'
import { OF_MACHINE } from '../people/identity/grants.ts'
import { insertKey } from '../people/identity/insert-key.ts'
import type { TestApp } from './make-app.ts'

let organizations = 0

/** Creates another organization and returns the value of an admin key of it. */
export function addOrganization(app: Pick<TestApp, 'store' | 'clock'>): Promise<string> {
  const slug = `other-${++organizations}`
  return app.store.write(async (db) => {
    const { id } = await insertOrganization(db, slug, app.clock())
    const { value } = await insertKey(
      db,
      {
        organizationId: id,
        name: 'Key of another organization',
        role: 'admin',
        scopes: SCOPES_OF_ROLE.admin,
        projectId: null,
        createdBy: null,
        backing: OF_MACHINE,
        expiresAt: null,
      },
      app.clock(),
    )
    return value
  })
}

/** Inserts an organization without keys and members. */
export const insertOrganization = (db: Db, slug: string, now: number): Promise<{ id: number }> =>
  db
    .insertInto('organization')
    .values({ public_id: newId(now), slug, name: slug, plan: 'enterprise', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
