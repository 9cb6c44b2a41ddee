import { expect, test } from 'vitest'
import { makeArtifactAddresses } from '../../doors/rest/artifact-addresses.ts'
import { readCursorKey } from '../../ground/store/secret.ts'
import { type MadeArtifact, png, runAttaching, store } from '../../testing/artifacts.ts'
import { onBothDatabases } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { addOrganization } from '../../testing/organization.ts'
import { addPerson } from '../../testing/people.ts'

const ORIGIN = 'https://files.example.com'
const HOUR_MS = 3_600_000
const SHOWN = { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'image', 'Sec-Fetch-Mode': 'no-cors' }

const stored = async (app: TestApp, artifact: MadeArtifact) => {
  const { journal } = await runAttaching(app, { pays: [artifact] })
  return store(app, journal, artifact)
}

/** A request to the origin of artifacts. */
const elsewhere = (app: TestApp, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.request(path, { key: null, method, headers: { Host: 'files.example.com', ...headers } })

const asPerson = (app: TestApp, token: string, path: string, headers: Record<string, string> = SHOWN) =>
  app.request(path, { key: null, headers: { Cookie: `svc_session=${token}`, ...headers } })

/** The path of an address on the origin of artifacts. */
const pathOf = (answer: Response) => {
  const to = answer.headers.get('Location') ?? ''
  expect([answer.status, to.startsWith(`${ORIGIN}/`)]).toEqual([302, true])
  return to.slice(ORIGIN.length)
}

onBothDatabases('artifacts on an origin of their own', (make) => {
  test('what a browser shows comes from there, by an address that ends within an hour', async () => {
    const app = await make({ artifacts: { origin: ORIGIN } })
    const id = await stored(app, png('0123456789'))
    const { token } = await addPerson(app, { default: 'viewer' })
    const path = pathOf(await asPerson(app, token, `/api/artifacts/${id}`))
    const shown = await elsewhere(app, path)
    expect([shown.status, await shown.text()]).toEqual([200, '0123456789'])
    expect(shown.headers.get('Content-Disposition')).toMatch(/^inline;/)
    expect(shown.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
    expect(shown.headers.get('Content-Security-Policy')).toMatch(
      /^sandbox; default-src 'none'.*form-action 'none'/,
    )
    const part = await elsewhere(app, path, { Range: 'bytes=0-3' })
    expect([part.status, await part.text()]).toEqual([206, '0123'])
    expect((await elsewhere(app, path, { 'If-None-Match': shown.headers.get('ETag') ?? '' })).status).toBe(
      304,
    )
    // The same for half an hour, so that a browser keeps what it has loaded.
    expect(pathOf(await asPerson(app, token, `/api/artifacts/${id}`))).toBe(path)
    app.advance(HOUR_MS)
    expect((await elsewhere(app, path)).status).toBe(404)
  })

  test('the main origin sends bytes to scripts and programs only, as a download', async () => {
    const app = await make({ artifacts: { origin: ORIGIN } })
    const id = await stored(app, png('0123456789'))
    const { token } = await addPerson(app, { default: 'viewer' })
    const read = await asPerson(app, token, `/api/artifacts/${id}`, { ...SHOWN, 'Sec-Fetch-Dest': 'empty' })
    const byKey = await app.request(`/api/artifacts/${id}`)
    for (const answer of [read, byKey]) {
      expect([answer.status, await answer.text()]).toEqual([200, '0123456789'])
      expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment;/)
    }
    for (const Accept of ['text/html,*/*;q=0.8', 'image/avif,image/webp,*/*'])
      pathOf(await asPerson(app, token, `/api/artifacts/${id}`, { Accept }))
    for (const path of ['/trace/index.html', '/trace/snapshot.html'])
      expect((await asPerson(app, token, path)).status).toBe(404)
    expect(await (await app.request('/trace/sw.bundle.js', { key: null })).text()).toContain('unregister')
  })

  test('the other origin answers nothing else, whatever credential a request has', async () => {
    const app = await make({ artifacts: { origin: ORIGIN } })
    const id = await stored(app, png('0123456789'))
    const { token } = await addPerson(app, { default: 'admin' })
    for (const headers of [{ Cookie: `svc_session=${token}` }, { Authorization: `Bearer ${app.key}` }])
      for (const path of [
        '/',
        '/api/whoami',
        `/api/artifacts/${id}`,
        '/sign-in',
        '/assets/x.js',
        '/healthz',
        '/mcp',
        '/openapi.json',
        '/docs/api',
        '/packages/svc-cli.tgz',
        '/badge/x.svg',
      ])
        expect([path, (await elsewhere(app, path, headers)).status]).toEqual([path, 404])
    const signIn = await elsewhere(app, '/auth/sign-in', { 'Content-Type': 'application/json' }, 'POST')
    expect([signIn.status, signIn.headers.getSetCookie()]).toEqual([404, []])
    // Any other name is the server itself.
    for (const Host of ['svc.test', 'files.example.com.evil.example'])
      expect((await app.request('/api/whoami', { headers: { Host } })).status).toBe(200)
    for (const Host of [
      'FILES.example.com',
      'files.example.com:443',
      'files.example.com.',
      'files.example.com:0443',
      'files.example.com:4701',
    ])
      expect([Host, (await app.request('/api/whoami', { headers: { Host } })).status]).toEqual([Host, 404])
  })

  test('every port of its name is its own; an impossible Host is refused', async () => {
    const app = await make({ artifacts: { origin: `${ORIGIN}.:4712` } })
    const status = async (Host: string) => (await app.request('/api/whoami', { headers: { Host } })).status
    for (const Host of [
      'files.example.com:4712',
      'files.example.com:04712',
      'files.example.com',
      'Files.Example.com.:4701',
    ])
      expect([Host, await status(Host)]).toEqual([Host, 404])
    for (const Host of [
      'files.example.com:99999',
      'files.example.com:4712:1',
      'a b',
      'files.example.com@x/',
      '',
    ])
      expect([Host, await status(Host)]).toEqual([Host, 400])
    for (const Host of ['tests.example.com', '10.0.0.5:4700', 'svc:4700', '[::1]:4700', 'tests_1:80'])
      expect([Host, await status(Host)]).toEqual([Host, 200])
  })

  test('an address ends with the membership, the session or the key of whoever got it', async () => {
    const app = await make({ artifacts: { origin: ORIGIN } })
    const id = await stored(app, png('0123456789'))
    const addressFor = async (token: string) => pathOf(await asPerson(app, token, `/api/artifacts/${id}`))
    const [left, out, stays] = await Promise.all([1, 2, 3].map(() => addPerson(app, { default: 'viewer' })))
    if (!left || !out || !stays) throw new Error('unreachable')
    const paths = await Promise.all([left, out, stays].map(({ token }) => addressFor(token)))
    const key = (
      await app.post<{ id: string; value: string }>('/api/keys', { name: 'reads', role: 'viewer' })
    ).data
    const shown = await app.request(`/api/artifacts/${id}?viewer=true`, { key: key.value })
    const trace = new URL(shown.headers.get('Location') ?? '').searchParams.get('trace') ?? ''
    const statuses = () =>
      Promise.all([...paths, trace].map(async (path) => (await elsewhere(app, path)).status))
    expect(await statuses()).toEqual([200, 200, 200, 200])
    expect((await app.delete(`/api/members/${left.publicId}`)).status).toBe(200)
    expect((await app.post('/api/sign-out', {}, { key: out.token })).status).toBe(200)
    expect((await app.delete(`/api/keys/${key.id}`)).status).toBe(200)
    expect(await statuses()).toEqual([404, 404, 200, 404])
    const { error } = (await (await elsewhere(app, paths[0] ?? '')).json()) as { error: { message: string } }
    expect(error.message).toContain('has ended. Open the artifact from its run again.')
  })

  test('nobody makes an address for what they may not read, nor changes one', async () => {
    const app = await make({ artifacts: { origin: ORIGIN } })
    const id = await stored(app, png('0123456789'))
    const other = await stored(app, png('secret', 'another'))
    await addOrganization(app)
    const { token: stranger } = await addPerson(app, {})
    for (const path of [`/api/artifacts/${id}`, `/api/artifacts/${id}?viewer=true`]) {
      expect((await app.request(path, { key: null, headers: SHOWN })).status).toBe(401)
      expect((await asPerson(app, stranger, path)).headers.get('Location')).toBe(null)
    }
    const { token } = await addPerson(app, { default: 'viewer' })
    const path = pathOf(await asPerson(app, token, `/api/artifacts/${id}`))
    const [text = '', mac = ''] = path.slice('/artifacts/'.length).split('.')
    const parts = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
    const encoded = (...changed: unknown[]) => Buffer.from(JSON.stringify(changed)).toString('base64url')
    for (const forged of [
      `${encoded(other, ...parts.slice(1))}.${mac}`,
      `${encoded(id, parts[1], parts[2], 9e15)}.${mac}`,
      `${text}.`,
      text,
      `${text}.${mac}.${mac}`,
      `${text}.${'é'.repeat(mac.length)}`,
      '.',
    ])
      expect((await elsewhere(app, `/artifacts/${encodeURIComponent(forged)}`)).status).toBe(404)
    // Signed with another secret, and for another organization.
    const reader = parts[2] as { sessionId: number }
    const foreign = makeArtifactAddresses(ORIGIN, 'another secret', app.clock)
    const own = makeArtifactAddresses(ORIGIN, await readCursorKey(app.store), app.clock)
    expect(
      (await elsewhere(app, foreign.sign({ id, organizationId: Number(parts[1]), reader }))).status,
    ).toBe(404)
    expect((await elsewhere(app, own.sign({ id, organizationId: Number(parts[1]), reader }))).status).toBe(
      200,
    )
    expect(
      (await elsewhere(app, own.sign({ id, organizationId: Number(parts[1]) + 1, reader }))).status,
    ).toBe(404)
  })
})
