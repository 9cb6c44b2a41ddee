import { expect, test } from 'vitest'
import { tidyIdentity } from '../identity/tidy.ts'
import { onEachDatabase } from '../testing/each-database.ts'
import { startIssuer, type TestIssuer, type TokenClaims } from '../testing/issuer.ts'
import type { TestAnswer, TestApp } from '../testing/make-app.ts'
import { addOrganization } from '../testing/organization.ts'
import { passed, run, send } from '../testing/upload.ts'

interface Trust {
  id: string
  project: string | null
}

interface Given {
  key: string
  expiresAt: string
  organization: string
  project: string | null
}

const trust = (app: TestApp, { url }: TestIssuer, more: object = {}, key?: string) =>
  app.post<Trust>(
    '/api/oidc-trusts',
    { issuer: url, repositoryId: '4711', repository: 'acme/shop', ...more },
    key === undefined ? {} : { key },
  )

const exchange = async (
  app: TestApp,
  issuer: TestIssuer,
  claims: TokenClaims = {},
  more: object = {},
): Promise<TestAnswer<Given>> =>
  app.post<Given>('/auth/oidc', { token: await issuer.token(app.clock(), claims), ...more }, { key: null })

onEachDatabase('tokens of workflows', (make) => {
  test('a trusted workflow gets a key for an hour, which may upload and read, and is in no list', async () => {
    const app = await make()
    const issuer = await startIssuer()
    expect((await trust(app, issuer, { project: 'shop' })).data).toMatchObject({ project: 'shop' })
    const { status, data } = await exchange(app, issuer)
    expect(status).toBe(200)
    expect(data).toMatchObject({ organization: 'default', project: 'shop' })
    expect(Date.parse(data.expiresAt)).toBe(app.clock() + 3_600_000)
    const me = await app.get<{ key: object }>('/api/whoami', { key: data.key })
    expect(me.data.key).toMatchObject({
      name: 'acme/shop, run 77',
      role: 'editor',
      scopes: ['ingest', 'read'],
      project: 'shop',
    })
    const sent = await send(app, run({ project: 'shop', results: [passed('a')] }), { key: data.key })
    expect(sent.status).toBe(200)
    const elsewhere = await send(app, run({ project: 'other', results: [passed('a')] }), { key: data.key })
    expect(elsewhere).toMatchObject({ status: 403, error: { code: 'FORBIDDEN' } })
    expect((await app.get('/api/keys', { key: data.key })).status).toBe(403)
    expect((await app.get<object[]>('/api/keys')).data).toHaveLength(1)
    app.advance(3_600_000)
    expect(await app.get('/api/whoami', { key: data.key })).toMatchObject({ status: 401 })
    const given = () =>
      app.store.read.selectFrom('api_key').selectAll().where('trust_id', 'is not', null).execute()
    await tidyIdentity(app.store, app.clock())
    expect(await given()).toHaveLength(1)
    app.advance(8 * 86_400_000)
    await tidyIdentity(app.store, app.clock())
    expect(await given()).toEqual([])
  })

  test('a token that is not exactly what is trusted is refused with what is wrong', async () => {
    const app = await make()
    const issuer = await startIssuer()
    const stranger = await startIssuer()
    await trust(app, issuer, {
      refs: ['refs/heads/*', 'refs/pull/*/merge'],
      events: ['push', 'pull_request'],
    })
    const now = Math.floor(app.clock() / 1_000)
    const cases: [TokenClaims, RegExp][] = [
      [{ repository_id: '4712' }, /No admin of this server trusts repository 4712/],
      [{ aud: 'https://elsewhere.example' }, /"aud".*audience http:\/\/svc\.test/],
      [{ ref: 'refs/tags/v1' }, /ref refs\/tags\/v1 is not among refs\/heads\/\*, /],
      [{ ref: 'refs/pull/7/head' }, /ref refs\/pull\/7\/head is not among/],
      [{ event_name: 'pull_request_target' }, /event pull_request_target is not among push, pull_request/],
      [{ exp: now - 61 }, /"exp"/],
      [{ nbf: now + 61 }, /"nbf"/],
      [{ repository_id: 4711 as unknown as string }, /token takes the JSON Web Token/],
      [{ iss: stranger.url }, /No admin/],
    ]
    for (const [claims, message] of cases)
      expect(await exchange(app, issuer, claims)).toMatchObject({
        status: 401,
        error: { code: 'UNAUTHORIZED', message: expect.stringMatching(message) },
      })
    for (const claims of [{}, { ref: 'refs/pull/7/merge', event_name: 'pull_request' }])
      expect((await exchange(app, issuer, claims)).status).toBe(200)
    // Somebody else's signature under the right claims; nobody's; and the public key as a shared secret.
    const now_ = app.clock()
    const [head, body, signature] = (await issuer.token(now_)).split('.') as [string, string, string]
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    for (const token of [
      await stranger.token(now_, { iss: issuer.url }),
      `${none}.${body}.`,
      await issuer.token(now_, {}, 'HS256'),
      `${head}.${body}.${signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
      'garbage',
      'a.b.c',
    ])
      expect(await app.post('/auth/oidc', { token }, { key: null })).toMatchObject({
        status: 401,
        error: { code: 'UNAUTHORIZED' },
      })
    expect(stranger.reads).toEqual({ discovery: 0, keys: 0 })
  })

  test('keys of an issuer are read once, and again when it signs with a new one', async () => {
    const app = await make()
    const issuer = await startIssuer()
    await trust(app, issuer)
    for (let i = 0; i < 3; i++) expect((await exchange(app, issuer)).status).toBe(200)
    expect(issuer.reads).toEqual({ discovery: 1, keys: 1 })
    await issuer.rotate()
    // jose asks for an unknown key at most every 30 s.
    expect((await exchange(app, issuer)).status).toBe(401)
    expect(issuer.reads.keys).toBe(1)
  })

  test('an issuer that is down, lies or babbles is told as such, asked again, and held against nobody', async () => {
    const app = await make({ rateLimits: { signIns: 1 } })
    const issuer = await startIssuer()
    await trust(app, issuer)
    const bad: [() => Response, RegExp][] = [
      [() => new Response('no', { status: 503 }), /answers 503/],
      [() => Response.redirect('http://169.254.169.254/'), /answers 302/],
      [
        () => Response.json({ issuer: 'https://elsewhere.example', jwks_uri: `${issuer.url}/keys` }),
        /does not say/,
      ],
      [() => Response.json({ issuer: issuer.url, jwks_uri: 'http://192.0.2.1/keys' }), /without https/],
      [() => new Response('x'.repeat(300_000)), /more than 262144 bytes/],
      [() => Response.json(null), /does not say/],
    ]
    for (const [answer, message] of bad) {
      issuer.answers.discovery = answer
      const { status, error } = await exchange(app, issuer)
      expect([status, error?.code]).toEqual([500, 'INTERNAL'])
      expect(error?.message).toMatch(message)
      expect(error?.message).toContain(
        `This server has to reach ${issuer.url}/.well-known/openid-configuration`,
      )
    }
    delete issuer.answers.discovery
    issuer.answers.keys = () => new Response('no', { status: 503 })
    expect(await exchange(app, issuer)).toMatchObject({ status: 500, error: { code: 'INTERNAL' } })
    delete issuer.answers.keys
    expect((await exchange(app, issuer)).status).toBe(200)
    const nowhere = 'http://127.0.0.1:9'
    await trust(app, { ...issuer, url: nowhere })
    expect(await exchange(app, issuer, { iss: nowhere })).toMatchObject({
      status: 500,
      error: {
        message: expect.stringMatching(
          /^The token could not be checked: the keys of http:\/\/127\.0\.0\.1:9 cannot be had/,
        ),
      },
    })
  })

  test('of several projects and organizations the one that is meant has to be said', async () => {
    const app = await make()
    const issuer = await startIssuer()
    await trust(app, issuer, { project: 'web' })
    await trust(app, issuer, { project: 'api' })
    expect(await exchange(app, issuer)).toMatchObject({
      status: 400,
      error: { message: expect.stringMatching(/^project takes one of web, api/) },
    })
    expect((await exchange(app, issuer, {}, { project: 'api' })).data.project).toBe('api')
    expect(await exchange(app, issuer, {}, { project: 'cli' })).toMatchObject({ status: 401 })
    await trust(app, issuer)
    expect((await exchange(app, issuer)).data.project).toBeNull()
    expect((await exchange(app, issuer, {}, { project: 'web' })).data.project).toBe('web')
    const stranger = await addOrganization(app)
    await trust(app, issuer, {}, stranger)
    expect(await exchange(app, issuer)).toMatchObject({
      status: 400,
      error: { message: expect.stringMatching(/^organization takes the slug/) },
    })
    const own = await exchange(app, issuer, {}, { organization: 'default' })
    expect(own.data.organization).toBe('default')
    expect(await exchange(app, issuer, {}, { organization: 'nobody' })).toMatchObject({ status: 401 })
  })

  test('a trust that is there already is not made again', async () => {
    const app = await make()
    const issuer = await startIssuer()
    const first = (await trust(app, issuer, { project: 'web', events: ['push', 'schedule'] })).data.id
    const again = await trust(app, issuer, { project: 'web', events: ['schedule', 'push', 'push'] })
    expect(again).toMatchObject({
      status: 409,
      error: { code: 'CONFLICT', message: expect.stringContaining(first) },
    })
    for (const other of [
      {},
      { project: 'api', events: ['push', 'schedule'] },
      { project: 'web' },
      { refs: ['a'] },
    ])
      expect((await trust(app, issuer, other)).status).toBe(200)
    expect((await trust(app, issuer)).status).toBe(409)
    const stranger = await addOrganization(app)
    expect((await trust(app, issuer, {}, stranger)).status).toBe(200)
  })

  test('the end of a trust is the end of its keys, and is in the audit', async () => {
    const app = await make()
    const issuer = await startIssuer()
    const { data } = await trust(app, issuer)
    const given = (await exchange(app, issuer)).data
    const stranger = await addOrganization(app)
    expect(await app.delete(`/api/oidc-trusts/${data.id}`, { key: stranger })).toMatchObject({ status: 404 })
    expect((await app.get<Trust[]>('/api/oidc-trusts', { key: stranger })).data).toEqual([])
    expect((await app.get<Trust[]>('/api/oidc-trusts')).data).toMatchObject([{ id: data.id }])
    expect((await app.delete(`/api/oidc-trusts/${data.id}`)).data).toEqual({ id: data.id, keysRevoked: 1 })
    expect(await app.get('/api/whoami', { key: given.key })).toMatchObject({ status: 401 })
    expect(await exchange(app, issuer)).toMatchObject({ status: 401 })
    expect((await app.get<{ action: string }[]>('/api/audit')).data.map(({ action }) => action)).toEqual([
      'trust.deleted',
      'trust.created',
    ])
  })

  test('only an admin of the whole organization makes trusts, and bad ones are refused by name', async () => {
    const app = await make()
    const issuer = await startIssuer()
    const editor = (await app.post<{ value: string }>('/api/keys', { name: 'e' })).data.value
    expect(await trust(app, issuer, {}, editor)).toMatchObject({ status: 403 })
    const cases: [object, RegExp][] = [
      [{ issuer: 'http://token.example' }, /^issuer takes an https address/],
      [{ issuer: 'ftp://token.example' }, /^issuer takes the https address/],
      [{ issuer: 'https://token.example/?a=b' }, /^issuer takes an https address without a query/],
      [{ repositoryId: 'acme/shop' }, /^repositoryId takes digits/],
      [{ refs: [] }, /^refs takes at least 1/],
      [{ events: ['Push!'] }, /^events.* takes names of events/],
      [{ surprise: 1 }, /There is no parameter "surprise"/],
    ]
    for (const [more, message] of cases)
      expect(await trust(app, issuer, more)).toMatchObject({
        status: 400,
        error: { message: expect.stringMatching(message) },
      })
  })

  test('whoever tries tokens that are none is slowed down; good ones are never counted', async () => {
    const app = await make({ rateLimits: { signIns: 3 } })
    const issuer = await startIssuer()
    await trust(app, issuer)
    for (let i = 0; i < 5; i++) expect((await exchange(app, issuer)).status).toBe(200)
    for (let i = 0; i < 3; i++)
      expect((await exchange(app, issuer, { ref: 1 as unknown as string, event_name: '' })).status).toBe(401)
    expect(await exchange(app, issuer, { event_name: '' })).toMatchObject({
      status: 429,
      error: { code: 'RATE_LIMITED' },
    })
    // People at the same address can still sign in.
    const signIn = await app.post(
      '/auth/sign-in',
      { email: 'a@example.com', password: 'wrong' },
      { key: null },
    )
    expect(signIn.status).toBe(401)
  })

  test('a deleted organization or project takes its trusts with it', async () => {
    const app = await make()
    const issuer = await startIssuer()
    await trust(app, issuer, { project: 'shop' })
    await app.delete('/api/projects/shop')
    expect((await exchange(app, issuer)).status).toBe(401)
    await app.removeDeleted()
    expect((await app.get<Trust[]>('/api/oidc-trusts')).data).toEqual([])
  })
})
