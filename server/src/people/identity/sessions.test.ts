import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { addPerson } from '../../testing/people.ts'
import { pruneExpired } from './prune-expired.ts'
import { beginSession } from './sessions.ts'

interface Session {
  id: string
  isCurrent: boolean
  userAgent: string | null
  address: string
  createdAt: string
  lastUsedAt: string
  expiresAt: string
}

const DAY_MS = 86_400_000
const sessionsOf = async (app: TestApp, key: string) =>
  (await app.get<{ sessions: Session[] }>('/api/sessions', { key })).data.sessions
const works = async (app: TestApp, key: string | null) =>
  (await app.get('/api/whoami', { key })).status === 200
const renew = async (app: TestApp, key: string) =>
  (await app.post<{ token: string }>('/api/sessions/renew', {}, { key })).data.token

onEachDatabase('sessions', (make) => {
  test('a session ends after 14 days without use, and after 90 in any case', async () => {
    const app = await make()
    const { token } = await addPerson(app, { default: 'viewer' })
    const idle = await addPerson(app, { default: 'viewer' })
    for (let day = 0; day < 90; day += 10) {
      expect(await works(app, token)).toBe(true)
      await app.idle()
      app.advance(10 * DAY_MS - 1)
      if (day === 10) expect(await works(app, idle.token)).toBe(false)
    }
    // A millisecond before the 90 days are over, but for the nine taken off above.
    expect(await works(app, token)).toBe(true)
    app.advance(9)
    expect(await works(app, token)).toBe(false)
    await pruneExpired(app.store, app.clock())
    expect(await app.store.read.selectFrom('session').selectAll().execute()).toEqual([])
    expect(await app.store.read.selectFrom('session_token').selectAll().execute()).toEqual([])
  })

  test('sessions are listed to their person alone, and end one by one or all but the own', async () => {
    const app = await make()
    const ada = await addPerson(app, { default: 'viewer' })
    const bob = await addPerson(app, { default: 'admin' })
    const second = await addSession(app, ada.id)
    const third = await addSession(app, ada.id)
    const list = await sessionsOf(app, second)
    expect(list.map(({ isCurrent }) => isCurrent)).toEqual([false, true, false])
    expect(list[0]).toMatchObject({ userAgent: 'a test', address: '192.0.2.1' })
    const end = (id: string | undefined, key: string) => app.delete(`/api/sessions/${id}`, { key })
    expect((await end(list[0]?.id, bob.token)).status).toBe(404)
    expect(await works(app, third)).toBe(true)
    expect((await end(list[0]?.id, second)).status).toBe(200)
    expect(await works(app, third)).toBe(false)
    const others = await app.delete('/api/sessions', { key: second })
    expect(others.data).toEqual({ ended: 1 })
    expect([await works(app, ada.token), await works(app, second), await works(app, bob.token)]).toEqual([
      false,
      true,
      true,
    ])
  })

  test('signing out ends the session at once, and none of the others', async () => {
    const app = await make()
    const { token, id } = await addPerson(app, { default: 'viewer' })
    const other = await addSession(app, id)
    expect((await app.post('/api/sign-out', {}, { key: token })).status).toBe(200)
    expect(await works(app, token)).toBe(false)
    expect((await app.post('/api/sign-out', {}, { key: token })).error?.code).toBe('UNAUTHORIZED')
    expect(await works(app, other)).toBe(true)
  })

  test('of more than 50 sessions the longest unused makes room', async () => {
    const app = await make()
    const { token, id } = await addPerson(app, { default: 'viewer' })
    app.advance(60_000)
    const second = await addSession(app, id)
    app.advance(60_000)
    await works(app, token)
    await app.idle()
    for (let i = 3; i <= 51; i++) await addSession(app, id)
    expect(await sessionsOf(app, token)).toHaveLength(50)
    expect(await works(app, second)).toBe(false)
  })

  test('a renewed token takes over when it is first used; the one before continues for a minute', async () => {
    const app = await make()
    const { token } = await addPerson(app, { default: 'viewer' })
    const next = await renew(app, token)
    app.advance(3_600_000)
    // It may never have arrived, so nothing has ended.
    expect(await works(app, token)).toBe(true)
    expect(await works(app, next)).toBe(true)
    app.advance(59_999)
    expect(await works(app, token)).toBe(true)
    app.advance(1)
    expect(await works(app, token)).toBe(false)
    expect(await works(app, next)).toBe(true)
    expect(await sessionsOf(app, next)).toHaveLength(1)
  })

  test('the time of last use is written at most once a minute, and moves the end', async () => {
    const app = await make()
    const { token } = await addPerson(app, { default: 'viewer' })
    const begun = app.clock()
    app.advance(59_999)
    await works(app, token)
    await app.idle()
    const last = async () => (await sessionsOf(app, token))[0]
    expect((await last())?.lastUsedAt).toBe(new Date(begun).toISOString())
    app.advance(1)
    await works(app, token)
    await app.idle()
    expect(await last()).toMatchObject({
      lastUsedAt: new Date(begun + 60_000).toISOString(),
      expiresAt: new Date(begun + 60_000 + 14 * DAY_MS).toISOString(),
      endsAt: new Date(begun + 90 * DAY_MS).toISOString(),
    })
    const renewed = await app.post('/api/sessions/renew', {}, { key: token })
    expect(renewed.data).toMatchObject({
      expiresAt: new Date(begun + 60_000 + 14 * DAY_MS).toISOString(),
      endsAt: new Date(begun + 90 * DAY_MS).toISOString(),
    })
  })

  test('an unknown token, and one with a typo, are refused and count against the address', async () => {
    const app = await make({ rateLimits: { failures: 2 } })
    const { token } = await addPerson(app, { default: 'viewer' })
    const refused = await app.get('/api/whoami', { key: `${token}x` })
    expect(refused).toMatchObject({ status: 401, error: { code: 'UNAUTHORIZED' } })
    expect(refused.headers.get('WWW-Authenticate')).toBe('Bearer')
    await app.get('/api/whoami', { key: 'svs_' })
    expect((await app.get('/api/whoami', { key: 'svs_x' })).status).toBe(429)
    expect(await works(app, token)).toBe(true)
  })
})

async function addSession(app: TestApp, personId: number): Promise<string> {
  const { token } = await app.store.write((db) =>
    beginSession(db, { address: '192.0.2.1', userAgent: 'a test' }, personId, app.clock()),
  )
  return token
}
