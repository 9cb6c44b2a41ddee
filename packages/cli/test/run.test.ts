// One file: its tests share one server.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { git } from '@svc/test-kit/git'
import { NODE_CACHE } from '@svc/test-kit/node-cache'
import { useServer } from '@svc/test-kit/use-server'
import { expect, onTestFinished, test } from 'vitest'
import { commitAll, goodSetup, link } from './set-up.ts'
import { main, runNode, svc } from './shop.ts'

const server = useServer()

/** Writes a report, and ends with a code, as pytest does. */
const PYTEST = `#!/usr/bin/env node
require('fs').writeFileSync('r.xml', process.argv[2])
process.exit(Number(process.argv[3]))
`

const VITEST = ['node', 'node_modules/vitest/vitest.mjs', 'run']

/** A repository with a failing test `old`, of which the server knows nothing. */
const bare = (more: Record<string, string | object> = {}) => {
  const folder = goodSetup({
    'old.test.js': "import { expect, test } from 'vitest'\ntest('old', () => expect(1).toBe(2))\n",
    'cart.test.js':
      "import { expect, test } from 'vitest'\nimport { add } from './cart.js'\ntest('adds', () => expect(add(1, 2)).toBe(3))\n",
    'cart.js': 'export const add = (a, b) => a + b\n',
    ...more,
  })
  git(folder, 'init', '-q', '-b', 'main')
  commitAll(folder)
  git(folder, 'remote', 'add', 'origin', 'git@github.com:acme/shop.git')
  const project = folder.split('-').at(-1)?.toLowerCase() ?? ''
  const env = { SVC_API_KEY: server.apiKey, SVC_URL: server.url, SVC_PROJECT: `p${project}` }
  const run = (args: string[], given: Record<string, string> = {}) =>
    svc(folder, ['run', ...args], { ...env, ...given })
  const change = (files: Record<string, string>) => {
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text)
    git(folder, 'commit', '-q', '-a', '--allow-empty', '-m', 'change')
  }
  return { folder, run, change, env }
}

/** Such a repository whose main has run; a branch is checked out. */
const place = async (more: Record<string, string | object> = {}) => {
  const made = bare(more)
  await made.run(['--', ...VITEST])
  git(made.folder, 'switch', '-q', '-c', 'feature')
  return made
}

test('a failure that the base has does not fail the command; one of this change does', async () => {
  const { run, change } = await place()
  change({ 'cart.js': 'export const add = (a, b) => b + a\n' })
  const kept = await run(['--', ...VITEST])
  expect(kept.code).toBe(1)
  expect(kept.err).toContain('svc: ')
  const fine = await run(['--fail-on', 'regressions', '--', ...VITEST])
  expect(fine.err).toContain('so the exit code 1 of the command becomes 0')
  expect(fine.code).toBe(0)
  expect(fine.out).toContain('1 failed')
  change({ 'cart.js': 'export const add = (a, b) => a - b\n' })
  const broken = await run(['--fail-on', 'regressions', '--', ...VITEST])
  expect(broken.err).toMatch(/Gate failed \(regressions\): 1 failure caused/)
  expect(broken.code).toBe(1)
})

test('in doubt, the exit code of the command stays, and a line says why', async () => {
  const { folder, run, change } = await place({
    'load.test.js': 'throw new Error("no")\n',
    'two.test.js':
      "import { expect, test } from 'vitest'\ntest('one', () => expect(1).toBe(2))\ntest('two', () => {})\n",
  })
  const gate = ['--fail-on', 'regressions', '--']
  const doubt = async (command: string[], env: Record<string, string>, because: string) => {
    const { code, err } = await run([...gate, ...command], env)
    expect(err).toContain(`the exit code stays: ${because}`)
    return code
  }
  expect(await doubt(VITEST, { SVC_API_KEY: '' }, 'no svc reporter sent results')).toBe(1)
  expect(await doubt(VITEST, { SVC_URL: 'http://127.0.0.1:9' }, 'the results were not sent')).toBe(1)
  expect(await doubt(VITEST, {}, 'there are failures outside of tests')).toBe(1)
  const bailed = await run([...gate, ...VITEST, 'two', '--bail=1'])
  expect(bailed.err).toMatch(
    /Gate failed \(regressions\): .*not all tests ran \(1 test did not run: bail ended the run\): run them all/,
  )
  expect(bailed.code).toBe(1)
  const exit = (code: number) => ['node', '-e', `process.exit(${code})`]
  expect(await doubt(exit(7), {}, 'the command ended with 7')).toBe(7)
  expect(await doubt(exit(1), {}, 'no svc reporter sent results')).toBe(1)
  const removes = "require('fs').rmSync(process.env.SVC_RECEIPTS, { recursive: true }); process.exit(1)"
  expect(await doubt(['node', '-e', removes], {}, 'no svc reporter sent results')).toBe(1)
  const killed = `import { test } from 'vitest'\ntest('ends all', () => process.kill(process.ppid, 'SIGKILL'))\n`
  change({ 'cart.test.js': killed })
  const died = await run([...gate, ...VITEST, 'cart', '--pool=forks'])
  // It ends as its command did: by the signal.
  expect(died.code).toBe(null)
  const coverage = "process.on('exit', () => { process.exitCode = 1 })\nexport {}\n"
  writeFileSync(join(folder, 'threshold.mjs'), coverage)
  change({ 'cart.test.js': "import { test } from 'vitest'\ntest('adds', () => {})\n" })
  expect(
    await doubt(
      ['node', '--import', './threshold.mjs', ...VITEST.slice(1), 'cart'],
      {},
      'it failed although no test',
    ),
  ).toBe(1)
})

test('a failure on a leg that the base did not run keeps the exit code', async () => {
  const { folder, run, change, env } = bare()
  for (const leg of ['n20', 'n22']) await run(['--', ...VITEST], { SVC_BUILD: 'legs', SVC_LEG: leg })
  // Other jobs of the build might follow, so it waits.
  const [legs] = await server.get<{ id: string }[]>(`/api/executions?project=${env.SVC_PROJECT}&limit=1`)
  await server.get(`/api/executions/${legs?.id}/settle`, 'POST')
  git(folder, 'switch', '-q', '-c', 'later')
  change({ 'cart.js': 'export const add = (a, b) => a - b\n' })
  const { code, err } = await run(['--fail-on', 'regressions', '--', ...VITEST], { SVC_LEG: 'n24' })
  expect(err).toMatch(
    /Gate failed \(regressions\): .*has no result for \("adds" on n24: the base ran on n20, n22 only, not on this leg; a base run on this leg would decide/,
  )
  expect(code).toBe(1)
})

test('what sent no results is not excused: another program, another package, a global teardown', {
  tags: 'thorough',
}, async () => {
  const { folder, run, change } = await place({
    'vitest.config.mjs':
      "export default { test: { reporters: ['default', '@svc/vitest'], globalSetup: process.env.BAD ? './setup.mjs' : [] } }\n",
    'setup.mjs': "export const teardown = () => { throw new Error('no teardown') }\n",
  })
  change({})
  const gate = ['--fail-on', 'regressions', '--']
  const vitest = VITEST.join(' ')
  const doubt = async (command: string[], because: string, env = {}) => {
    const { code, err } = await run([...gate, ...command], env)
    expect(err).toContain(`the exit code stays: ${because}`)
    expect(code).toBe(1)
  }
  expect((await run([...gate, 'sh', '-c', vitest])).code).toBe(0)
  await doubt(['sh', '-c', `${vitest}; node -e 'process.exit(1)'`], `"${vitest}; node`)
  await doubt(VITEST, 'a global teardown failed', { BAD: '1' })
  await doubt(
    ['node', main, 'run', '--fail-on', 'failures', '--', ...VITEST],
    'the command contains another svc run',
  )
  const other = { name: 'other', scripts: { test: "node -e 'process.exit(1)'" } }
  const scripts = { test: 'vitest run' }
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'shop', workspaces: ['other'], scripts }),
  )
  mkdirSync(join(folder, 'other'))
  writeFileSync(join(folder, 'other/package.json'), JSON.stringify(other))
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  symlinkSync('../vitest/vitest.mjs', join(folder, 'node_modules/.bin/vitest'))
  await doubt(['npm', 'test', '-ws', '--include-workspace-root'], 'npm test may run several packages')
  expect((await run([...gate, 'npm', 'test'])).code).toBe(0)
})

test('a failing global teardown of Jest is not excused; one that succeeds is no doubt', async () => {
  const { folder, run } = bare({
    'package.json': {
      name: 'shop',
      jest: {
        reporters: ['default', '@svc/jest'],
        testMatch: ['**/*.jest.js'],
        globalTeardown: './down.cjs',
      },
    },
    'down.cjs': "module.exports = () => { if (process.env.BAD) throw new Error('no teardown') }\n",
    'a.jest.js': "test('jest fails', () => expect(1).toBe(2))\n",
  })
  for (const name of ['jest', '@svc/jest']) link(folder, name)
  const jest = ['node', 'node_modules/jest/bin/jest.js']
  await run(['--', ...jest])
  git(folder, 'switch', '-q', '-c', 'feature')
  git(folder, 'commit', '-q', '--allow-empty', '-m', 'change')
  const gate = ['--fail-on', 'regressions', '--', ...jest]
  const fine = await run(gate)
  expect(fine.err).toContain('so the exit code 1 of the command becomes 0')
  expect(fine.code).toBe(0)
  const failed = await run(gate, { BAD: '1' })
  expect(failed.err).toContain('the exit code stays: a global teardown failed')
  expect(failed.code).toBe(1)
})

test('a second run of the same uncommitted files is not excused by the first', {
  tags: 'thorough',
}, async () => {
  const { folder, run, env } = await place()
  const gate = ['--fail-on', 'regressions', '--', ...VITEST]
  writeFileSync(join(folder, 'cart.js'), 'export const add = (a, b) => a - b\n')
  for (const _ of ['first', 'second']) expect((await run(gate)).code).toBe(1)
  // Of a project that nobody has tested before, the first run is the base of the second.
  const fresh = { SVC_PROJECT: `${env.SVC_PROJECT}-fresh` }
  git(folder, 'switch', '-q', 'main')
  const first = await run(gate, fresh)
  expect(first.err).toContain('the exit code stays: there is no run to compare with')
  const second = await run(gate, fresh)
  expect(second.err).toContain('the exit code stays: the base is a local run of uncommitted files')
  expect([first.code, second.code]).toEqual([1, 1])
  git(folder, 'switch', '-q', 'feature')
  git(folder, 'commit', '-q', '-a', '-m', 'broken')
  await run(['--', ...VITEST])
  git(folder, 'commit', '-q', '--allow-empty', '-m', 'more')
  const later = await run(['--fail-on', 'regressions', '--', ...VITEST])
  expect(later.code).toBe(1)
})

test('a command that succeeds, or cannot start, is as without svc, and nothing is left in the temporary folder', async () => {
  const { folder, run, env } = bare()
  const before = readdirSync(tmpdir()).filter((name) => name.startsWith('svc-run-')).length
  const shown = [
    'node',
    '-p',
    '[process.argv.slice(1), process.env.CI ?? null]',
    'a b',
    '--wait',
    '--json',
    '$HOME',
  ]
  const said = await run(['--', ...shown])
  expect(said).toMatchObject({ code: 0, err: '' })
  expect(said.out).toContain("[ 'a b', '--wait', '--json', '$HOME' ], null")
  const missing = await run(['--', 'no-such-command'])
  expect(missing.code).toBe(127)
  expect(missing.err).toContain('no-such-command was not found')
  const unfound = await run(['--', 'pnpm', 'test'], { PATH: dirname(process.execPath) })
  expect(unfound.err).toContain('run -- npx -y pnpm test')
  writeFileSync(join(folder, 'plain'), '')
  const plain = await run(['--', './plain'])
  expect(plain).toMatchObject({ code: 126, err: expect.stringContaining('chmod +x ./plain') })
  const empty = await run(['--', ''])
  expect(empty).toMatchObject({ code: 127, err: expect.stringContaining('the command is empty') })
  mkdirSync(join(folder, 'tmp'))
  const relative = await run(['--', 'node', '-p', 'process.env.SVC_RECEIPTS'], { TMPDIR: 'tmp' })
  expect(relative.out).toContain(join(folder, 'tmp', 'svc-run-'))
  // Neither the manuals of all commands nor the parts of the language data are made at a start.
  const noSegments = 'data:text/javascript,Intl.Segmenter=class{constructor(){throw Error("made")}}'
  const quick = await runNode(folder, ['--import', noSegments, main, 'run', '--', 'node', '-p', '7'], env)
  expect(quick).toMatchObject({ code: 0, out: '7\n', err: '' })
  expect((await svc(folder, ['run'])).code).toBe(2)
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('svc-run-')).length).toBeLessThanOrEqual(
    before,
  )
})

test('signals reach the command, and the process ends as the command does', async () => {
  const { folder, env } = bare()
  const start = (script: string) => {
    const { PATH = '', HOME = '' } = process.env
    const child = spawn(process.execPath, [main, 'run', '--', 'node', '-e', script], {
      cwd: folder,
      env: { PATH, HOME, ...NODE_CACHE, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    return child
  }
  const lineOf = async (child: ChildProcess) => String((await once(child.stdout ?? child, 'data'))[0])
  const tidy = start(
    "process.on('SIGTERM', () => { console.log('tidied'); process.exit(5) }); console.log('ready'); setInterval(() => {}, 1e6)",
  )
  expect(await lineOf(tidy)).toBe('ready\n')
  tidy.kill('SIGTERM')
  expect(await lineOf(tidy)).toBe('tidied\n')
  expect(await once(tidy, 'exit')).toEqual([5, null])
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const) {
    const plain = start("console.log('ready'); setInterval(() => {}, 1e6)")
    await lineOf(plain)
    plain.kill(signal)
    expect(await once(plain, 'exit')).toEqual([null, signal])
    const kind = start(
      `process.on('${signal}', () => { console.log('told'); process.exit(6) }); console.log('ready'); setInterval(() => {}, 1e6)`,
    )
    await lineOf(kind)
    kind.kill(signal)
    expect(await lineOf(kind)).toBe('told\n')
    expect(await once(kind, 'exit')).toEqual([6, null])
  }
})

test('report files that the command writes are sent and judged; older ones are not', async () => {
  const { folder, run, change } = bare({ pytest: PYTEST, '.gitignore': 'node_modules\n*.xml\n' })
  const report = (status: string) =>
    `<testsuites><testsuite name="py"><testcase name="pays" classname="a" file="a.py">${status}</testcase></testsuite></testsuites>`
  const failing = report('<failure message="AssertionError: no">no</failure>')
  const write = (text: string, code: number) => ['node', 'pytest', text, String(code)]
  const gate = ['--reports', '*.xml', '--suite', 'py', '--fail-on', 'regressions', '--']
  await run([...gate, ...write(failing, 1)])
  git(folder, 'switch', '-q', '-c', 'feature')
  change({})
  const fine = await run([...gate, ...write(failing, 1)])
  expect(fine.err).toContain('the exit code 1 of the command becomes 0')
  expect(fine.code).toBe(0)
  const none = await run([...gate, 'node', '-e', 'process.exit(1)'])
  expect(none.err).toContain('the command wrote no file that matches *.xml')
  expect(none.code).toBe(1)
  const doubt = async (command: string[], because: string) => {
    const { code, err } = await run([...gate, ...command])
    expect(err).toContain(`the exit code stays: ${because}`)
    expect(code).toBe(1)
  }
  await doubt([...write(failing, 1), '-x'], '-x ends the run at a failure')
  await doubt(['sh', '-c', `node pytest '${failing}' 0; exit 1`], '"node pytest')
  await doubt(write(failing.slice(0, -30), 1), 'a report is broken or missing')
  writeFileSync(join(folder, 'r2.xml'), failing)
  await doubt(write(failing, 1), 'the command did not write r2.xml anew')
})
