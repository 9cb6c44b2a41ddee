import { expect, test } from 'vitest'
import { makeSessionCookie } from '../../doors/rest/people/session-cookie.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { addPerson } from '../../testing/people.ts'

const DAY_MS = 86_400_000
const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'empty', 'Sec-Fetch-Mode': 'cors' }

/** A request as a browser makes it that has the session in a cookie. */
const browse = (
  app: TestApp,
  token: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
) =>
  app.request(path, {
    method,
    key: null,
    headers: { Cookie: `other=1; svc_session=${token}`, ...headers },
    ...(method === 'POST' && { body: '{}', headers: json(token, headers) }),
  })

const json = (token: string, headers: Record<string, string>) => ({
  Cookie: `svc_session=${token}`,
  'Content-Type': 'application/json',
  ...headers,
})

/** The token that an answer puts into the cookie; null where it leaves it alone. */
const cookieOf = (response: Response) =>
  /^svc_session=([^;]*)/.exec(response.headers.get('Set-Cookie') ?? '')?.[1] ?? null

onEachDatabase('the session cookie', (make) => {
  test('reads with it, and writes from pages of this server', async () => {
    const app = await make()
    const { token } = await addPerson(app, { default: 'admin' })
    expect((await browse(app, token, 'GET', '/api/executions')).status).toBe(200)
    const write = (headers?: Record<string, string>) =>
      browse(app, token, 'POST', '/api/invitations', headers)
    expect((await write(SAME_ORIGIN)).status).toBe(200)
    // Browsers that send no Sec-Fetch-Site tell the page's origin.
    expect((await write({ Origin: 'http://svc.test' })).status).toBe(200)
    expect((await write({ Origin: 'http://localhost' })).status).toBe(200)
  })

  test('refuses a write that another site, or nobody who says so, made the browser send', async () => {
    const app = await make()
    const { token } = await addPerson(app, { default: 'admin' })
    const attacks = [
      {},
      { 'Sec-Fetch-Site': 'cross-site' },
      // A neighbour below the same domain is another site, too.
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'none' },
      { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://svc.test' },
      { Origin: 'https://evil.example' },
      { Origin: 'https://svc.test' },
      { Origin: 'null' },
      { Origin: 'http://svc.test.evil.example' },
    ]
    for (const headers of attacks)
      for (const [method, path] of [
        ['POST', '/api/invitations'],
        ['DELETE', '/api/sessions'],
        ['POST', '/api/ingest'],
      ] as const) {
        const response = await browse(app, token, method, path, headers)
        expect([response.status, method, headers]).toEqual([403, method, headers])
      }
    expect((await app.get<unknown[]>('/api/invitations')).data).toEqual([])
    // What a browser cannot be made to send needs no such check.
    expect((await app.post('/api/invitations', {}, { key: token })).status).toBe(200)
  })

  test('with a configured address, no other name makes a page the server’s own', async () => {
    const app = await make({ publicUrl: 'http://tests.example.com:80/' })
    const { token } = await addPerson(app, { default: 'admin' })
    const write = async (headers: Record<string, string>, host: string) => {
      const path = `http://${host}/api/invitations`
      const cookie = { Host: host, Cookie: `svc_session=${token}`, 'Content-Type': 'application/json' }
      return app.request(path, { method: 'POST', key: null, headers: { ...cookie, ...headers }, body: '{}' })
    }
    const own = { Origin: 'http://tests.example.com' }
    expect((await write(own, 'tests.example.com')).status).toBe(200)
    expect((await write({ ...own, ...SAME_ORIGIN }, 'upstream:4700')).status).toBe(200)
    // No public name leads a page of the internet to these.
    for (const host of ['192.168.1.5:4700', 'localhost:4700', 'buildbox:4700'])
      expect((await write({ Origin: `http://${host}` }, host)).status).toBe(200)
    // What a browser sends for a page below a name that leads to this server (DNS rebinding).
    for (const host of [
      'evil.example',
      'localhost.evil.example',
      'tests.example.com.',
      'tests.example.com:4700',
    ])
      for (const more of [{}, SAME_ORIGIN]) {
        const refused = await write({ Origin: `http://${host}`, ...more }, host)
        expect([host, refused.status]).toEqual([host, 403])
        expect(await refused.text()).toContain('Open http://tests.example.com')
      }
    const signIn = await app.request('http://evil.example/auth/sign-in', {
      method: 'POST',
      key: null,
      headers: { Host: 'evil.example', Origin: 'http://evil.example', 'Content-Type': 'application/json' },
      body: '{"email":"a@b.example","password":"correct horse battery"}',
    })
    expect(signIn.status).toBe(403)
  })

  test('the cookie of a server at another port of the host is not read', async () => {
    const app = await make({ publicUrl: 'http://localhost:4700' })
    const { token } = await addPerson(app, { default: 'viewer' })
    const statusWith = async (name: string) => {
      const headers = { Host: 'localhost:4700', Cookie: `${name}=${token}`, ...SAME_ORIGIN }
      const { status } = await app.request('http://localhost:4700/api/whoami', { key: null, headers })
      return status
    }
    expect(await statusWith('svc_session_4700')).toBe(200)
    for (const name of ['svc_session_4800', 'svc_session'])
      expect([name, await statusWith(name)]).toEqual([name, 401])
  })

  test('the header Authorization takes precedence, and an invalid session cookie is refused', async () => {
    const app = await make()
    const { token } = await addPerson(app, { default: 'viewer' })
    const both = await app.request('/api/keys', { headers: { Cookie: `svc_session=${token}` } })
    expect(both.status).toBe(200)
    expect((await browse(app, 'svs_unknown', 'GET', '/api/whoami')).status).toBe(401)
    expect((await browse(app, app.key, 'GET', '/api/whoami')).status).toBe(401)
  })

  test('signing out clears it', async () => {
    const app = await make()
    const { token } = await addPerson(app, { default: 'viewer' })
    const out = await browse(app, token, 'POST', '/api/sign-out', SAME_ORIGIN)
    expect(out.headers.get('Set-Cookie')).toBe('svc_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax')
    expect((await browse(app, token, 'GET', '/api/whoami')).status).toBe(401)
  })

  test('its token is replaced once a day; the one before works until the new one has been used for a minute', async () => {
    const app = await make()
    const { token } = await addPerson(app, { default: 'viewer' })
    const ask = (value: string) => browse(app, value, 'GET', '/api/executions')
    app.advance(DAY_MS - 1)
    expect(cookieOf(await ask(token))).toBe(null)
    app.advance(1)
    const next = cookieOf(await ask(token)) ?? ''
    expect(next).toMatch(/^svs_/)
    // Requests that were on their way at the same time get no third one.
    expect(cookieOf(await ask(token))).toBe(null)
    // The answer was lost: a minute later another is given.
    app.advance(60_000)
    const second = cookieOf(await ask(token)) ?? ''
    expect(second).toMatch(/^svs_/)
    expect((await ask(next)).status).toBe(401)
    expect((await ask(second)).status).toBe(200)
    app.advance(60_000)
    expect((await ask(token)).status).toBe(401)
    expect((await ask(second)).status).toBe(200)
    // A program that sends the token itself is never given another unasked.
    app.advance(2 * DAY_MS)
    const bearer = await app.request('/api/executions', { key: second })
    expect([bearer.status, bearer.headers.get('Set-Cookie')]).toEqual([200, null])
  })

  test('signing in sets a cookie on request, and then returns no token', async () => {
    const app = await make()
    const invitation = await app.post<{ token: string }>('/api/invitations', {})
    const join = (headers: Record<string, string>) =>
      app.request('/auth/join', {
        method: 'POST',
        key: null,
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify({
          token: invitation.data.token,
          email: 'ada@example.com',
          password: 'correct horse battery',
          cookie: true,
        }),
      })
    // Another site may not sign its visitors in as somebody else.
    expect((await join({ 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    expect((await join({ Origin: 'https://evil.example' })).status).toBe(403)
    const joined = await join(SAME_ORIGIN)
    expect(joined.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^svc_session=svs_[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^svc_device=svd_[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    expect(await joined.json()).toMatchObject({ data: { token: null, person: { email: 'ada@example.com' } } })
    const token = cookieOf(joined) ?? ''
    const renewed = await browse(app, token, 'POST', '/api/sessions/renew', SAME_ORIGIN)
    expect(await renewed.json()).toMatchObject({ data: { token: null } })
    expect(cookieOf(renewed)).toMatch(/^svs_/)
  })
})

test('over https the browser keeps the cookie to this host, all its paths and https', () => {
  const { store, clear } = makeSessionCookie('https://tests.example.com', null)
  expect(store('svs_x', 60)).toBe(
    '__Host-svc_session=svs_x; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax',
  )
  expect(clear()).toBe('__Host-svc_session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax')
})

test('two servers on one machine keep their cookies apart: a browser has one jar for all ports of a host', () => {
  const [one, two] = ['http://localhost:4700', 'http://localhost:4800'].map((url) =>
    makeSessionCookie(url, null),
  )
  const nameOf = (header = '') => header.split('=')[0]
  expect(nameOf(one?.store('a', 60))).not.toBe(nameOf(two?.store('b', 60)))
  expect(nameOf(one?.storeDevice('a', 60))).not.toBe(nameOf(two?.storeDevice('b', 60)))
  expect(nameOf(one?.clear())).toBe(nameOf(one?.store('a', 60)))
})
