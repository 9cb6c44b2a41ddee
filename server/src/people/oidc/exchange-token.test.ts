import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import { startIssuer, type TokenClaims } from '../../testing/issuer.ts'
import { addOrganization } from '../../testing/organization.ts'
import { addPerson } from '../../testing/people.ts'
import { passed, run, send } from '../../testing/upload.ts'
import { bring, exchange, listedIssuer, type Trust, trust } from '../../testing/workflows.ts'
import { pruneExpired } from '../identity/prune-expired.ts'

onEachDatabase('tokens of workflows', (make) => {
  test('a trusted workflow gets a key for an hour, which may upload and read, and is in no list', async () => {
    const app = await make()
    const issuer = await listedIssuer(app)
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
    await pruneExpired(app.store, app.clock())
    expect(await given()).toHaveLength(1)
    app.advance(8 * 86_400_000)
    await pruneExpired(app.store, app.clock())
    expect(await given()).toEqual([])
  })

  test('trusts of one organization together have at most 5,000 keys at a time', async () => {
    const app = await make()
    const issuer = await listedIssuer(app)
    await trust(app, issuer)
    await trust(app, issuer, { repositoryId: '4712' })
    await exchange(app, issuer)
    const { id, ...row } = await app.store.read
      .selectFrom('api_key')
      .selectAll()
      .where('trust_id', 'is not', null)
      .executeTakeFirstOrThrow()
    const other = await app.store.read
      .selectFrom('oidc_trust')
      .select('id')
      .where('repository_id', '=', '4712')
      .executeTakeFirstOrThrow()
    const copy = (i: number) => ({ ...row, trust_id: other.id, public_id: `${i}`, hash: `${i}` })
    await app.store.write(async (db) => {
      for (let from = 0; from < 4_998; from += 100)
        await db
          .insertInto('api_key')
          .values(Array.from({ length: Math.min(100, 4_998 - from) }, (_, at) => copy(from + at)))
          .execute()
    })
    expect((await exchange(app, issuer)).status).toBe(200)
    expect(await exchange(app, issuer)).toMatchObject({
      status: 429,
      error: { code: 'RATE_LIMITED', message: expect.stringMatching(/^5000 keys.*Wait, or use an API key/) },
    })
    app.advance(3_600_000)
    expect((await exchange(app, issuer)).status).toBe(200)
  })

  test('the key of a repository that is called like the server says that a workflow has it', async () => {
    const app = await make()
    const issuer = await listedIssuer(app)
    await trust(app, issuer)
    const { data } = await exchange(app, issuer, { repository: 'svc/server', run_id: '' })
    const me = await app.get<{ key: { name: string } }>('/api/whoami', { key: data.key })
    expect(me.data.key.name).toBe('workflow of svc/server')
  })

  test('a token that is not exactly what is trusted is refused with what is wrong', async () => {
    const app = await make()
    const issuer = await listedIssuer(app)
    const stranger = await startIssuer()
    await trust(app, issuer, {
      refs: ['refs/heads/*', 'refs/pull/*/merge'],
      events: ['push', 'pull_request'],
    })
    const now = Math.floor(app.clock() / 1_000)
    const cases: [TokenClaims, RegExp][] = [
      [{ repository_id: '4712' }, /No admin of an organization default trusts repository 4712/],
      [
        { aud: 'https://elsewhere.example' },
        /"aud".*the audience "http:\/\/svc\.test\/organizations\/default"/,
      ],
      [{ aud: 'http://svc.test' }, /"aud"/],
      [
        { aud: ['http://svc.test/organizations/default', 'http://svc.test/organizations/b'] },
        /"aud" is a list/,
      ],
      [{ jti: undefined } as unknown as TokenClaims, /"jti"/],
      [{ jti: '' }, /"jti"/],
      [{ iat: now - 3_661, exp: now + 300 }, /"iat"/],
      [{ iat: now + 61 }, /"iat"/],
      [{ ref: 'refs/tags/v1' }, /ref refs\/tags\/v1 is not among refs\/heads\/\*, /],
      [{ ref: 'refs/pull/7/head' }, /ref refs\/pull\/7\/head is not among/],
      [{ event_name: 'pull_request_target' }, /event pull_request_target is not among push, pull_request/],
      [{ exp: now - 61 }, /"exp"/],
      [{ nbf: now + 61 }, /"nbf"/],
      [{ repository_id: 4711 as unknown as string }, /token must be the JSON Web Token/],
      [{ iss: stranger.url }, /accepts no tokens from that issuer/],
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
      expect(await bring(app, token)).toMatchObject({
        status: 401,
        error: { code: 'UNAUTHORIZED' },
      })
    expect(stranger.reads).toEqual({ discovery: 0, keys: 0 })
  })

  test('of several projects the one that is meant has to be said', async () => {
    const app = await make()
    const issuer = await listedIssuer(app)
    await trust(app, issuer, { project: 'web' })
    await trust(app, issuer, { project: 'api' })
    expect(await exchange(app, issuer)).toMatchObject({
      status: 400,
      error: { message: expect.stringMatching(/^project must be one of web, api/) },
    })
    expect((await exchange(app, issuer, {}, { project: 'api' })).data.project).toBe('api')
    expect(await exchange(app, issuer, {}, { project: 'cli' })).toMatchObject({ status: 401 })
    await trust(app, issuer)
    expect((await exchange(app, issuer)).data.project).toBeNull()
    expect((await exchange(app, issuer, {}, { project: 'web' })).data.project).toBe('web')
    // Two for the whole organization that differ in their references are no choice to make.
    await trust(app, issuer, { refs: ['refs/heads/*'] })
    expect((await exchange(app, issuer, {}, { project: 'cli' })).data.project).toBeNull()
  })

  test('a trust that is there already is not made again', async () => {
    const app = await make()
    const issuer = await listedIssuer(app)
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
    const twins = await Promise.all([1, 2, 3].map(() => trust(app, issuer, { refs: ['b'] })))
    expect(twins.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const stranger = await addOrganization(app)
    expect((await trust(app, issuer, {}, stranger)).status).toBe(200)
  })

  test('the end of a trust is the end of its keys, and is in the audit', async () => {
    const app = await make()
    const issuer = await listedIssuer(app)
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
    const issuer = await listedIssuer(app)
    const editor = (await app.post<{ value: string }>('/api/keys', { name: 'e' })).data.value
    expect(await trust(app, issuer, {}, editor)).toMatchObject({ status: 403 })
    for (const role of ['viewer', 'editor'] as const) {
      const { token: key } = await addPerson(app, { default: role })
      expect(await trust(app, issuer, {}, key)).toMatchObject({ status: 403 })
      expect(await app.get('/api/oidc-trusts', { key })).toMatchObject({ status: 403 })
    }
    expect(issuer.reads).toEqual({ discovery: 0, keys: 0 })
    const cases: [object, RegExp][] = [
      [{ repositoryId: 'acme/shop' }, /^repositoryId must be digits/],
      [{ refs: [] }, /^refs must have at least 1/],
      [{ events: ['Push!'] }, /^events.* must be names of events/],
      [{ surprise: 1 }, /There is no parameter "surprise"/],
    ]
    for (const [more, message] of cases)
      expect(await trust(app, issuer, more)).toMatchObject({
        status: 400,
        error: { message: expect.stringMatching(message) },
      })
  })

  test('senders of invalid tokens are slowed down; valid tokens are never counted', async () => {
    const app = await make({ rateLimits: { signIns: 3 } })
    const issuer = await listedIssuer(app)
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
    const issuer = await listedIssuer(app)
    await trust(app, issuer, { project: 'shop' })
    await app.delete('/api/projects/shop')
    expect((await exchange(app, issuer)).status).toBe(401)
    await app.removeDeleted()
    expect((await app.get<Trust[]>('/api/oidc-trusts')).data).toEqual([])
  })
})
