import { existsSync, readdirSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { makeOrigin, runTests } from './checkout.ts'
import { pullRequestEvent, pushEvent } from './events.ts'
import { companionOf, dependabotOf, forkOf, honestFiles, upload, uploadFolder } from './forks.ts'
import { PERMISSIONS } from './github/state.ts'
import { makeFolder } from './journals.ts'
import { makeShop, useScene } from './scene.ts'
import { addPull, addRepository, addRun, addToken } from './world.ts'
import { zipOf } from './zips.ts'

// examples/workflows/forks.yml and forks-companion.yml.

const scene = useScene()
/** What a workflow of a fork is given. */
const NO_SECRETS = { 'api-key': '', url: '' }

test('a fork: green without secrets, then its companion compares and comments', async () => {
  const shop = makeShop(scene)
  const { repository } = shop
  const fork = addRepository(scene.state, `mallory/${repository.name}`, { isFork: true })
  const origin = makeOrigin(scene.state, repository)
  const base = origin.commit('main', {
    '.gitignore': 'node_modules\nvitest.config.mjs\nreport.json\n',
    'sum.test.js': `import { expect, test } from 'vitest'\ntest('adds', () => expect(1 + 1).toBe(2))\n`,
    CODEOWNERS: '* @acme/payments\n',
  })
  Object.assign(scene.state.commits.get(base) ?? {}, { files: { CODEOWNERS: '* @acme/payments\n' } })
  const onMain = origin.checkout(base)
  onTestFinished(() => onMain.remove())
  const pushed = shop.jobOf(pushEvent(shop.place, 'main', shop.base, base), { workspace: onMain.folder })
  await runTests(onMain, pushed)
  expect((await shop.main(pushed)).outputs).toMatchObject({ passed: '1', state: 'passed' })
  const headSha = origin.commit('patch', {
    'sum.test.js': `import { expect, test } from 'vitest'\ntest('adds', () => expect(1 + 1).toBe(3))\n`,
    CODEOWNERS: '* @mallory\n',
  })
  const pull = addPull(repository, {
    headSha,
    headBranch: 'patch',
    headRepository: `mallory/${fork.name}`,
    baseSha: base,
  })
  const mergeSha = origin.merge(base, headSha)
  const run = addRun(scene.state, repository, {
    headSha,
    headBranch: 'patch',
    headRepository: `mallory/${fork.name}`,
  })
  const project = origin.checkout(mergeSha)
  onTestFinished(() => project.remove())
  const job = shop.jobOf(pullRequestEvent(shop.place, pull, { mergeSha }), {
    run,
    workspace: project.folder,
    token: addToken(scene.state, PERMISSIONS.fork),
    temp: makeFolder(),
  })
  const tests = await runTests(project, job)
  expect(tests.code).toBe(1)
  const before = scene.github.calls.length
  const step = await shop.main(job, NO_SECRETS)
  expect(step).toMatchObject({ code: 0, outputs: { failed: '1', passed: '0' } })
  expect(step.summary).toContain('companion')
  expect(step.commands.filter(({ name }) => name === 'error')).toEqual([])
  expect(scene.github.calls.slice(before).filter(({ status }) => status >= 400)).toEqual([])
  const folder = step.outputs.journals ?? ''
  expect(readdirSync(folder)).toHaveLength(2)
  await shop.post(job, NO_SECRETS, { state: step.state })
  expect(readdirSync(folder)).toHaveLength(2)

  uploadFolder(scene, run, folder)
  const companion = companionOf(scene, shop, run)
  const ended = await shop.main(companion)
  expect(ended).toMatchObject({ code: 0, outputs: { failed: '1', regressions: '1' } })
  const stored = await shop.execution(ended.outputs['execution-id'])
  expect(stored).toMatchObject({
    trust: 'fork',
    state: 'failed',
    pullRequest: pull.number,
    headSha,
    mergeBaseSha: base,
    build: String(run.id),
  })
  const [comment, ...others] = structuredClone(shop.comments(pull))
  expect(others).toEqual([])
  expect(comment?.body).toContain('adds')
  // Who owns it is what the base says, not what the fork says.
  const report = await scene.server.get<{ failures: { owners: string[] }[] }>(
    `/api/executions/${stored.id}/report`,
  )
  expect(report.failures.map(({ owners }) => owners)).toEqual([['@acme/payments']])

  // Started again it comes to the same.
  const again = await shop.main(companion)
  expect(again.outputs['execution-id']).toBe(stored.id)
  expect((await shop.execution(stored.id)).counts).toEqual(stored.counts)
  expect(shop.comments(pull)).toEqual([comment])
  expect(readdirSync(companion.temp ?? '')).toEqual([])
})

test('Dependabot goes the same way', async () => {
  const shop = makeShop(scene)
  await shop.pushed()
  const { pull, run, job } = dependabotOf(scene, shop)
  shop.keep(job)
  const step = await shop.main(job, NO_SECRETS)
  expect(step.code).toBe(0)
  uploadFolder(scene, run, step.outputs.journals ?? '')
  const token = addToken(scene.state, { ...PERMISSIONS.write, checks: 'write' })
  const ended = await shop.main({ ...companionOf(scene, shop, run), token }, { check: 'true' })
  expect(ended.outputs.passed).toBe('1')
  expect(shop.comments(pull)).toHaveLength(1)
  expect(shop.repository.checks).toMatchObject([{ headSha: pull.headSha, conclusion: 'success' }])
})

test('several jobs of a fork are one execution, and what expired is passed over', {
  tags: 'thorough',
}, async () => {
  const shop = makeShop(scene)
  await shop.pushed()
  const given = forkOf(scene, shop)
  for (const index of [1, 2])
    upload(
      scene,
      given.run,
      zipOf(
        honestFiles(given, {
          project: shop.project,
          shard: { index, total: 2 },
          results: { [`pays ${index}`]: 'passed' },
        }),
      ),
    )
  upload(scene, given.run, zipOf(honestFiles(given, { results: { old: 'failed' } })), { isExpired: true })
  const ended = await shop.main(companionOf(scene, shop, given.run))
  expect(ended.outputs).toMatchObject({ passed: '2', failed: '0', state: 'passed' })
  expect(JSON.parse(ended.outputs.executions ?? '')).toHaveLength(1)
})

test('a re-run of a fork joins what its first attempt left', { tags: 'thorough' }, async () => {
  const shop = makeShop(scene)
  await shop.pushed()
  const given = forkOf(scene, shop)
  const { project } = shop
  upload(scene, given.run, zipOf(honestFiles(given, { project, results: { pays: 'failed' } })))
  const first = await shop.main(companionOf(scene, shop, given.run))
  expect(first.outputs).toMatchObject({ failed: '1' })
  given.run.attempt = 2
  const job = { ...given.job, run: { id: given.run.id, attempt: 2 } }
  upload(scene, given.run, zipOf(honestFiles({ ...given, job }, { project, results: { pays: 'passed' } })))
  const again = await shop.main(companionOf(scene, shop, given.run))
  expect(again.outputs).toMatchObject({ 'execution-id': first.outputs['execution-id'], failed: '0' })
  expect(shop.comments(given.pull)).toHaveLength(1)
})

test('a run with secrets left nothing, and the companion says so and is green', async () => {
  const shop = makeShop(scene)
  const pull = shop.pull()
  const run = addRun(scene.state, shop.repository, { headSha: pull.headSha })
  const ended = await shop.main(companionOf(scene, shop, run))
  expect(ended).toMatchObject({ code: 0, outputs: { 'execution-id': '' } })
  expect(ended.log).toContain('nothing to report')
  expect(ended.commands.filter(({ name }) => name === 'error')).toEqual([])
})

test('a companion without a key, or without the permission to read artifacts, says what it needs', async () => {
  const shop = makeShop(scene)
  const given = forkOf(scene, shop)
  upload(scene, given.run, zipOf(honestFiles(given)))
  const companion = companionOf(scene, shop, given.run)
  expect((await shop.main(companion, { 'api-key': '' })).log).toContain('api-key')
  const blind = addToken(scene.state, { contents: 'read', 'pull-requests': 'write' })
  const ended = await shop.main({ ...companion, token: blind })
  expect(ended.code).toBe(0)
  expect(ended.log + ended.summary).toContain('actions')
  expect(existsSync(companion.temp ?? '')).toBe(true)
})

test('a companion that could not send promises no post step, which has nothing to send', {
  tags: 'thorough',
}, async () => {
  const shop = makeShop(scene)
  const given = forkOf(scene, shop)
  upload(scene, given.run, zipOf(honestFiles(given)))
  const inputs = { url: 'http://127.0.0.1:9', 'timeout-seconds': '8' }
  const ended = await shop.main(companionOf(scene, shop, given.run), inputs)
  expect(ended.log).toMatch(/could not be sent.*Re-run this workflow/)
  expect(ended.log).not.toContain('post step')
})
