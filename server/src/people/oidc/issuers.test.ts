import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import { startIssuer } from '../../testing/issuer.ts'
import type { TestAnswer } from '../../testing/make-app.ts'
import { bring, exchange, type Given, listedIssuer, type Trust, trust } from '../../testing/workflows.ts'

onEachDatabase('issuers', (make) => {
  test('keys of an issuer are read once, and again when it signs with a new one', async () => {
    const app = await make()
    const issuer = await listedIssuer(app)
    await trust(app, issuer)
    for (let i = 0; i < 3; i++) expect((await exchange(app, issuer)).status).toBe(200)
    expect(issuer.reads).toEqual({ discovery: 1, keys: 1 })
    await issuer.rotate()
    // jose asks for an unknown key at most every 30 s.
    expect((await exchange(app, issuer)).status).toBe(401)
    expect(issuer.reads.keys).toBe(1)
  })

  test('an issuer that is down, lies or babbles is an outage, told without a word of the network', async () => {
    const app = await make({ rateLimits: { signIns: 1 } })
    const issuer = await listedIssuer(app)
    await trust(app, issuer)
    const token = await issuer.token(app.clock())
    const bad: [() => Response, RegExp][] = [
      [() => new Response('no', { status: 503 }), /answers 503/],
      [() => new Response('no', { status: 404 }), /answers 404/],
      [() => Response.redirect('http://169.254.169.254/'), /answers 302/],
      [
        () => Response.json({ issuer: 'https://elsewhere.example', jwks_uri: `${issuer.url}/keys` }),
        /does not say/,
      ],
      [() => Response.json({ issuer: issuer.url, jwks_uri: 'http://192.0.2.1/keys' }), /without https/],
      [() => new Response('x'.repeat(300_000)), /more than 262144 bytes/],
      [() => Response.json(null), /does not say/],
    ]
    const nowhere = 'http://127.0.0.1:9'
    app.issuers.push(nowhere)
    await trust(app, { url: nowhere })
    const answers: (TestAnswer<Given> & { logged: string })[] = []
    const ask = async (request: Promise<TestAnswer<Given>>) => {
      const { length } = app.logged
      answers.push({ ...(await request), logged: JSON.stringify(app.logged.slice(length)) })
      return answers.at(-1)?.logged
    }
    for (const [answer, reason] of bad) {
      issuer.answers.discovery = answer
      expect(await ask(bring(app, token))).toMatch(reason)
    }
    delete issuer.answers.discovery
    issuer.answers.keys = () => new Response('no', { status: 503 })
    await ask(bring(app, token))
    delete issuer.answers.keys
    expect(await ask(exchange(app, issuer, { iss: nowhere }))).toMatch(/ECONNREFUSED|bad port/)
    const words = answers.map(({ status, error, logged }) => {
      const [id = 'none'] = /[0-9a-f-]{36}/.exec(error?.message ?? '') ?? []
      expect(logged).toContain(id)
      return `${status} ${error?.code} ${error?.message.replace(id, '…')}`
    })
    expect(new Set(words)).toEqual(
      new Set([
        '503 UNAVAILABLE This server could not check the token, because it cannot read the keys of the issuer. Its log has the reason under …. Try again with a new token.',
      ]),
    )
    // An outage neither takes the token nor counts against anybody.
    expect((await bring(app, token)).status).toBe(200)
  })

  test('only listed issuers are trusted or contacted, even if an old trust names another', async () => {
    const app = await make()
    app.issuers.length = 0
    const issuer = await listedIssuer(app)
    const { data } = await trust(app, issuer)
    expect(data).toMatchObject({ accepted: true, audience: 'http://svc.test/organizations/default' })
    const inside = await startIssuer()
    const spellings = [
      inside.url,
      inside.url.replace('127.0.0.1', 'localhost'),
      inside.url.replace('127.0.0.1', '2130706433'),
      inside.url.replace('127.0.0.1', '0x7f.1'),
      inside.url.replace('127.0.0.1', '[::ffff:127.0.0.1]'),
      'https://10.0.0.1',
      'https://:pw@tests.example.com',
      `${issuer.url.replace('//', '//:pw@')}`,
      `${issuer.url}/?`,
      `${issuer.url}#`,
      'https://token.actions.githubusercontent.com.evil.example',
      'nonsense',
    ]
    for (const url of spellings)
      expect(await trust(app, { url })).toMatchObject({
        status: 400,
        error: {
          code: 'INVALID_REQUEST',
          message: `issuer must be one of ${issuer.url}. The operator of this server lists others in SVC_OIDC_ISSUERS.`,
        },
      })
    // One of an earlier version, and one whose issuer the operator has taken off the list.
    app.issuers.push(inside.url)
    await trust(app, inside)
    app.issuers.splice(app.issuers.indexOf(inside.url), 1)
    expect(await exchange(app, inside)).toMatchObject({
      status: 401,
      error: { message: expect.stringMatching(/accepts no tokens from that issuer/) },
    })
    expect(inside.reads).toEqual({ discovery: 0, keys: 0 })
    expect((await app.get<Trust[]>('/api/oidc-trusts')).data).toMatchObject([
      { issuer: inside.url, accepted: false },
      { issuer: issuer.url, accepted: true },
    ])
    // Another spelling of a listed one is that one; without a word it is the first.
    const { url } = issuer
    for (const [more, status] of [
      [{ issuer: `${url}/`, events: ['push'] }, 200],
      [{ issuer: undefined, events: ['push'] }, 409],
    ] as const)
      expect((await trust(app, issuer, more)).status).toBe(status)
    app.issuers.length = 0
    expect(await trust(app, issuer)).toMatchObject({
      status: 400,
      error: { message: expect.stringMatching(/SVC_OIDC_ISSUERS=none/) },
    })
  })
})
