import { NO_LIMITS } from '@svc/test-kit/server'
import { afterAll, expect, test } from 'vitest'
import { pushEvent } from './events.ts'
import { forkOf } from './forks.ts'
import { type Issuer, startIssuer } from './issuer.ts'
import { makeShop, useScene } from './scene.ts'

// examples/workflows/oidc.yml: no stored secret.

let issuer: Issuer
let shaky: Issuer
/** Listed as an operator does, and nobody listens there. */
const NOWHERE = 'http://127.0.0.1:9'
const scene = useScene(async () => {
  ;[issuer, shaky] = await Promise.all([startIssuer(), startIssuer()])
  const listed = [issuer.url, shaky.url, NOWHERE].join(',')
  return { env: { ...NO_LIMITS, SVC_OIDC_ISSUERS: listed, SVC_ORGANIZATIONS: 'open' } }
})
afterAll(() => Promise.all([issuer?.close(), shaky?.close()]))
const NO_KEY = { 'api-key': '', oidc: 'true', organization: 'default' }

const post = async <T>(path: string, body: object, headers: Record<string, string>): Promise<T> => {
  const response = await fetch(`${scene.server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const { data, error } = (await response.json()) as { data: T; error?: object }
  expect(response.status, JSON.stringify(error)).toBe(200)
  return data
}

const asAdmin = () => ({ authorization: `Bearer ${scene.server.apiKey}` })

const trust = (
  { url }: Pick<Issuer, 'url'>,
  repositoryId: number,
  events: string[],
  more: object = {},
  headers: Record<string, string> = asAdmin(),
) => post('/api/oidc-trusts', { issuer: url, repositoryId: String(repositoryId), events, ...more }, headers)

/** An organization of its own for somebody who was invited; how its admin asks. */
const foreignAdmin = async (slug: string) => {
  const { token } = await post<{ token: string }>('/api/invitations', { role: 'viewer' }, asAdmin())
  const account = { email: `${slug}@example.com`, password: 'correct horse battery' }
  const joined = await post<{ token: string }>('/auth/join', { token, ...account }, {})
  const session = { authorization: `Bearer ${joined.token}` }
  await post('/api/organizations', { name: slug, slug }, session)
  return { ...session, 'svc-organization': slug }
}

const opened = (shop: ReturnType<typeof makeShop>, { environmentOf }: Issuer = issuer) => {
  const pull = shop.pull()
  const job = shop.jobOf(shop.opened(pull))
  shop.keep(job, { results: { pays: 'failed' } })
  return { pull, job: { ...job, env: environmentOf(job) } }
}

test('a trusted workflow reports without a stored key, and nothing of its tokens is shown', async () => {
  const shop = makeShop(scene)
  await trust(issuer, shop.repository.id, ['pull_request'])
  await shop.pushed()
  const { pull, job } = opened(shop)
  const ended = await shop.main(job, NO_KEY)
  expect(ended, ended.raw).toMatchObject({ code: 1, outputs: { failed: '1', regressions: '1' } })
  expect(shop.comments(pull)).toHaveLength(1)
  expect(issuer.audiences.at(-1)).toBe(`${scene.server.url}/organizations/default`)
  expect(ended.commands.filter(({ name }) => name === 'add-mask').map(({ message }) => message)).toEqual([
    expect.stringMatching(/^eyJ/),
    expect.stringMatching(/^svc_/),
  ])
  expect(ended.log + ended.summary).not.toMatch(/eyJ|svc_\w{20}/)
})

test('an untrusted workflow, or one that may not request a token, learns what to do', async () => {
  const shop = makeShop(scene)
  await trust(issuer, shop.repository.id, ['push'])
  const { job, pull } = opened(shop)
  const untrusted = await shop.main(job, NO_KEY)
  expect(untrusted.code).toBe(0)
  expect(untrusted.log).toMatch(
    /does not trust this workflow.*event_name.*event pull_request is not among push/s,
  )
  expect(untrusted.log).not.toMatch(/revoked|the input api-key/)
  expect(untrusted.summary).toMatch(/admin.*trust/)
  const { env: _, ...plain } = job
  const unsigned = await shop.main(plain, NO_KEY)
  expect(unsigned.log).toContain('id-token: write')
  expect(shop.comments(pull)).toEqual([])
})

test.each<[string, Record<string, unknown>, Record<string, string>, RegExp]>([
  ['another repository', { repository_id: '999' }, {}, /repository_id.*trusts repository 999.*admin/s],
  ['another ref', { ref: 'refs/heads/x' }, {}, /\(ref\).*ref refs\/heads\/x is not among/s],
  ['an end that has passed', { exp: 1_000, iat: 900, nbf: 900 }, {}, /has expired/],
  ['no such project', {}, { project: 'cli' }, /: the project .*not for the project cli/s],
  [
    'no such organization',
    {},
    { organization: 'nobody' },
    /the input organization.*No admin of an organization nobody/s,
  ],
  ['an issuer that nobody listed', { iss: 'https://10.0.0.1' }, {}, /\(iss\).*SVC_OIDC_ISSUERS/s],
])('a token with %s is refused with what to do about it', async (_, claims, inputs, words) => {
  const shop = makeShop(scene)
  await trust(issuer, shop.repository.id, ['push'], { refs: ['refs/heads/main'], project: shop.project })
  const job = shop.jobOf(pushEvent(shop.place, 'main', shop.first, shop.base))
  shop.keep(job)
  const env = issuer.environmentOf(job, claims)
  const ended = await shop.main({ ...job, env }, { ...NO_KEY, ...inputs })
  expect(ended.code).toBe(0)
  expect(ended.log).toMatch(words)
  expect(ended.log).not.toMatch(/revoked|rejected the (?:API )?key/)
})

test('an address that is not what the server takes itself for is said with the one to set', {
  tags: 'thorough',
}, async () => {
  const shop = makeShop(scene)
  await trust(issuer, shop.repository.id, ['pull_request'])
  const { job } = opened(shop)
  const url = scene.server.url.replace('127.0.0.1', 'localhost')
  const ended = await shop.main(job, { ...NO_KEY, url })
  expect(ended.log).toContain(`Set the input url to ${scene.server.url},`)
  expect(ended.log).not.toMatch(/revoked|does not trust/)
})

test('an issuer that the server cannot reach is an outage, and no fault of the trust', {
  tags: 'thorough',
}, async () => {
  const shop = makeShop(scene)
  const iss = NOWHERE
  await trust({ url: iss }, shop.repository.id, ['push'])
  const job = shop.jobOf(pushEvent(shop.place, 'main', shop.first, shop.base))
  const env = issuer.environmentOf(job, { iss })
  const ended = await shop.main({ ...job, env }, { ...NO_KEY, 'timeout-seconds': '6' })
  expect(ended.code).toBe(0)
  expect(ended.log).toMatch(/could not check the token of this job.*needs no change/)
  expect(ended.log).not.toMatch(/revoked|An admin|does not trust/)
})

test('without its organization the step is red, and says which line to add', async () => {
  const shop = makeShop(scene)
  await trust(issuer, shop.repository.id, ['pull_request'])
  const { job, pull } = opened(shop)
  const ended = await shop.main(job, { ...NO_KEY, organization: '' })
  expect(ended.code).toBe(1)
  expect(ended.log).toContain('Add the line "organization: <slug>" below "oidc: true"')
  expect(ended.summary).toContain('Add the line')
  expect(shop.comments(pull)).toEqual([])
})

test('what another organization trusts neither gets the results nor stops them', {
  tags: 'thorough',
}, async () => {
  const shop = makeShop(scene)
  const theirs = await foreignAdmin('evil')
  await trust(issuer, shop.repository.id, ['push', 'pull_request'], {}, theirs)
  const { job } = opened(shop)
  const refused = await shop.main(job, NO_KEY)
  expect(refused.log).toMatch(/No admin of an organization default trusts repository/)
  await trust(issuer, shop.repository.id, ['pull_request'])
  const ended = await shop.main(job, NO_KEY)
  expect(ended.outputs, ended.raw).toMatchObject({ failed: '1' })
  expect(await shop.executions()).toHaveLength(1)
  const seen = await fetch(`${scene.server.url}/api/executions`, { headers: theirs })
  expect(await seen.json()).toMatchObject({ data: [] })
})

test('a server that could not check a token gets a new one with the next try', {
  tags: 'thorough',
}, async () => {
  const shop = makeShop(scene)
  await trust(shaky, shop.repository.id, ['pull_request'])
  const { job } = opened(shop, shaky)
  shaky.outages = 1
  const ended = await shop.main(job, NO_KEY)
  expect(ended.outputs, ended.raw).toMatchObject({ failed: '1' })
  const masked = ended.commands.filter(({ name }) => name === 'add-mask').map(({ message }) => message)
  expect(masked).toEqual([/^eyJ/, /^eyJ/, /^svc_/].map((form) => expect.stringMatching(form)))
  expect(new Set(masked).size).toBe(3)
})

test('oidc wins over a key, which is not looked at', async () => {
  const shop = makeShop(scene)
  await trust(issuer, shop.repository.id, ['pull_request'])
  const { job } = opened(shop)
  const both = { ...job, env: { ...job.env, SVC_API_KEY: 'no key either' } }
  const ended = await shop.main(both, { 'api-key': 'hunter2', oidc: 'true', organization: 'Default' })
  expect(ended.outputs, ended.raw).toMatchObject({ failed: '1', state: 'failed' })
})

test('a fork has no token to be signed, and goes the way of its companion', async () => {
  const shop = makeShop(scene)
  const { job } = forkOf(scene, shop)
  shop.keep(job)
  const ended = await shop.main(job, NO_KEY)
  expect(ended).toMatchObject({ code: 0, outputs: { passed: '1' } })
  expect(ended.outputs.journals).not.toBe('')
  expect(ended.log).toContain('oidc is not available')
})
