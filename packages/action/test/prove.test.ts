// @module-tag thorough
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeOrigin, runTests } from './checkout.ts'
import { pullRequestEvent, pushEvent } from './events.ts'
import { makeFolder } from './journals.ts'
import { makeShop, useScene } from './scene.ts'
import { addPull } from './world.ts'

const scene = useScene()

const CONFIG = "export default { test: { reporters: ['default', '@svc/vitest'] } }\n"
const TESTS = `import { expect, test } from 'vitest'
import { add } from './sum.js'
test('adds', () => { expect(add(1, 1)).toBe(2) })
test('sees no secret of the step', () => {
  expect(Object.keys(process.env).filter((name) => /^INPUT_|^SVC_API_KEY$|^GITHUB_OUTPUT$/.test(name) && process.env[name])).toEqual([])
})
`

/** Fails in every second run, first in the second. */
const SLIPS = (path: string) => `import { appendFileSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
test('slips', () => {
  appendFileSync(${JSON.stringify(path)}, '.')
  expect(readFileSync(${JSON.stringify(path)}, 'utf8').length % 2).toBe(1)
})
`

test('failed tests of a job are repeated here and on the base, and new ones here', async () => {
  const shop = makeShop(scene)
  const { repository, place } = shop
  const origin = makeOrigin(scene.state, repository)
  const job = async (sha: string, event: ReturnType<typeof pushEvent>, more: Record<string, string> = {}) => {
    const project = origin.checkout(sha)
    onTestFinished(() => project.remove())
    const context = shop.jobOf(event, { workspace: project.folder })
    await runTests(project, context)
    return shop.main(context, more)
  }
  const files = {
    '.gitignore': 'node_modules\nreport.json\n',
    'vitest.config.mjs': CONFIG,
    'sum.test.js': TESTS,
  }
  const base = origin.commit('main', { ...files, 'sum.js': 'export const add = (a, b) => a + b\n' })
  await job(base, pushEvent(place, 'main', shop.base, base), { 'fail-on': 'never' })
  const broken = origin.commit('feature', {
    'sum.js': 'export const add = (a, b) => a - b\n',
    'slips.test.js': SLIPS(join(makeFolder(), 'runs')),
  })
  const pull = addPull(repository, { headSha: broken, baseSha: base })
  const mergeSha = origin.merge(base, broken)
  const ended = await job(mergeSha, pullRequestEvent(place, pull, { mergeSha }), {
    prove: '10',
    'burn-in': '5',
    'max-new-flaky': '0',
    'rerun-command': 'node node_modules/vitest/vitest.mjs run',
  })
  expect(ended.log).toMatch(
    /sum\.test\.js > adds: this change breaks it: it fails in (\d+) of \1 runs here, in 0 of [3-9] on main now/,
  )
  expect(ended.summary).toContain('Repeated here and on')
  expect(ended.summary).not.toContain('sees no secret')
  expect(ended.log).toMatch(/slips\.test\.js > slips: new test, failed \d+ of \d+ on the same code/)
  expect(ended.log).toContain('new or changed tests are flaky in the burn-in, and max-new-flaky is 0')
  expect(ended.code).toBe(1)
  // The server has the trials, and what it says with them is what the job publishes.
  expect(ended.log).toContain('the trials of 1 test are part of the verdict')
  expect(ended.log).toMatch(
    /after the trials: ❌ This change broke 1 test; new test "slips" failed \d+ of \d+ on the same code/,
  )
  expect(ended.summary).toMatch(/### ❌ This change broke 1 test; new test "slips" failed \d+ of \d+/)
})
