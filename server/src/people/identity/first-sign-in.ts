import type { Clock } from '../../ground/kernel/clock.ts'
import type { Store } from '../../ground/store/open.ts'
import { FIRST_ADMIN } from './bootstrap.ts'
import { makePasswordLink, passwordUrl } from './password-link.ts'

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
