import { expect, test } from 'vitest'
import { pushEvent } from './events.ts'
import { forkOf } from './forks.ts'
import { type Issuer, startIssuer } from './issuer.ts'
import { makeShop, useScene } from './scene.ts'

// examples/workflows/oidc.yml: no stored secret.

const scene = useScene()
const NO_KEY = { 'api-key': '', oidc: 'true' }

const trust = async (issuer: Issuer, repositoryId: number, events: string[], more: object = {}) => {
  const response = await fetch(`${scene.server.url}/api/oidc-trusts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${scene.server.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ issuer: issuer.url, repositoryId: String(repositoryId), events, ...more }),
  })
  expect(response.status, await response.text()).toBeLessThan(300)
}

const opened = (shop: ReturnType<typeof makeShop>, issuer: Issuer) => {
  const pull = shop.pull()
  const job = shop.jobOf(shop.opened(pull))
  shop.keep(job, { results: { pays: 'failed' } })
  return { pull, job: { ...job, env: issuer.environmentOf(job) } }
}

test('a trusted workflow reports without a stored key, and nothing of its tokens is shown', async () => {
  const shop = makeShop(scene)
  const issuer = await startIssuer()
  await trust(issuer, shop.repository.id, ['pull_request'])
  await shop.pushed()
  const { pull, job } = opened(shop, issuer)
  const ended = await shop.main(job, NO_KEY)
  expect(ended, ended.raw).toMatchObject({ code: 1, outputs: { failed: '1', regressions: '1' } })
  expect(shop.comments(pull)).toHaveLength(1)
  expect(ended.commands.filter(({ name }) => name === 'add-mask').map(({ message }) => message)).toEqual([
    expect.stringMatching(/^eyJ/),
    expect.stringMatching(/^svc_/),
  ])
  expect(ended.log + ended.summary).not.toMatch(/eyJ|svc_\w{20}/)
})

test('one that is not trusted, or may ask for no token, is told what to do', async () => {
  const shop = makeShop(scene)
  const issuer = await startIssuer()
  await trust(issuer, shop.repository.id, ['push'])
  const { job, pull } = opened(shop, issuer)
  const untrusted = await shop.main(job, NO_KEY)
  expect(untrusted.code).toBe(0)
  expect(untrusted.log).toMatch(
    /does not trust this workflow.*event_name.*event pull_request is not among push/s,
  )
  expect(untrusted.log).not.toMatch(/revoked|the input api-key/)
  expect(untrusted.summary).toContain('An admin adds or changes the trust')
  const { env: _, ...plain } = job
  const unsigned = await shop.main(plain, NO_KEY)
  expect(unsigned.log).toContain('id-token: write')
  expect(shop.comments(pull)).toEqual([])
})

test.each<[string, Record<string, unknown>, Record<string, string>, RegExp]>([
  [
    'another repository',
    { repository_id: '999' },
    {},
    /repository_id.*trusts repository 999.*An admin adds/s,
  ],
  ['another ref', { ref: 'refs/heads/x' }, {}, /\(ref\).*ref refs\/heads\/x is not among/s],
  ['an end that has passed', { exp: 1_000, iat: 900, nbf: 900 }, {}, /has expired/],
  ['no such project', {}, { project: 'cli' }, /organization or the project/],
  ['no such organization', {}, { organization: 'nobody' }, /organization or the project/],
])('a token with %s is refused with what to do about it', async (_, claims, inputs, words) => {
  const shop = makeShop(scene)
  const issuer = await startIssuer()
  await trust(issuer, shop.repository.id, ['push'], { refs: ['refs/heads/main'], project: shop.project })
  const job = shop.jobOf(pushEvent(shop.place, 'main', shop.first, shop.base))
  shop.keep(job)
  const env = issuer.environmentOf(job, claims)
  const ended = await shop.main({ ...job, env }, { ...NO_KEY, ...inputs })
  expect(ended.code).toBe(0)
  expect(ended.log).toMatch(words)
  expect(ended.log).not.toMatch(/revoked|does not accept the API key/)
})

test('an address that is not what the server takes itself for is said with the one to set', async () => {
  const shop = makeShop(scene)
  const issuer = await startIssuer()
  await trust(issuer, shop.repository.id, ['pull_request'])
  const { job } = opened(shop, issuer)
  const url = scene.server.url.replace('127.0.0.1', 'localhost')
  const ended = await shop.main(job, { ...NO_KEY, url })
  expect(ended.log).toContain(`Set the input url to ${scene.server.url},`)
  expect(ended.log).not.toMatch(/revoked|does not trust/)
})

test('an issuer that the server cannot reach is an outage, and no fault of the trust', async () => {
  const shop = makeShop(scene)
  const issuer = await startIssuer()
  const iss = 'http://127.0.0.1:9'
  await trust({ ...issuer, url: iss }, shop.repository.id, ['push'])
  const job = shop.jobOf(pushEvent(shop.place, 'main', shop.first, shop.base))
  const env = issuer.environmentOf(job, { iss })
  const ended = await shop.main({ ...job, env }, { ...NO_KEY, 'timeout-seconds': '6' })
  expect(ended.code).toBe(0)
  expect(ended.log).toMatch(/could not check the token of this job.*need not be changed/)
  expect(ended.log).not.toMatch(/revoked|An admin|does not trust/)
})

test('oidc wins over a key, which is not looked at', async () => {
  const shop = makeShop(scene)
  const issuer = await startIssuer()
  await trust(issuer, shop.repository.id, ['pull_request'])
  const { job } = opened(shop, issuer)
  const both = { ...job, env: { ...job.env, SVC_API_KEY: 'no key either' } }
  const ended = await shop.main(both, { 'api-key': 'hunter2', oidc: 'true', organization: 'default' })
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
