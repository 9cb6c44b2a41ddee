// @module-tag thorough
import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import { makeApp, type TestApp } from '../../testing/make-app.ts'
import type { TestPerson } from '../../testing/people.ts'
import { addAccount, guess, PASSWORD, type SignedIn, trySignIn } from '../../testing/sign-in.ts'
import { makePasswordLink } from './password-link.ts'
import { pruneExpired } from './prune-expired.ts'

const DAY_MS = 86_400_000
const LIMITS = { rateLimits: { wrongPasswords: 2 } }
/** Where somebody guesses until every try there, and at the account, has to wait. */
const ELSEWHERE = ['192.0.2.10', '192.0.2.11', '192.0.2.12']

/** Uses up the tries of an account, and says whether this device is let past. */
async function isLetPast(app: TestApp, person: TestPerson, device: string | null): Promise<boolean> {
  for (const address of ELSEWHERE) await guess(app, person.email, address)
  const { status } = await trySignIn(app, person.email, { ...(device !== null && { device }) })
  expect([200, 429]).toContain(status)
  return status === 200
}

const signInWith = async (app: TestApp, person: TestPerson, device: string) =>
  (await trySignIn(app, person.email, { device })).data

onEachDatabase('devices', (make) => {
  test('a program gets one where it asks, a browser in a cookie; it is stored as a hash', async () => {
    const app = await make(LIMITS)
    const person = await addAccount(app)
    const { email } = person
    expect((await trySignIn(app, email)).data.device).toBeNull()
    const { device } = await signInWith(app, person, 'new')
    expect(device).toMatch(/^svd_[\w-]{43}$/)
    expect((await signInWith(app, person, device ?? '')).device).toBe(device)
    const browser = await trySignIn(app, person.email, { cookie: true })
    expect(browser.data).toMatchObject({ token: null, device: null })
    const [, cookie] = browser.headers.getSetCookie()
    expect(cookie).toMatch(/^svc_device=svd_[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(JSON.stringify(await app.store.read.selectFrom('device').selectAll().execute())).not.toContain(
      'svd_',
    )
    const Cookie = String(cookie).split(';')[0] as string
    for (const address of ELSEWHERE) await guess(app, email, address)
    expect((await trySignIn(app, email)).status).toBe(429)
    expect((await trySignIn(app, email, { cookie: true }, { headers: { Cookie } })).status).toBe(200)
  })

  test('it is of one person, signs nobody in, and has tries of its own', async () => {
    const app = await make(LIMITS)
    const ada = await addAccount(app)
    const bob = await addAccount(app)
    const { device } = await signInWith(app, ada, 'new')
    expect(await isLetPast(app, bob, device)).toBe(false)
    expect(await isLetPast(app, ada, device)).toBe(true)
    expect((await app.get('/api/whoami', { key: device })).status).toBe(401)
    const wrong = () => trySignIn(app, ada.email, { device, password: 'a wrong guess' })
    expect((await wrong()).status).toBe(401)
    expect((await wrong()).status).toBe(429)
    app.advance(30_000)
    expect((await trySignIn(app, ada.email, { device })).status).toBe(200)
  })

  test('it is forgotten with a changed password, a reset, and the end of sessions elsewhere, and kept at signing out', async () => {
    const app = await make()
    const limited = { ...LIMITS, beside: app, startAt: app.clock() }
    const person = await addAccount(app)
    const known = async (device: string | null) => {
      const rows = await app.store.read
        .selectFrom('device')
        .select('id')
        .where('person_id', '=', person.id)
        .execute()
      return device !== null && rows.length
    }
    const first = await signInWith(app, person, 'new')
    const second = await signInWith(app, person, 'new')
    expect(await known(second.device)).toBe(2)
    await app.post('/api/sign-out', {}, { key: first.token })
    expect(await known(first.device)).toBe(2)

    // One session of another device, ended by its id.
    const third = await signInWith(app, person, 'new')
    const sessions = (
      await app.get<{ sessions: { id: string; isCurrent: boolean }[] }>('/api/sessions', {
        key: second.token,
      })
    ).data
    const other = sessions.sessions.find(({ isCurrent }) => !isCurrent)
    await app.delete(`/api/sessions/${other?.id}`, { key: second.token })
    expect(await known(third.device)).toBe(2)

    // All others: the device that asks is still let past, no other is.
    await app.delete('/api/sessions', { key: second.token })
    expect(await known(second.device)).toBe(1)

    const changed = await app.post<SignedIn>(
      '/api/password',
      { current: PASSWORD, password: `${PASSWORD} staple`, device: second.device },
      { key: second.token },
    )
    expect(changed.data.device).toMatch(/^svd_/)
    expect(changed.data.device).not.toBe(second.device)
    expect(await known(changed.data.device)).toBe(1)

    const link = await app.store.write((db) => makePasswordLink(db, person.id, app.clock()))
    await app.post('/auth/password', { token: link, password: PASSWORD }, { key: null })
    expect(await known(changed.data.device)).toBe(0)
    expect(await isLetPast(await makeApp(limited), person, changed.data.device)).toBe(false)
  })

  test('it is known for 180 days after the last sign-in, and 50 of a person at most', async () => {
    const app = await make(LIMITS)
    const person = await addAccount(app)
    const { device } = await signInWith(app, person, 'new')
    app.advance(180 * DAY_MS - 1)
    expect(await isLetPast(app, person, device)).toBe(true)
    app.advance(180 * DAY_MS)
    expect(await isLetPast(app, person, device)).toBe(false)
    await pruneExpired(app.store, app.clock())
    const count = async () => (await app.store.read.selectFrom('device').select('id').execute()).length
    expect(await count()).toBe(0)
    const rows = Array.from({ length: 50 }, (_, i) => ({
      person_id: person.id,
      hash: `old ${i}`,
      created_at: 1,
      last_used_at: i,
      expires_at: app.clock() + DAY_MS,
    }))
    await app.store.write((db) => db.insertInto('device').values(rows).execute())
    app.advance(DAY_MS / 2)
    await signInWith(app, person, 'new')
    expect(await count()).toBe(50)
    const oldest = await app.store.read
      .selectFrom('device')
      .select('hash')
      .where('hash', '=', 'old 0')
      .execute()
    expect(oldest).toEqual([])
  })
})
