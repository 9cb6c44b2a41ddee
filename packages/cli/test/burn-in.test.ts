// One file: its tests share one server.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { git } from '@svc/test-kit/git'
import { NODE_CACHE } from '@svc/test-kit/node-cache'
import { useServer } from '@svc/test-kit/use-server'
import { expect, onTestFinished, test } from 'vitest'
import { FLAKY, makePlace, VITEST } from './place.ts'
import { hasTerminal, main, onTerminal } from './shop.ts'

const server = useServer()

const place = () => makePlace(server)
const NEEDS_ORDER = `import { expect, test } from 'vitest'
let isReady = false
test('prepares', () => { isReady = true })
for (let n = 0; n < 8; n++) test('uses ' + n, () => expect(isReady).toBe(true))
`

test('a new flaky test is found, named with its counts, and fails the gate', async () => {
  const { folder, run, change, env, left, judged } = await place()
  const counter = join(folder, '.svc', 'counter')
  writeFileSync(counter, '')
  change({ 'slips.test.js': FLAKY(counter) })
  const { code, err } = await run(['--burn-in', '3m', '--fail-on', 'new-flaky', '--', ...VITEST])
  expect(err).toContain('Repeating 1 new or changed test of 1 file, at most 180 s')
  expect(err).toMatch(/slips\.test\.js > slips: new test, failed \d+ of \d+ on the same code/)
  expect(err).toContain('Gate failed (new-flaky): a new or changed test is flaky')
  expect(code).toBe(1)
  expect(left()).toEqual([])
  expect(git(folder, 'worktree', 'list').trim().split('\n')).toHaveLength(1)
  expect(git(folder, 'status', '--porcelain')).toBe('')
  // The server has the trials, and says the same in its headline.
  const { trials } = await judged()
  expect(trials).toMatchObject([
    {
      purpose: 'burn-in',
      test: { titles: ['slips'] },
      head: { commit: git(folder, 'rev-parse', 'HEAD').trim(), dirty: false },
      base: null,
    },
  ])
  expect(trials[0]?.trials.map(({ result }) => result)).toEqual(expect.arrayContaining(['failed', 'passed']))
  expect(err).toMatch(/⚠️ Nothing broke, but new test "slips" failed \d+ of \d+ on the same code · .* → http/u)
  const compared = spawnSync(process.execPath, [main, 'compare'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...NODE_CACHE, ...env },
    encoding: 'utf8',
  })
  expect(compared.stdout).toMatch(
    /Flaky in the burn-in: 1\n {2}- slips\n {4}slips\.test\.js\n {4}new test, failed \d+ of \d+ on the same code\n/,
  )
})

test('steady tests take the time and pass, and one that needs its place in the file is not called flaky', {
  tags: 'thorough',
}, async () => {
  const { folder, run, change } = await place()
  change({ 'order.test.js': NEEDS_ORDER })
  const startedAt = performance.now()
  const { code, err } = await run(['--burn-in', '30s', '--fail-on', 'regressions,new-flaky', '--', ...VITEST])
  expect(err).toMatch(
    /order\.test\.js > uses \d: new test, which depends on the order of the tests in its file/,
  )
  expect(err).toMatch(/burn-in: \d+ runs in \d+ s; of 9 new or changed tests 0 are newly flaky/)
  expect(code).toBe(0)
  expect(performance.now() - startedAt).toBeGreaterThan(27_000)
  expect(readFileSync(join(folder, 'order.test.js'), 'utf8')).toBe(NEEDS_ORDER)
})

test('a changed test is repeated, and what cannot be repeated is said', { tags: 'thorough' }, async () => {
  const { folder, run, change } = await place()
  const nothing = await run(['--burn-in', '10m', '--', ...VITEST])
  expect(nothing.err).toContain('no burn-in: no test is new or changed')
  const counter = join(folder, '.svc', 'counter')
  writeFileSync(counter, '')
  change({ 'cart.test.js': FLAKY(counter).replace("'slips'", "'adds'") })
  const hidden = join(folder, '..', `${folder.split('/').at(-1)}-run.mjs`)
  writeFileSync(
    hidden,
    "import { spawnSync } from 'node:child_process'\nprocess.exit(spawnSync('npx', ['vitest', 'run'], { stdio: 'inherit' }).status)\n",
  )
  const lost = await run(['--burn-in', '10m', '--', 'node', hidden])
  expect(lost.err).toContain('--rerun-command names a command that does')
  expect(lost.code).toBe(0)
  writeFileSync(counter, '')
  const changed = await run(['--burn-in', '10m', '--rerun-command', 'npx vitest run', '--', 'node', hidden])
  expect(changed.err).toMatch(/cart\.test\.js > adds: changed test, failed \d+ of \d+ on the same code/)
  // Without the gate, the exit code is that of the command.
  expect(changed.code).toBe(0)
  expect((await run(['--fail-on', 'new-flaky', '--', ...VITEST])).code).toBe(2)
})

test('Ctrl-C ends the burn-in with the exit code of the command, and nothing is left', async () => {
  const { folder, change, env, left } = await place()
  change({
    'steady.test.js':
      "import { test } from 'vitest'\ntest('waits', async () => { await new Promise((done) => setTimeout(done, 300)) })\n",
  })
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [main, 'run', '--burn-in', '10m', '--', ...VITEST], {
    cwd: folder,
    env: { PATH, HOME, ...NODE_CACHE, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  await new Promise<void>((resolve) =>
    child.stderr.on('data', (text) => {
      said += String(text)
      if (/Repeating/.test(said)) resolve()
    }),
  )
  await expect
    .poll(() => left().some((name) => name.startsWith('svc-trial-')), { timeout: 120_000 })
    .toBe(true)
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(left()).toEqual([])
  expect(git(folder, 'worktree', 'list').trim().split('\n')).toHaveLength(1)
})

test.skipIf(!hasTerminal)('a terminal shows how it goes in one line', { tags: 'thorough' }, async () => {
  const { folder, change, env } = await place()
  change({ 'steady.test.js': "import { test } from 'vitest'\ntest('is steady', () => {})\n" })
  const shown = onTerminal(folder, ['run', '--burn-in', '15s', '--', ...VITEST], env)
  expect(shown).toMatch(/svc: {3}\d+ runs?, \d+ s left, \d+\.\d s for steady\.test\.js/)
})
