import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../../doors/rest/listen.ts'
import { sharedClock } from '../../ground/store/portable.ts'
import { emptyPostgres, onEachDatabase } from '../../testing/each-database.ts'
import { makeApp, type TestApp } from '../../testing/make-app.ts'
import { addAccount, guess, PASSWORD, type SignedIn, trySignIn } from '../../testing/sign-in.ts'
import { pruneSignInThrottle } from './prune-expired.ts'

const MINUTE_MS = 60_000
const LIMITS = { rateLimits: { wrongPasswords: 10 } }

const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))
const countOf = (statuses: number[], wanted: number) => statuses.filter((status) => status === wanted).length
/** A network of its own for each number. */
const addressOf = (i: number) => `198.51.${100 + Math.floor(i / 250)}.${i % 250}`

/** The app behind a socket of its own. */
async function serve(app: TestApp): Promise<string> {
  const { server } = await listen(app.fetch, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

onEachDatabase('guessing passwords', (make) => {
  test('of 42 guesses at once, over real sockets, five are evaluated; the owner signs in from a known device', async () => {
    const app = await make(LIMITS)
    const url = await serve(app)
    const person = await addAccount(app)
    const { email } = person
    const send = (body: object) =>
      fetch(`${url}/auth/sign-in`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email, ...body }),
      })
    const first = (await (await send({ password: PASSWORD, device: 'new' })).json()) as { data: SignedIn }
    const guesses = await Promise.all(times(42, (i) => send({ password: `guess ${i} of many` })))
    const statuses = guesses.map(({ status }) => status)
    expect([countOf(statuses, 401), countOf(statuses, 429)]).toEqual([5, 37])
    for (const refused of guesses.filter(({ status }) => status === 429))
      expect(refused.headers.get('Retry-After')).toBe('30')
    // From the attacker's own address, too.
    expect((await send({ password: PASSWORD })).status).toBe(429)
    const { device } = first.data
    expect((await send({ password: PASSWORD, device })).status).toBe(200)
    await Promise.all(guesses.map((each) => each.text()))
  })

  test('many addresses at one account: ten at once, then one after delays that grow to five minutes', async () => {
    const app = await make(LIMITS)
    const person = await addAccount(app)
    const { email } = person
    const { device } = (await trySignIn(app, person.email, { device: 'new' })).data
    let used = 0
    const wave = async () =>
      countOf(await Promise.all(times(15, () => guess(app, email, addressOf(used++)))), 401)
    expect(await wave()).toBe(10)
    expect(await wave()).toBe(0)
    const waits = []
    for (let i = 0; i < 6; i++) {
      const refused = await trySignIn(app, email, {}, { remoteAddress: addressOf(used++) })
      expect(refused.error?.code).toBe('RATE_LIMITED')
      waits.push(Number(refused.headers.get('Retry-After')))
      app.advance(Number(refused.headers.get('Retry-After')) * 1_000)
      expect(await wave()).toBe(1)
    }
    expect(waits).toEqual([30, 60, 120, 240, 300, 300])
    // Known devices, and sessions, do not feel it.
    expect((await trySignIn(app, person.email, { device })).status).toBe(200)
    // Somewhere new the owner waits, like anybody, for what the answer says.
    const owner = await trySignIn(app, email, {}, { remoteAddress: '203.0.113.1' })
    app.advance(Number(owner.headers.get('Retry-After')) * 1_000)
    expect((await trySignIn(app, email, {}, { remoteAddress: '203.0.113.1' })).status).toBe(200)
  })

  test('one address that guesses without end slows down itself, and leaves tries to the owner elsewhere', async () => {
    const app = await make(LIMITS)
    const person = await addAccount(app)
    const elsewhere = { remoteAddress: '203.0.113.1' }
    let evaluated = 0
    for (let minute = 0; minute < 60; minute += 2) {
      while ((await guess(app, person.email)) === 401) evaluated++
      app.advance(2 * MINUTE_MS)
      // Wherever the attack is.
      if (minute % 20 === 18) expect((await trySignIn(app, person.email, {}, elsewhere)).status).toBe(200)
    }
    expect(evaluated).toBeLessThan(15)
  })

  test('one address that tries many accounts is slowed down at the twentieth, but not a device that is known there', async () => {
    const app = await make(LIMITS)
    const accounts = await Promise.all(times(25, () => addAccount(app)))
    const known = await trySignIn(app, accounts[0]?.email ?? '', { device: 'new' })
    const spray = await Promise.all(accounts.map(({ email }) => guess(app, email)))
    expect([countOf(spray, 401), countOf(spray, 429)]).toEqual([20, 5])
    const { email } = known.data.person
    expect((await trySignIn(app, email)).status).toBe(429)
    expect((await trySignIn(app, email, { device: known.data.device })).status).toBe(200)
    expect((await trySignIn(app, email, {}, { remoteAddress: '203.0.113.1' })).status).toBe(200)
    app.advance(10_000)
    expect((await trySignIn(app, email)).status).toBe(200)
  })

  test('right passwords are given back: however many, nobody is slowed down', async () => {
    const app = await make({ rateLimits: { wrongPasswords: 2 } })
    const person = await addAccount(app)
    for (let i = 0; i < 4; i++) expect((await trySignIn(app, person.email)).status).toBe(200)
  })

  test('wrong passwords are forgiven one an hour', async () => {
    const app = await make(LIMITS)
    const { email } = await addAccount(app)
    for (let i = 0; i < 4; i++) expect(await guess(app, email)).toBe(401)
    app.advance(60 * MINUTE_MS)
    for (let i = 0; i < 2; i++) expect(await guess(app, email)).toBe(401)
    expect(await guess(app, email)).toBe(429)
  })

  test('an unknown e-mail address is answered as a known one, word for word', async () => {
    const app = await make({ rateLimits: { wrongPasswords: 4, signIns: 7 } })
    const { email } = await addAccount(app)
    const attemptAt = async (to: string, remoteAddress: string) => {
      const { status, error, headers } = await trySignIn(
        app,
        to,
        { password: 'a wrong guess' },
        { remoteAddress },
      )
      return { status, error, headers: [...headers].filter(([name]) => name !== 'date') }
    }
    const known = []
    const unknown = []
    for (let i = 0; i < 9; i++) {
      known.push(await attemptAt(email, '192.0.2.1'))
      unknown.push(await attemptAt('nobody@example.com', '192.0.2.2'))
    }
    expect(unknown).toEqual(known)
    expect(known.map(({ status }) => status)).toEqual([401, 401, ...times(7, () => 429)])
    const text = JSON.stringify(await app.store.read.selectFrom('brake').selectAll().execute())
    expect(text).not.toContain('nobody@example.com')
  })

  test('every door that takes a password is throttled', async () => {
    const app = await make(LIMITS)
    const own = await addAccount(app)
    const invited = await addAccount(app)
    const { token } = (await app.post<{ token: string }>('/api/invitations', {})).data
    const wrong = 'a wrong guess'
    const doors = {
      join: () => app.post('/auth/join', { token, email: invited.email, password: wrong }, { key: null }),
      password: () =>
        app.post('/api/password', { current: wrong, password: 'another password' }, { key: own.token }),
      email: () => app.post('/api/person', { email: 'new@example.com', password: wrong }, { key: own.token }),
    }
    const outcomes = async (door: keyof typeof doors) => {
      const answers = await Promise.all(times(12, doors[door]))
      return countOf(
        answers.map(({ status }) => status),
        429,
      )
    }
    expect(await outcomes('join')).toBe(7)
    expect(await outcomes('password')).toBe(7)
    // The same session, by another door.
    expect(await outcomes('email')).toBe(12)
    // Its guesses are its own: another session of the person, and signing in, are not slowed down.
    expect((await trySignIn(app, own.email)).status).toBe(200)
  })

  test('tries of an address, of links and of tokens are counted in the database too', async () => {
    const app = await make({ rateLimits: { signIns: 3 } })
    const { email } = await addAccount(app)
    const all = await Promise.all([
      ...times(6, () => guess(app, email)),
      ...times(6, async () => (await app.post('/auth/invitation', { token: 'svl_x' }, { key: null })).status),
    ])
    expect(all.filter((status) => status !== 429)).toHaveLength(3)
    const tokens = await Promise.all(
      times(
        6,
        async () =>
          (await app.post('/auth/oidc', { token: 'x', organization: 'default' }, { key: null })).status,
      ),
    )
    expect([countOf(tokens, 401), countOf(tokens, 429)]).toEqual([3, 3])
  })

  test('what is forgiven is removed, and of a flood what would be forgiven first', async () => {
    const app = await make({ rateLimits: { wrongPasswords: 10, signIns: 20 } })
    const { email } = await addAccount(app)
    for (let i = 0; i < 3; i++) await guess(app, email)
    const flood = times(8, (i) => ({
      subject: `account flood ${i}`,
      clear_at: app.clock() + i,
      open_at: 0,
      recent: '[]',
    }))
    await app.store.write((db) => db.insertInto('brake').values(flood).execute())
    const time = async () => app.clock()
    const subjects = async () => {
      const rows = await app.store.read.selectFrom('brake').select('subject').execute()
      return rows.map(({ subject }) => subject.replace(/[0-9a-f]{64}/, 'x')).sort()
    }
    await pruneSignInThrottle(app.store, time, 6)
    const own = ['account x', 'account x from 192.0.2.1', 'address 192.0.2.1', 'tries 192.0.2.1']
    expect(await subjects()).toEqual(['account flood 6', 'account flood 7', ...own].slice(-6))
    app.advance(MINUTE_MS)
    await pruneSignInThrottle(app.store, time, 6)
    expect(await subjects()).toEqual(own.slice(0, 3))
    app.advance(3 * 60 * MINUTE_MS)
    await pruneSignInThrottle(app.store, time, 6)
    expect(await subjects()).toEqual([])
  })
})

test('two servers on one Postgres share the count, even if their clocks differ', async () => {
  const address = await emptyPostgres()
  const now = Date.now()
  const hour = 60 * MINUTE_MS
  // Each server's own clock, which the throttle must ignore.
  const options = (skewMs: number) => {
    const clock = () => now + skewMs
    return { ...LIMITS, startAt: clock(), sharedClock: sharedClock('postgres', clock) }
  }
  const early = await makeApp({ ...options(-hour), address })
  const late = await makeApp({ ...options(hour), beside: early })
  const { email } = await addAccount(early)
  const statuses = await Promise.all(times(20, (i) => guess(i % 2 === 0 ? early : late, email)))
  expect([countOf(statuses, 401), countOf(statuses, 429)]).toEqual([5, 15])
  for (const app of [early, late]) {
    // If a busy machine took the 30 s, this is the next wrong password, after which it is 60 s.
    await guess(app, email)
    const refused = await trySignIn(app, email)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(60)
  }
})
