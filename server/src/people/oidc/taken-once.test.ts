import { expect, test } from 'vitest'
import { onBothDatabases } from '../../testing/each-database.ts'
import { bring, exchange, listedIssuer, trust } from '../../testing/workflows.ts'
import { forgetTokens } from './forget-tokens.ts'

onBothDatabases('tokens are taken once', (make) => {
  test('a token works once, whoever presents it and however it is encoded', async () => {
    const app = await make()
    const issuer = await listedIssuer(app)
    await trust(app, issuer)
    const once = await issuer.token(app.clock(), { jti: 'once' })
    const answers = await Promise.all(Array.from({ length: 6 }, () => bring(app, once)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401])
    const used = { status: 401, error: { message: expect.stringMatching(/^This token was used before/) } }
    expect(await bring(app, once)).toMatchObject(used)
    // Signed anew for the same jti; and the same signature written in another way.
    expect(await exchange(app, issuer, { jti: 'once', run_id: '78' })).toMatchObject(used)
    const last = once.at(-1) as string
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const other = alphabet[alphabet.indexOf(last) ^ 1] as string
    expect(await bring(app, once.slice(0, -1) + other)).toMatchObject({ status: 401 })
    expect((await exchange(app, issuer)).status).toBe(200)
    const remembered = () => app.store.read.selectFrom('oidc_token').selectAll().execute()
    expect(await remembered()).toHaveLength(2)
    // As long as any server could still take it, and no longer.
    app.advance(3_600_000 + 60_000)
    await forgetTokens(app.store, app.clock())
    expect(await remembered()).toHaveLength(2)
    expect(await bring(app, once)).toMatchObject({ status: 401 })
    app.advance(900_000)
    await forgetTokens(app.store, app.clock())
    expect(await remembered()).toEqual([])
    expect(await bring(app, once)).toMatchObject({
      status: 401,
      error: { message: expect.stringMatching(/"exp"/) },
    })
  })

  test('a refused token is taken where its repository is trusted, and leaves no trace where it is not', async () => {
    const app = await make()
    const issuer = await listedIssuer(app)
    await trust(app, issuer, { project: 'web' })
    await trust(app, issuer, { project: 'api' })
    const remembered = async () =>
      (await app.store.read.selectFrom('oidc_token').selectAll().execute()).length
    const open = await issuer.token(app.clock())
    expect(await bring(app, open)).toMatchObject({ status: 400 })
    expect(await bring(app, open, { project: 'web' })).toMatchObject({ status: 401 })
    expect((await exchange(app, issuer, {}, { project: 'web' })).status).toBe(200)
    expect(await remembered()).toBe(2)
    expect((await exchange(app, issuer, { repository_id: '4712' })).status).toBe(401)
    expect((await exchange(app, issuer, { aud: 'http://svc.test' })).status).toBe(401)
    expect(await remembered()).toBe(2)
  })

  test('an exchange that the database fails takes nothing: the same token is good afterwards', async () => {
    const app = await make()
    const issuer = await listedIssuer(app)
    await trust(app, issuer)
    const token = await issuer.token(app.clock())
    const rename = (from: string, to: string) =>
      app.store.write((db) => db.schema.alterTable(from).renameTo(to).execute())
    await rename('api_key', 'gone')
    expect((await bring(app, token)).status).toBe(500)
    await rename('gone', 'api_key')
    expect((await bring(app, token)).status).toBe(200)
    expect((await bring(app, token)).status).toBe(401)
  })

  test('the end of a trust ends a key that is given at the same moment', async () => {
    const app = await make()
    const issuer = await listedIssuer(app)
    for (let i = 0; i < 5; i++) {
      const { id } = (await trust(app, issuer)).data
      const token = await issuer.token(app.clock())
      const [given] = await Promise.all([bring(app, token), app.delete(`/api/oidc-trusts/${id}`)])
      if (given.status === 200)
        expect(await app.get('/api/whoami', { key: given.data.key })).toMatchObject({ status: 401 })
      else expect(given.status).toBe(401)
    }
  })
})
