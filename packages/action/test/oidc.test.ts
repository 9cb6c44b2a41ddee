import { expect, test } from 'vitest'
import { forkOf } from './forks.ts'
import { type Issuer, startIssuer } from './issuer.ts'
import { makeShop, useScene } from './scene.ts'

// examples/workflows/oidc.yml: no stored secret.

const scene = useScene()
const NO_KEY = { 'api-key': '', oidc: 'true' }

const trust = async (issuer: Issuer, repositoryId: number, events: string[]) => {
  const response = await fetch(`${scene.server.url}/api/oidc-trusts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${scene.server.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ issuer: issuer.url, repositoryId: String(repositoryId), events }),
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
  expect(untrusted.log).toMatch(/does not trust this workflow.*pull_request/s)
  const { env: _, ...plain } = job
  const unsigned = await shop.main(plain, NO_KEY)
  expect(unsigned.log).toContain('id-token: write')
  expect(shop.comments(pull)).toEqual([])
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
