import { beginSession } from '../identity/sessions.ts'
import { newId } from '../kernel/id.ts'
import type { Role } from '../store/tables.ts'
import type { TestApp } from './make-app.ts'

let people = 0

export interface TestPerson {
  id: number
  publicId: string
  email: string
  /** Of a session under way: goes where a key goes. */
  token: string
}

/** A person who has signed in, without a password, with a role in each of these organizations; in none unless given. */
export function addPerson(app: TestApp, roles: Record<string, Role> = {}): Promise<TestPerson> {
  const email = `person-${++people}@example.com`
  const now = app.clock()
  return app.store.write(async (db) => {
    const publicId = newId(now)
    const { id } = await db
      .insertInto('person')
      .values({ public_id: publicId, email, name: `Person ${people}`, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [slug, role] of Object.entries(roles)) {
      const organization = await db
        .selectFrom('organization')
        .select('id')
        .where('slug', '=', slug)
        .executeTakeFirstOrThrow()
      await db
        .insertInto('member')
        .values({ organization_id: organization.id, person_id: id, role, created_at: now })
        .execute()
    }
    const { token } = await beginSession(db, { address: '192.0.2.1', userAgent: 'a test' }, id, now)
    return { id, publicId, email, token }
  })
}
