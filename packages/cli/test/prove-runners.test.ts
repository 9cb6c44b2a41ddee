// @module-tag thorough
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { journalFolder, outcomesOf } from '@svc/client/wrapped'
import { type FailedTest, prove } from '@svc/prove'
import { freePort } from '@svc/test-kit/free-port'
import { git } from '@svc/test-kit/git'
import { describe, expect, onTestFinished, test } from 'vitest'
import { commitAll, makeSetup } from './set-up.ts'

interface RunnerCase {
  /** Packages of the runner and its reporter. */
  installed: string[]
  /** The program, relative to the modules. */
  program: string
  bin: string
  words: string[]
  files: Record<string, string>
  /** The name of a file of tests. */
  file: (name: string) => string
  /** The text of a file of tests. */
  text: (imports: string, tests: string) => string
}

const RUNNERS: Record<string, RunnerCase> = {
  jest: {
    installed: ['jest', '@svc/jest'],
    program: 'jest/bin/jest.js',
    bin: 'jest',
    words: ['npx', '--no', 'jest', '--runInBand'],
    files: { 'jest.config.js': "module.exports = { reporters: ['default', '@svc/jest'] }\n" },
    file: (name) => `${name}.test.js`,
    text: (imports, tests) => `${imports}\n${tests}\n`,
  },
  playwright: {
    installed: ['@playwright/test', '@svc/playwright'],
    program: '@playwright/test/cli.js',
    bin: 'playwright',
    words: ['npx', '--no', 'playwright', 'test', '--workers=1'],
    files: {
      'playwright.config.js':
        "module.exports = { reporter: [['list'], ['@svc/playwright']], testDir: '.' }\n",
    },
    file: (name) => `${name}.spec.js`,
    text: (imports, tests) => `const { test, expect } = require('@playwright/test')\n${imports}\n${tests}\n`,
  },
}

const CALC = {
  'packages/calc/package.json': '{ "name": "calc", "main": "./index.js" }\n',
  'packages/calc/index.js': 'exports.add = (a, b) => a + b\n',
}

/** A repository of one runner on a commit of its base; the modules are there. */
const makePlace = (runner: RunnerCase, files: Record<string, string>) => {
  const folder = makeSetup(
    {
      '.gitignore': 'node_modules\n.svc\nleft\ntest-results\n',
      'package.json': { name: 'shop', private: true, workspaces: ['packages/*'] },
      ...runner.files,
      ...CALC,
      ...files,
    },
    runner.installed,
  )
  const bin = join(folder, 'node_modules', '.bin')
  mkdirSync(bin, { recursive: true })
  symlinkSync(join('..', runner.program), join(bin, runner.bin))
  symlinkSync('../packages/calc', join(folder, 'node_modules', 'calc'))
  commitAll(folder)
  git(folder, 'branch', '-q', '-M', 'main')
  const sha = git(folder, 'rev-parse', 'HEAD').trim()
  const temporary = realpathSync(mkdtempSync(join(tmpdir(), 'svc-place-')))
  onTestFinished(() => rmSync(temporary, { recursive: true, force: true }))
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, TMPDIR: temporary }
  const change = (changed: Record<string, string>) => {
    for (const [path, text] of Object.entries(changed)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    git(folder, 'add', '-A')
    git(folder, 'commit', '-q', '--allow-empty', '-m', 'change')
  }
  /** Runs all tests once, as the user does, and gives the failures. */
  const failures = async (): Promise<FailedTest[]> => {
    const own = mkdtempSync(join(temporary, 'run-'))
    const [program = '', ...args] = runner.words
    const ran = spawnSync(program, args, {
      cwd: folder,
      env: { ...env, SVC_TRIAL: own, SVC_LOGIN: '0' },
      encoding: 'utf8',
    })
    const journals = readdirSync(journalFolder(own)).filter((name) => name.endsWith('.ndjson'))
    expect(journals, `${ran.stdout}${ran.stderr}`).not.toEqual([])
    const { tests } = await outcomesOf(journals.map((name) => join(journalFolder(own), name)))
    return tests.filter(({ result }) => result === 'failed')
  }
  const proveAll = async (
    failed: FailedTest[],
    more: Partial<Pick<Parameters<typeof prove>[0], 'setup' | 'copies' | 'since' | 'onStop'>> = {},
  ) => {
    const { copies = [], ...others } = more
    const proven = await prove({
      failures: failed,
      words: runner.words,
      folder,
      root: folder,
      base: { sha },
      seconds: 600,
      copies,
      env,
      onStop: () => () => undefined,
      ...others,
    })
    expect(git(folder, 'worktree', 'list').trim().split('\n')).toHaveLength(1)
    return 'reason' in proven
      ? proven.reason
      : proven.proofs.map(({ test: { titles }, finding, reason }) => [
          titles.join(' > '),
          finding,
          ...(reason === undefined ? [] : [reason]),
        ])
  }
  return { folder, temporary, change, failures, proveAll }
}

describe.each(['jest', 'playwright'])('%s', (name) => {
  const runner = RUNNERS[name] as RunnerCase
  const { file, text } = runner
  const calc = text("const { add } = require('calc')", "test('adds', () => { expect(add(1, 2)).toBe(3) })")

  test('a break of a package of the workspace is proved, and a broken base is seen', async () => {
    const place = makePlace(runner, {
      [file('calc')]: calc,
      [file('old')]: text('', "test('is old', () => { expect('old').toBe('broken') })"),
    })
    place.change({ 'packages/calc/index.js': 'exports.add = (a, b) => a - b\n' })
    const failed = await place.failures()
    expect((await place.proveAll(failed)).toString()).toBe(
      [
        ['adds', 'proved'],
        ['is old', 'fails-on-base-now'],
      ].toString(),
    )
  })

  test('a flake is not of this change, and a test that a neighbour pollutes is not cleared', async () => {
    const counter = join(realpathSync(mkdtempSync(join(tmpdir(), 'svc-count-'))), 'count')
    writeFileSync(counter, '')
    const slips = `const fs = require('fs')\ntest('slips', () => { fs.appendFileSync(${JSON.stringify(counter)}, '.'); expect(fs.readFileSync(${JSON.stringify(counter)}, 'utf8').length % 2).toBe(0) })`
    const victim = "test('is clean', () => { expect(require('fs').existsSync('left')).toBe(false) })"
    const place = makePlace(runner, {
      [file('slips')]: text('', slips),
      [file('z-victim')]: text('', victim),
    })
    // Jest starts with the largest file, Playwright with the first.
    const pollutes = "test('pollutes', () => { require('fs').writeFileSync('left', '') })"
    place.change({ [file('a-polluter')]: text(`// ${'x'.repeat(2_000)}`, pollutes) })
    const failed = await place.failures()
    const found = Object.fromEntries(
      ((await place.proveAll(failed)) as string[][]).map(([title, finding]) => [title, finding]),
    )
    expect(found.slips ?? 'flake').toMatch(/^(?:flake|flaky-here)$/)
    // What the polluter left here is in no trial: with it, this tree would fail and the base pass.
    expect(found['is clean']).toBe('passes-alone')
  })
})

test.skipIf(process.platform === 'win32')(
  'the web server that Playwright started ends with a trial that is stopped',
  async () => {
    const place = realpathSync(mkdtempSync(join(tmpdir(), 'svc-pid-')))
    onTestFinished(() => rmSync(place, { recursive: true, force: true }))
    const [pid, ready] = [join(place, 'pid'), join(place, 'ready')]
    const port = await freePort()
    const { proveAll } = makePlace(RUNNERS.playwright as RunnerCase, {
      'serve.js': `require('http').createServer((_, out) => out.end()).listen(${port})
require('fs').writeFileSync(${JSON.stringify(pid)}, String(process.pid))\n`,
      'playwright.config.js': `module.exports = {
  reporter: [['@svc/playwright']],
  webServer: { command: 'exec node serve.js', port: ${port} },
}\n`,
      'hangs.spec.js': `require('@playwright/test').test('hangs', async () => {
  require('fs').writeFileSync(${JSON.stringify(ready)}, '')
  await new Promise(() => {})
})\n`,
    })
    const failed = [{ file: 'hangs.spec.js', titles: ['hangs'], variant: '', message: 'no' }]
    let stopped: Promise<void> | undefined
    const onStop = (end: () => void) => {
      stopped = expect
        .poll(() => existsSync(ready), { timeout: 60_000 })
        .toBe(true)
        .then(end)
      return () => undefined
    }
    await proveAll(failed, { onStop })
    await stopped
    const server = Number(readFileSync(pid, 'utf8'))
    onTestFinished(() => {
      if (isAlive(server)) process.kill(server, 'SIGKILL')
    })
    await expect.poll(() => isAlive(server), { timeout: 60_000 }).toBe(false)
  },
)

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    // A zombie has ended, and waits for its parent.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
