import { readFileSync, rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dispatchEvent, mergeGroupEvent, pushEvent, scheduleEvent } from './events.ts'
import { forkOf } from './forks.ts'
import { makeFolder } from './journals.ts'
import { makeShop, useScene } from './scene.ts'
import { addCommit } from './world.ts'

// What starts a workflow besides a pull request.

const scene = useScene()
type Shop = ReturnType<typeof makeShop>

const storedOf = (shop: Shop, ended: { outputs: Record<string, string> }) =>
  shop.execution(ended.outputs['execution-id'])

test('a push and a schedule are runs of the branch, and each is the base of the next', async () => {
  const shop = makeShop(scene)
  const pushed = await storedOf(shop, await shop.pushed())
  expect(pushed).toMatchObject({ branch: 'main', pullRequest: null, trust: 'ci', state: 'passed' })
  // Of another commit: a test that passed on the same one would be a flake.
  const sha = addCommit(scene.state, shop.repository, 'main', undefined, shop.base)
  const job = shop.jobOf(scheduleEvent(shop.place, sha))
  shop.keep(job, { results: { pays: 'failed' } })
  const nightly = await shop.main(job)
  expect(nightly).toMatchObject({ code: 1, outputs: { regressions: '1', 'comment-url': '' } })
  expect(await storedOf(shop, nightly)).toMatchObject({ branch: 'main', pullRequest: null })
  expect(shop.repository.comments).toEqual([])
})

test.each([
  ['by hand', dispatchEvent],
  [
    'of a push',
    ({ state, repository }: Parameters<typeof dispatchEvent>[0], branch: string, sha: string) =>
      pushEvent({ state, repository }, branch, '0'.repeat(40), sha),
  ],
])('a run %s on a branch finds the pull request of that branch', async (_, eventOf) => {
  const shop = makeShop(scene)
  await shop.pushed()
  const pull = shop.pull()
  const job = shop.jobOf(eventOf(shop.place, pull.headBranch, pull.headSha))
  shop.keep(job)
  const ended = await shop.main(job)
  expect(ended.code).toBe(0)
  expect(await storedOf(shop, ended)).toMatchObject({ branch: pull.headBranch, pullRequest: pull.number })
  expect(shop.comments(pull)).toHaveLength(1)
})

test('a run by hand on a branch of no pull request has a summary and no comment', async () => {
  const shop = makeShop(scene)
  await shop.pushed()
  const sha = addCommit(scene.state, shop.repository, 'alone', undefined, shop.base)
  const job = shop.jobOf(dispatchEvent(shop.place, 'alone', sha))
  shop.keep(job)
  const ended = await shop.main(job)
  expect(ended).toMatchObject({ code: 0, outputs: { 'comment-url': '', passed: '1' } })
  expect(ended.summary).toContain('shop')
})

test('a merge queue tests a commit of its own and comments nowhere', { tags: 'thorough' }, async () => {
  const shop = makeShop(scene)
  await shop.pushed()
  const pull = shop.pull()
  const headSha = addCommit(scene.state, shop.repository, 'queue', undefined, shop.base)
  const group = { number: pull.number, headSha, baseSha: shop.base, baseBranch: 'main' }
  const job = shop.jobOf(mergeGroupEvent(shop.place, group))
  shop.keep(job, { results: { pays: 'failed' } })
  const ended = await shop.main(job)
  expect(ended).toMatchObject({ code: 1, outputs: { regressions: '1', 'comment-url': '' } })
  const stored = await storedOf(shop, ended)
  expect(stored).toMatchObject({ headSha, pullRequest: null })
  expect(stored.branch).toContain('gh-readonly-queue/')
  expect(shop.comments(pull)).toEqual([])
})

test('a job of a reusable workflow is a job of the run that calls it', { tags: 'thorough' }, async () => {
  const shop = makeShop(scene)
  await shop.pushed()
  const pull = shop.pull()
  const event = shop.opened(pull)
  const caller = shop.jobOf(event)
  const called = shop.jobOf(event, {
    run: caller.run,
    job: 'unit',
    env: { GITHUB_WORKFLOW_REF: 'acme/workflows/.github/workflows/test.yml@refs/heads/main' },
  })
  shop.keep(caller)
  shop.keep(called, { file: 'unit.test.js', results: { counts: 'passed' } })
  const ids = [await shop.main(called), await shop.main(caller)].map(({ outputs }) => outputs['execution-id'])
  expect(new Set(ids).size).toBe(1)
  expect((await shop.execution(ids[0])).counts.passed).toBe(2)
  expect(shop.comments(pull)).toHaveLength(1)
})

test('pull_request_target on a fork has secrets, and its results are a fork’s all the same', async () => {
  const shop = makeShop(scene)
  await shop.pushed()
  const { pull, run } = forkOf(scene, shop)
  const job = shop.jobOf(shop.opened(pull, 'pull_request_target'), { run, workspace: makeFolder() })
  const { headSha, number: pullRequest } = pull
  const code = { testedSha: headSha, headSha, pullRequest, repository: `acme/${shop.repository.name}` }
  shop.keep(job, { results: { pays: 'failed' }, open: { code } })
  const ended = await shop.main(job)
  expect(await storedOf(shop, ended)).toMatchObject({ trust: 'fork', pullRequest: pull.number })
  expect(shop.comments(pull)).toHaveLength(1)
})

test.each([
  ['journals', true],
  ['a reporter that sent by itself', false],
])('pull_request_target that tests the base says nothing of the pull request: %s', async (_, isKept) => {
  const shop = makeShop(scene)
  await shop.pushed()
  const pull = shop.pull()
  const broken = shop.jobOf(shop.opened(pull))
  shop.keep(broken, { results: { pays: 'failed' } })
  await shop.main(broken)
  const [before] = structuredClone(shop.comments(pull))
  expect(before?.body).toMatch(/^### [❌⚠].*\b1 test\b/mu)
  // The default checkout: the commit of the base, under the payload of the pull request.
  const job = shop.jobOf(shop.opened(pull, 'pull_request_target'))
  const path = shop.keep(job)
  if (!isKept) {
    const sent = await fetch(`${scene.server.url}/api/ingest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${scene.server.apiKey}`, 'content-type': 'application/x-ndjson' },
      body: readFileSync(path),
    })
    expect(sent.status, await sent.text()).toBe(200)
    rmSync(path)
  }
  const ended = await shop.main(job)
  expect(ended).toMatchObject({ code: 0, outputs: { passed: '1', 'comment-url': '' } })
  expect(shop.comments(pull)).toEqual([before])
  for (const text of [ended.log, ended.summary]) {
    expect(text).toMatch(/neither the head of pull request/)
    expect(text).toContain(shop.base.slice(0, 10))
  }
  if (isKept)
    expect(await storedOf(shop, ended)).toMatchObject({
      branch: 'main',
      pullRequest: null,
      headSha: shop.base,
    })
})

test('pull_request_target that tests a merge of the head is of the pull request', {
  tags: 'thorough',
}, async () => {
  const shop = makeShop(scene)
  await shop.pushed()
  const pull = shop.pull()
  const merge = shop.opened(pull).sha
  const job = shop.jobOf(shop.opened(pull, 'pull_request_target'))
  const { baseSha, headSha, number: pullRequest } = pull
  const repository = `acme/${shop.repository.name}`
  const code = { testedSha: merge, parents: [baseSha, headSha], headSha, pullRequest, repository }
  shop.keep(job, { open: { code } })
  const ended = await shop.main(job)
  expect(await storedOf(shop, ended)).toMatchObject({ pullRequest: pull.number, headSha: pull.headSha })
  expect(shop.comments(pull)).toHaveLength(1)
})

test('facts that a shallow clone has not are asked of GitHub', { tags: 'thorough' }, async () => {
  const shop = makeShop(scene)
  await shop.pushed()
  const later = addCommit(scene.state, shop.repository, 'main')
  const pull = shop.pull({ baseSha: later })
  const job = shop.jobOf(shop.opened(pull))
  shop.keep(job)
  const stored = await storedOf(shop, await shop.main(job))
  expect(stored).toMatchObject({ mergeBaseSha: shop.base, headSha: pull.headSha })
})

test.each([
  ['nothing', {}],
  ['other types', { pull_request: 'x', number: [], repository: { default_branch: 7 } }],
  [
    'numbers that are none',
    { number: -1, pull_request: { number: 1e300, head: { sha: 'main; rm' }, base: null } },
  ],
  ['paths', { pull_request: { number: '../../1', head: { sha: '../../../secrets' } } }],
])('a payload with %s: the results are sent and nothing is asked in its name', async (_, payload) => {
  const shop = makeShop(scene)
  const job = shop.jobOf({
    ...pushEvent(shop.place, 'main', shop.first, shop.base),
    name: 'pull_request',
    payload,
  })
  shop.keep(job)
  const ended = await shop.main(job)
  expect(ended).toMatchObject({ code: 0, outputs: { passed: '1' } })
  expect(shop.repository.comments).toEqual([])
})
