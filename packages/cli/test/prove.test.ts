// One file: its tests share one server.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { git } from '@svc/test-kit/git'
import { useServer } from '@svc/test-kit/use-server'
import { expect, onTestFinished, test } from 'vitest'
import { FLAKY, makePlace, VITEST } from './place.ts'
import { main } from './shop.ts'

const server = useServer()

const place = (more: Record<string, string> = {}) => makePlace(server, more)

test('a break of a package of the workspace is proved on the code of the base, nothing is left, and the trials are the verdict', async () => {
  const { folder, run, change, executions, judged, left } = await place()
  change({ 'packages/calc/index.js': 'export const add = (a, b) => a - b\n' })
  const status = git(folder, 'status', '--porcelain')
  const { code, err } = await run(['--prove', '10m', '--', ...VITEST])
  expect(err).toMatch(
    /cart\.test\.js > adds: this change breaks it: it fails in (\d+) of \1 runs here, in 0 of [3-9] on main now/,
  )
  expect(code).toBe(1)
  expect(left()).toEqual([])
  expect(git(folder, 'status', '--porcelain')).toBe(status)
  expect(git(folder, 'worktree', 'list').trim().split('\n')).toHaveLength(1)
  expect(readdirSync(join(folder, '.svc/journal')).filter((name) => name.endsWith('.ndjson'))).toEqual([])
  expect(await executions()).toHaveLength(2)
  const { trials, verdicts } = await judged()
  expect(trials).toMatchObject([
    {
      test: { titles: ['adds'] },
      head: { commit: git(folder, 'rev-parse', 'HEAD').trim(), dirty: false },
      base: { commit: git(folder, 'rev-parse', 'main').trim(), branch: 'main' },
    },
  ])
  expect(trials[0]?.head.command).toMatch(
    /^node node_modules\/vitest\/vitest\.mjs run cart\.test\.js --retry=0/,
  )
  expect(trials[0]?.base.command).toMatch(
    /git worktree add --detach \S+ \w+ && cd \S+ && npm ci .*&& node node_modules\/vitest\/vitest\.mjs run/,
  )
  expect(trials[0]?.trials.some(({ fingerprint }) => fingerprint !== null)).toBe(true)
  expect(verdicts.get('adds')).toMatchObject({ kind: 'mine', basis: { rule: 'proved' } })
})

// The sides are drawn: 1 of 170 draws shows the flake on this side alone, by the rule's stated error.
test('the gate reads the verdict after the trials: a flake that the base has too does not fail it', {
  tags: 'thorough',
  retry: 2,
}, async () => {
  const { folder, run, change, judged } = await place()
  const counter = join(folder, '.svc', 'counter')
  git(folder, 'switch', '-q', 'main')
  writeFileSync(counter, '')
  change({ 'slips.test.js': FLAKY(counter) })
  await run(['--', ...VITEST])
  git(folder, 'switch', '-q', '-c', 'later')
  change({})
  writeFileSync(counter, '.')
  const { err, code } = await run(['--fail-on', 'regressions', '--prove', '10m', '--', ...VITEST])
  expect((await judged()).verdicts.get('slips')).toMatchObject({
    kind: 'known-flake',
    basis: { rule: 'flakes-on-base-now' },
  })
  expect(err).toContain('no failure counts (regressions)')
  expect(code).toBe(0)
})

test('a flake, and a test that breaks on the base too now, are not told to be of this change', {
  tags: 'thorough',
}, async () => {
  const { folder, run, change } = await place()
  const [counter, outage] = [join(folder, '.svc', 'counter'), join(folder, '.svc', 'down')]
  const service = `import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
test('asks the service', () => expect(existsSync(${JSON.stringify(outage)})).toBe(false))
`
  git(folder, 'switch', '-q', 'main')
  writeFileSync(counter, '')
  change({ 'slips.test.js': FLAKY(counter), 'service.test.js': service })
  await run(['--', ...VITEST])
  git(folder, 'switch', '-q', '-c', 'later')
  change({})
  writeFileSync(outage, '')
  writeFileSync(counter, '.')
  const { err } = await run(['--prove', '10m', '--', ...VITEST])
  // The base passed before, so the verdict says less than the trials alone would.
  expect(err).toMatch(
    /service\.test\.js > asks the service: possibly caused by this change: It failed in (\d+) of \1 trials here/,
  )
  expect(err).not.toContain('asks the service: it fails on main too')
  expect(err).toMatch(/slips\.test\.js > slips: (?:it is flaky|.*(?:New flake|fails and passes))/)
})

test('what cannot be repeated is said with its reason', { tags: 'thorough' }, async () => {
  const { folder, run, change } = await place()
  change({ 'packages/calc/index.js': 'export const add = (a, b) => a - b\n' })
  const script = join(folder, 'run-tests.mjs')
  writeFileSync(
    script,
    "import { spawnSync } from 'node:child_process'\nprocess.exit(spawnSync('npx', ['vitest', 'run'], { stdio: 'inherit' }).status)\n",
  )
  const hidden = ['--', 'node', script]
  const { err, code } = await run(['--prove', '10m', ...hidden])
  expect(err).toContain('--rerun-command names a command that does')
  expect(code).toBe(1)
  const named = await run(['--prove', '10m', '--rerun-command', 'npm test', ...hidden])
  expect(named.err).toContain('this change breaks it')
  change({ 'package-lock.json': '{}' })
  const other = await run(['--prove', '10m', '--setup', 'exit 3', '--', ...VITEST])
  expect(other.err).toContain('exit 3 ended with 3 on the base')
  change({ 'new.test.js': "import { test } from 'vitest'\ntest('new', () => { throw new Error('new') })\n" })
  // Nothing is installed on the base.
  const uninstalled = ['--prove', '10m', '--setup', 'true', '--rerun-command', 'vitest run']
  const fresh = await run([...uninstalled, '--', ...VITEST])
  expect(fresh.err).toMatch(/new\.test\.js > new: it fails in \d of \d runs here; \w+ has no valid run/)
})

test('paths of this tree lead into each side, and nothing of trials is written here', {
  tags: 'thorough',
}, async () => {
  const { folder, run, change } = await place({
    'alias.mjs':
      "export default { resolve: { alias: { sum: process.env.TREE + '/packages/calc/index.js' } } }\n",
    'sum.test.js':
      "import { writeFileSync } from 'node:fs'\nimport { add } from 'sum'\nimport { expect, test } from 'vitest'\ntest('sums', () => {\n  writeFileSync('node_modules/calc-state', process.cwd())\n  writeFileSync('state', 'x')\n  expect(add(1, 2)).toBe(3)\n})\n",
    'vitest.config.mjs':
      "import alias from './alias.mjs'\nexport default { ...alias, test: { reporters: ['default', '@svc/vitest'] } }\n",
  })
  const vitest = ['env', `TREE=${folder}`, 'npx', 'vitest', 'run', '--root', folder, 'sum']
  git(folder, 'switch', '-q', 'main')
  await run(['--', ...vitest])
  git(folder, 'switch', '-q', 'feature')
  change({ 'packages/calc/index.js': 'export const add = (a, b) => a - b\n' })
  await run(['--', ...vitest])
  writeFileSync(join(folder, 'state'), 'before')
  writeFileSync(join(folder, 'node_modules/calc-state'), 'before')
  const { err } = await run(['--prove', '10m', '--', ...vitest])
  // The test writes into the tree, so the trials stay here, and say no cause.
  expect(err).toMatch(/sum\.test\.js > sums: it fails in (\d+) of \1 runs here, in 0 of \d+ on main now/)
  // The command itself writes them, once.
  expect(readFileSync(join(folder, 'state'), 'utf8')).toBe('x')
  expect(readFileSync(join(folder, 'node_modules/calc-state'), 'utf8')).toBe(folder)
})

test('worktrees of the user stay, whatever their names, and a hook does not lose its index', {
  tags: 'thorough',
}, async () => {
  const { folder, run, change } = await place()
  const beside = mkdtempSync(join(tmpdir(), 'svc-user-'))
  onTestFinished(() => rmSync(beside, { recursive: true, force: true }))
  const [alike, away] = [join(beside, 'svc-base-2026q4'), join(beside, 'away')]
  git(folder, 'worktree', 'add', '-q', '-b', 'other', alike)
  git(folder, 'worktree', 'add', '-q', '-b', 'away', away)
  writeFileSync(join(alike, 'notes.txt'), 'mine')
  renameSync(away, `${away}-2`)
  change({ 'packages/calc/index.js': 'export const add = (a, b) => a - b\n' })
  const hook = join(folder, '.git', 'index-of-a-hook')
  copyFileSync(join(folder, '.git', 'index'), hook)
  const before = readFileSync(hook)
  const { err } = await run(['--prove', '10m', '--', 'env', ...VITEST], {
    GIT_INDEX_FILE: hook,
    GIT_DIR: join(folder, '.git'),
  })
  expect(err).toContain('this change breaks it')
  expect(readFileSync(hook)).toEqual(before)
  renameSync(`${away}-2`, away)
  expect(readFileSync(join(alike, 'notes.txt'), 'utf8')).toBe('mine')
  expect(git(away, 'status', '--porcelain')).toBe('')
})

test('Ctrl-C ends the trials, removes the trees, sends what was learned, and keeps the exit code of the command', async () => {
  const { folder, change, env, left, executions, judged } = await place()
  change({
    'cart.test.js':
      "import { test } from 'vitest'\ntest('adds', async () => { await new Promise((done) => setTimeout(done, 300)); throw new Error('no') })\n",
  })
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(
    process.execPath,
    [main, 'run', '--fail-on', 'regressions', '--prove', '10m', '--', ...VITEST],
    {
      cwd: folder,
      env: { PATH, HOME, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  await new Promise<void>((resolve) =>
    child.stderr.on('data', (text) => {
      said += String(text)
      if (/failed here/.test(said)) resolve()
    }),
  )
  // Meanwhile, trials of another machine excuse the failure.
  const [newest] = await executions()
  const both = Array.from({ length: 40 }, (_, at) => ({
    side: at % 2 === 0 ? 'head' : 'base',
    result: at % 4 < 2 ? 'failed' : 'passed',
    durationMs: 1,
  }))
  const answer = await fetch(`${server.url}/api/experiments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ execution: newest?.id, experiments: [experimentOf(folder, both)] }),
  })
  expect(await answer.text()).toContain('"success":true')
  child.kill('SIGINT')
  const [code] = await once(child as ChildProcess, 'exit')
  expect(said).toContain('are part of the verdict')
  expect(said).not.toContain('becomes 0')
  expect(code).toBe(1)
  expect(left()).toEqual([])
  expect(git(folder, 'worktree', 'list').trim().split('\n')).toHaveLength(1)
  expect(existsSync(join(folder, 'node_modules', 'calc', 'index.js'))).toBe(true)
  const { trials, verdicts } = await judged()
  expect(trials).toMatchObject([{ test: { titles: ['adds'] } }, { test: { titles: ['adds'] } }])
  expect(verdicts.get('adds')).toMatchObject({ kind: 'known-flake' })
})

const experimentOf = (folder: string, trials: object[]) => {
  const commitOf = (name: string) => git(folder, 'rev-parse', name).trim()
  return {
    id: randomUUID(),
    purpose: 'proof',
    test: {
      file: 'cart.test.js',
      titles: ['adds'],
      variant: '',
      leg: `${process.platform}-${process.arch}-node${process.versions.node.split('.')[0]}`,
    },
    alike: 1,
    head: { commit: commitOf('HEAD'), dirty: false, command: 'npx vitest run' },
    base: { commit: commitOf('main'), branch: 'main', isOlder: true, command: 'npx vitest run' },
    machine: 'another',
    startedAt: new Date().toISOString(),
    trials,
  }
}
