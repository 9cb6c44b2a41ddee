import { scryptSync } from 'node:crypto'
import { newId } from '../ground/kernel/id.ts'
import type { Role } from '../ground/store/tables.ts'
import { beginSession } from '../people/identity/sessions.ts'
import type { TestApp } from './make-app.ts'

let people = 0

/** Gives a person a password, stored at a cost that tests can afford. */
export async function givePassword(
  app: TestApp,
  { id }: Pick<TestPerson, 'id'>,
  password: string,
): Promise<void> {
  const stored = weakHash(password)
  await app.store.write((db) =>
    db.updateTable('person').set({ password: stored }).where('id', '=', id).execute(),
  )
}

/** A cost that tests can afford. */
export const WEAK_COST = { N: 1_024, r: 8, p: 1 }

/** As `identity/password.ts` stores one, at that cost. */
export function weakHash(password: string): string {
  const salt = Buffer.from('salt')
  const { N, r, p } = WEAK_COST
  const hash = scryptSync(password, salt, 32, WEAK_COST)
  return `scrypt$${N}$${r}$${p}$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

export interface TestPerson {
  id: number
  publicId: string
  email: string
  /** Of a session under way: a credential like a key. */
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
