import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { journalFolder, outcomesOf, type RanFile } from '@svc/client/wrapped'
import { type FailedTest, prove, type Search } from '@svc/prove'
import { git } from '@svc/test-kit/git'
import { expect, onTestFinished } from 'vitest'
import { commitAll, makeSetup } from './set-up.ts'

export interface RunnerCase {
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
  /** Imports `fs`, to be used with `text`. */
  fs: string
}

export const RUNNERS: Record<string, RunnerCase> = {
  jest: {
    installed: ['jest', '@svc/jest'],
    program: 'jest/bin/jest.js',
    bin: 'jest',
    words: ['npx', '--no', 'jest', '--runInBand'],
    files: { 'jest.config.js': "module.exports = { reporters: ['default', '@svc/jest'] }\n" },
    file: (name) => `${name}.test.js`,
    text: (imports, tests) => `${imports}\n${tests}\n`,
    fs: "const fs = require('fs')",
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
    fs: "const fs = require('fs')",
  },
  vitest: {
    installed: ['vitest', '@svc/vitest'],
    program: 'vitest/vitest.mjs',
    bin: 'vitest',
    words: ['npx', '--no', 'vitest', 'run', '--no-file-parallelism'],
    files: { 'vitest.config.mjs': "export default { test: { reporters: ['default', '@svc/vitest'] } }\n" },
    file: (name) => `${name}.test.js`,
    text: (imports, tests) => `import { expect, test } from 'vitest'\n${imports}\n${tests}\n`,
    fs: "import fs from 'node:fs'",
  },
}

const CALC = {
  'packages/calc/package.json': '{ "name": "calc", "main": "./index.js" }\n',
  'packages/calc/index.js': 'exports.add = (a, b) => a + b\n',
}

/** A repository of one runner on a commit of its base; the modules are there. */
export const makePlace = (runner: RunnerCase, files: Record<string, string>) => {
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
  /** Runs all tests once, as the user does, and gives the failures, and when each file ran. */
  const failuresAndFiles = async (): Promise<{ failed: FailedTest[]; files: RanFile[] }> => {
    const own = mkdtempSync(join(temporary, 'run-'))
    const [program = '', ...args] = runner.words
    const ran = spawnSync(program, args, {
      cwd: folder,
      env: { ...env, SVC_TRIAL: own, SVC_LOGIN: '0' },
      encoding: 'utf8',
    })
    const journals = readdirSync(journalFolder(own)).filter((name) => name.endsWith('.ndjson'))
    expect(journals, `${ran.stdout}${ran.stderr}`).not.toEqual([])
    const { tests, files } = await outcomesOf(journals.map((name) => join(journalFolder(own), name)))
    return { failed: tests.filter(({ result }) => result === 'failed'), files }
  }
  const failures = async () => (await failuresAndFiles()).failed
  const proveWith = async (
    failed: FailedTest[],
    more: Partial<Pick<Search, 'setup' | 'copies' | 'since' | 'onStop' | 'ranWith' | 'base'>> = {},
  ) => {
    const proven = await prove({
      failures: failed,
      words: runner.words,
      folder,
      root: folder,
      base: { sha },
      seconds: 600,
      copies: [],
      env,
      onStop: () => () => undefined,
      ...more,
    })
    expect(git(folder, 'worktree', 'list').trim().split('\n')).toHaveLength(1)
    return proven
  }
  const proveAll = async (...asked: Parameters<typeof proveWith>) => {
    const proven = await proveWith(...asked)
    return 'reason' in proven
      ? proven.reason
      : proven.proofs.map(({ test: { titles }, finding, reason }) => [
          titles.join(' > '),
          finding,
          ...(reason === undefined ? [] : [reason]),
        ])
  }
  return { folder, temporary, change, failures, failuresAndFiles, proveWith, proveAll }
}
