// @module-tag thorough
import { describe, expect, test } from 'vitest'
import { shownAnnotations } from './command-files.ts'
import { forkOf } from './forks.ts'
import { PERMISSIONS } from './github/state.ts'
import { makeFolder } from './journals.ts'
import { makeShop, useScene } from './scene.ts'
import { addToken } from './world.ts'

// Results that nothing could be compared with: nobody takes a green step for tests that passed.

const scene = useScene()
const DOWN = { url: 'http://127.0.0.1:9' }
const NO_KEY = { 'api-key': '' }

const opened = () => {
  const shop = makeShop(scene)
  const pull = shop.pull({ files: [{ filename: 'pay.test.js', status: 'modified' }] })
  const job = shop.jobOf(shop.opened(pull))
  shop.keep(job, { results: { pays: 'failed', refunds: 'passed', ships: 'flaky', waits: 'skipped' } })
  return { shop, pull, job }
}

const LOCAL = { passed: '1', failed: '1', flaky: '1', skipped: '1' }
const UNKNOWN = { regressions: '', mine: '', 'new-failures': '', verdict: '', state: '' }
const NOTHING = { passed: '', failed: '', flaky: '', skipped: '' }

describe.each([
  ['our server is down', DOWN],
  ['there is no key', NO_KEY],
])('%s', (_, inputs) => {
  test('outputs, summary and annotations are what the job itself knows', async () => {
    const { shop, job } = opened()
    const ended = await shop.main(job, inputs)
    expect(ended, ended.raw).toMatchObject({ code: 0, outputs: { ...LOCAL, ...UNKNOWN, executions: '[]' } })
    expect(ended.summary).toContain('1 failure')
    expect(ended.summary).toContain('pays')
    expect(shownAnnotations(ended.commands).map(({ properties }) => properties.file)).toContain('pay.test.js')
    for (const text of [ended.log, ended.summary]) {
      expect(text).toMatch(/1 failure in the results of this job/)
      expect(text).toMatch(/do not fail this step/)
    }
  })

  test.each([
    ['failures', 1],
    ['new-failures', 0],
    ['regressions', 0],
    ['never', 0],
  ])('fail-on: %s ends with %i', async (failOn, code) => {
    const { shop, job } = opened()
    expect((await shop.main(job, { ...inputs, 'fail-on': failOn })).code).toBe(code)
  })

  test('what passed fails nothing, and what nobody knows is empty', async () => {
    const shop = makeShop(scene)
    const job = shop.jobOf(shop.opened(shop.pull()))
    const none = await shop.main(job, { ...inputs, 'fail-on': 'failures' })
    expect(none, none.raw).toMatchObject({ code: 0, outputs: { ...NOTHING, ...UNKNOWN } })
    shop.keep(job)
    const fine = await shop.main(job, { ...inputs, 'fail-on': 'failures' })
    expect(fine).toMatchObject({ code: 0, outputs: { passed: '1', failed: '0' } })
    expect(fine.log).not.toContain('do not fail this step')
  })

  test('the post step does not tell it again', async () => {
    const { shop, job } = opened()
    const { state } = await shop.main(job, inputs)
    expect((await shop.post(job, inputs, { state })).summary).toBe('')
  })
})

test('results that arrived and could not be compared are counted by the job', async () => {
  const { shop, job } = opened()
  shop.keep(job, { suite: 'e2e', results: { scrolls: 'failed' }, open: { trust: 'nobody' as 'ci' } })
  const ended = await shop.main(job, { 'fail-on': 'failures' })
  expect(ended).toMatchObject({ code: 1, outputs: { failed: '2' } })
  expect(ended.log).toContain('moved aside')
  expect(ended.summary).toContain('scrolls')
})

test('a run of Dependabot: its own results are judged where all failures are, and else it says they are not', async () => {
  const { shop, job } = opened()
  const dependabot = {
    ...job,
    token: addToken(scene.state, PERMISSIONS.fork),
    env: { GITHUB_ACTOR: 'dependabot[bot]' },
    temp: makeFolder(),
  }
  const green = await shop.main(dependabot, NO_KEY)
  expect(green).toMatchObject({ code: 0, outputs: { ...LOCAL, ...UNKNOWN } })
  expect(green.log + green.summary).toMatch(/1 failure in the results of this job.*do not fail this step/s)
  const again = await shop.post(dependabot, NO_KEY, { state: green.state })
  expect(again.summary).toBe('')
  expect((await shop.main(dependabot, { ...NO_KEY, 'fail-on': 'failures' })).code).toBe(1)
  const fork = forkOf(scene, shop)
  shop.keep(fork.job, { results: { pays: 'failed' } })
  expect((await shop.main(fork.job, { ...NO_KEY, 'fail-on': 'failures' })).code).toBe(1)
})

test('the first run of all fails on a failure, and says that nothing could be compared', async () => {
  const { shop, job } = opened()
  const ended = await shop.main(job)
  expect(ended).toMatchObject({ code: 1, outputs: { ...LOCAL, regressions: '', verdict: 'no-base-failed' } })
  expect(ended.log).toMatch(/Gate failed \(regressions\): .*1 failure and no run to compare with/)
  expect(ended.summary).toContain('no base run')
})

test('a change that renames its suite does not get around the gate', async () => {
  const { shop, job } = opened()
  await shop.pushed({ suite: 'unit' })
  const renamed = { ...job, workspace: makeFolder() }
  shop.keep(renamed, { suite: 'units', results: { pays: 'failed' } })
  expect(await shop.main(renamed)).toMatchObject({ code: 1, outputs: { verdict: 'no-base-failed' } })
})
