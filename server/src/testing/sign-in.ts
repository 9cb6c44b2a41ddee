import type { TestApp, TestRequest } from './make-app.ts'
import { addPerson, givePassword, type TestPerson } from './people.ts'

/** Of everybody whom `addAccount` makes. */
export const PASSWORD = 'correct horse battery'

/** What signing in answers with. */
export interface SignedIn {
  token: string | null
  device: string | null
  expiresAt: string
  person: { id: string; email: string; name: string }
}

/** A person of the first organization who has a password. */
export async function addAccount(app: TestApp, roles = { default: 'viewer' as const }): Promise<TestPerson> {
  const person = await addPerson(app, roles)
  await givePassword(app, person, PASSWORD)
  return person
}

/** Tries a password, the right one unless `body` says otherwise. */
export const trySignIn = (app: TestApp, email: string, body: object = {}, init: TestRequest = {}) =>
  app.post<SignedIn>('/auth/sign-in', { email, password: PASSWORD, ...body }, { key: null, ...init })

/** Tries a wrong one and says how it was answered. */
export const guess = async (app: TestApp, email: string, remoteAddress = '192.0.2.1') =>
  (await trySignIn(app, email, { password: 'a wrong guess' }, { remoteAddress })).status
