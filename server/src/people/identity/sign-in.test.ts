import { describe, expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import { makeApp, type TestApp, type TestRequest } from '../../testing/make-app.ts'
import { addOrganization } from '../../testing/organization.ts'
import { addPerson, weakHash } from '../../testing/people.ts'
import { FIRST_ADMIN, firstSignIn } from './bootstrap.ts'
import { PASSWORD_COST } from './password.ts'
import { auditPasswordLink, makePasswordLink } from './password-link.ts'

interface SignedIn {
  token: string | null
  expiresAt: string
  person: { id: string; email: string; name: string }
  organizations: { slug: string; name: string; role: string }[]
}

const PASSWORD = 'correct horse battery'

/** Sends nothing that says who asks. */
const visit = <T>(app: TestApp, path: string, body: unknown, init: TestRequest = {}) =>
  app.post<T>(path, body, { ...init, key: null })

const signIn = (app: TestApp, more: object = {}, init: TestRequest = {}) =>
  visit<SignedIn>(app, '/auth/sign-in', { email: FIRST_ADMIN, password: PASSWORD, ...more }, init)

/** Gives the first admin a password, by the link of the first start. */
async function setUp(app: TestApp) {
  const { url } = await firstSignIn(app.store, app.clock, 'http://svc.test')
  const token = url.slice(url.indexOf('#') + 1)
  return { token, set: await visit<SignedIn>(app, '/auth/password', { token, password: PASSWORD }) }
}

onEachDatabase('sign-in', (make) => {
  test('the link of the first start sets a password once, and signs in', async () => {
    const app = await make()
    const { token, set } = await setUp(app)
    expect(set.data).toMatchObject({
      person: { email: FIRST_ADMIN, name: 'Admin' },
      organizations: [{ slug: 'default', name: 'Default', role: 'admin' }],
    })
    expect((await app.get('/api/executions', { key: set.data.token })).status).toBe(200)
    const again = await visit(app, '/auth/password', { token, password: 'another password' })
    expect(again.status).toBe(401)
    expect((await signIn(app)).status).toBe(200)
    expect((await signIn(app, { password: 'another password' })).status).toBe(401)
  })

  test('a link ends after a week, and when another is made', async () => {
    const app = await make()
    const first = await firstSignIn(app.store, app.clock, '')
    const second = await firstSignIn(app.store, app.clock, '')
    const use = ({ url }: { url: string }) =>
      visit(app, '/auth/password', { token: url.split('#')[1], password: PASSWORD })
    expect((await use(first)).status).toBe(401)
    app.advance(7 * 86_400_000)
    expect((await use(second)).status).toBe(401)
  })

  test('a session has the rights of a key of its role, and the address is case-insensitive', async () => {
    const app = await make()
    await setUp(app)
    const { status, data } = await signIn(app, { email: ' ADMIN@localhost ' })
    expect(status).toBe(200)
    expect(data.token).toMatch(/^svs_[\w-]{43}$/)
    const key = data.token
    expect((await app.get('/api/keys', { key })).status).toBe(200)
    expect((await app.get('/api/whoami', { key })).data).toMatchObject({
      organization: { slug: 'default' },
      key: null,
      person: { email: FIRST_ADMIN },
      organizations: [{ slug: 'default', role: 'admin' }],
    })
  })

  test('a password set by a link is recorded in the audit of each organization of the person, and of no other', async () => {
    const app = await make()
    const [own, foreign] = [await addOrganization(app), await addOrganization(app)]
    const { organization } = (await app.get<{ organization: { slug: string } }>('/api/whoami', { key: own }))
      .data
    const person = await addPerson(app, { default: 'viewer', [organization.slug]: 'viewer' })
    const secret = await app.store.write(async (db) => {
      await auditPasswordLink(db, person.id, null, app.clock(), 'person.password-link-made')
      return makePasswordLink(db, person.id, app.clock())
    })
    await visit(app, '/auth/password', { token: secret, password: PASSWORD })
    const audit = async (key?: string) =>
      (await app.get<{ actor: object; action: string; target: object }[]>('/api/audit', key ? { key } : {}))
        .data
    const target = { kind: 'person', id: person.publicId, name: person.email }
    const noted = [
      { action: 'person.password-set-by-link', actor: { ...target }, target },
      {
        action: 'person.password-link-made',
        actor: { kind: 'machine', id: null, name: 'svc-server' },
        target,
      },
    ]
    expect(await audit()).toMatchObject(noted)
    expect(await audit(own)).toMatchObject(noted)
    expect(await audit(foreign)).toEqual([])
    expect(JSON.stringify(await audit())).not.toContain(secret)
  })

  test('all that begins a session says when it ends as /api/sessions does', async () => {
    const app = await make()
    const { set } = await setUp(app)
    const { data } = await signIn(app)
    const ends = {
      expiresAt: new Date(app.clock() + 14 * 86_400_000).toISOString(),
      endsAt: new Date(app.clock() + 90 * 86_400_000).toISOString(),
    }
    const key = data.token as string
    const changed = { current: PASSWORD, password: 'another password' }
    expect([set.data, data]).toMatchObject([ends, ends])
    const { sessions } = (await app.get<{ sessions: object[] }>('/api/sessions', { key })).data
    expect(sessions).toMatchObject([ends, ends])
    expect((await app.post('/api/password', changed, { key })).data).toMatchObject(ends)
  })

  test('an unknown address, a wrong password and an account without one are refused alike', async () => {
    const app = await make()
    const none = await signIn(app)
    await setUp(app)
    const wrong = await signIn(app, { password: 'not the password' })
    const unknown = await signIn(app, { email: 'nobody@example.com' })
    expect(none.status).toBe(401)
    expect(none.error?.code).toBe('UNAUTHORIZED')
    expect([wrong.error, unknown.error]).toEqual([none.error, none.error])
  })

  test('neither password nor token stand in the database', async () => {
    const app = await make({ passwordCost: PASSWORD_COST })
    const { token, set } = await setUp(app)
    const people = await app.store.read.selectFrom('person').selectAll().execute()
    const tokens = await app.store.read.selectFrom('session_token').selectAll().execute()
    const text = JSON.stringify([people, tokens])
    expect(text).not.toContain(PASSWORD)
    expect(text).not.toContain(set.data.token)
    expect(text).not.toContain(token)
    expect(people[0]?.password).toMatch(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/)
  })

  test('changing the password ends every session but the one that asks, which gets a new token', async () => {
    const app = await make()
    const { set } = await setUp(app)
    const other = await signIn(app)
    const key = set.data.token
    const wrong = await app.post('/api/password', { current: 'wrong', password: 'a new password' }, { key })
    expect(wrong.error).toEqual({
      code: 'INVALID_REQUEST',
      message: 'current must be your current password.',
    })
    const changed = await app.post<SignedIn>(
      '/api/password',
      { current: PASSWORD, password: 'a new password' },
      { key },
    )
    expect(changed.status).toBe(200)
    for (const old of [key, other.data.token])
      expect((await app.get('/api/executions', { key: old })).status).toBe(401)
    expect((await app.get('/api/executions', { key: changed.data.token })).status).toBe(200)
    expect((await signIn(app)).status).toBe(401)
    expect((await signIn(app, { password: 'a new password' })).status).toBe(200)
  })

  test('a person changes name and address; the address takes the password and must be free', async () => {
    const app = await make()
    const { set } = await setUp(app)
    const key = set.data.token
    const change = (body: object) => app.post('/api/person', body, { key })
    expect((await change({ name: 'Ada' })).data).toMatchObject({ name: 'Ada', email: FIRST_ADMIN })
    expect((await change({ email: 'ada@example.com' })).error?.message).toMatch(/password is required/)
    expect((await change({ email: 'ada@example.com', password: 'wrong' })).status).toBe(400)
    expect((await change({ email: 'Ada@Example.com', password: PASSWORD })).data).toMatchObject({
      email: 'ada@example.com',
    })
    expect((await signIn(app, { email: 'ada@example.com' })).status).toBe(200)
    await app.store.write((db) =>
      db
        .insertInto('person')
        .values({ public_id: 'x', email: 'taken@example.com', name: 'x', created_at: 1 })
        .execute(),
    )
    expect((await change({ email: 'taken@example.com', password: PASSWORD })).status).toBe(409)
  })

  test('a password that was stored at another cost is stored at today’s when it is next used', async () => {
    const app = await make({ passwordCost: PASSWORD_COST })
    await setUp(app)
    // scrypt of PASSWORD with N 1024, r 8, p 1 and the salt "salt".
    const weak = weakHash(PASSWORD)
    await app.store.write((db) => db.updateTable('person').set({ password: weak }).execute())
    expect((await signIn(app)).status).toBe(200)
    const { password } = await app.store.read
      .selectFrom('person')
      .select('password')
      .executeTakeFirstOrThrow()
    expect(password).toMatch(/^scrypt\$16384\$8\$5\$/)
    expect((await signIn(app)).status).toBe(200)
  })

  test('bad input is named, and a key is nobody', async () => {
    const app = await make()
    const message = async (path: string, body: object) => (await visit(app, path, body)).error?.message
    expect(await message('/auth/sign-in', {})).toMatch(/email is required.*password is required/)
    expect(await message('/auth/sign-in', { email: 'x', password: 'x' })).toMatch(/email must be an e-mail/)
    expect(await message('/auth/sign-in', { email: 'a@b', password: 'x', remember: 1 })).toMatch(
      /no parameter "remember"/,
    )
    expect(await message('/auth/password', { token: 'svl_x', password: 'short' })).toMatch(
      /password must have 10 to 200 characters/,
    )
    const page = await app.request('/auth/sign-in?email=a@b', { method: 'POST', key: null })
    expect(page.status).toBe(400)
    const keyed = await app.post('/api/sign-out', {})
    expect(keyed.error?.code).toBe('FORBIDDEN')
  })
})

// sign-in-throttle.test.ts tests the throttle of passwords.
describe('limits of signing in', () => {
  test('an address may try so often a minute, links included', async () => {
    const app = await makeApp({ rateLimits: { signIns: 2 } })
    expect((await signIn(app)).status).toBe(401)
    const second = await visit(app, '/auth/password', { token: 'svl_unknown', password: PASSWORD })
    expect(second.headers.get('RateLimit-Remaining')).toBe('0')
    const third = await visit(app, '/auth/invitation', { token: 'svl_unknown' })
    expect(third.status).toBe(429)
    expect(third.headers.get('Retry-After')).toBe('60')
    const joining = await visit(app, '/auth/join', { token: 'svl_x', email: 'a@b', password: PASSWORD })
    expect(joining.status).toBe(429)
    const elsewhere = await visit(
      app,
      '/auth/invitation',
      { token: 'svl_unknown' },
      { remoteAddress: '192.0.2.2' },
    )
    expect(elsewhere.status).toBe(404)
    app.advance(60_000)
    expect((await signIn(app)).status).toBe(401)
  })

  test('a person has one budget, regardless of the session', async () => {
    const app = await makeApp({ rateLimits: { reads: 3 } })
    const { set } = await setUp(app)
    const other = await signIn(app)
    await app.get('/api/executions', { key: set.data.token })
    const second = await app.get('/api/executions', { key: other.data.token })
    expect(second.headers.get('RateLimit-Remaining')).toBe('1')
    await app.get('/api/whoami', { key: set.data.token })
    expect((await app.get('/api/executions', { key: other.data.token })).status).toBe(429)
    // A key of the same organization has its own.
    expect((await app.get('/api/executions')).status).toBe(200)
  })
})
