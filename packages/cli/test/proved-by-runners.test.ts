// @module-tag thorough
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { git } from '@svc/test-kit/git'
import { useServer } from '@svc/test-kit/use-server'
import { expect, test } from 'vitest'
import { commitAll, makeSetup } from './set-up.ts'
import { svc } from './shop.ts'

const server = useServer()

const SUM = (sign: string) => `exports.add = (a, b) => a ${sign} b\n`

interface Runner {
  words: string[]
  packages: string[]
  /** What the command of a trial looks like. */
  trial: RegExp
  files: Record<string, string | object>
}

const RUNNERS: Record<string, Runner> = {
  Jest: {
    words: ['node', 'node_modules/jest/bin/jest.js'],
    packages: ['jest', '@svc/jest'],
    trial: /jest\.js .*--runInBand --runTestsByPath unit\/sum\.check\.js$/,
    files: {
      'package.json': {
        name: 'shop',
        jest: { reporters: ['default', '@svc/jest'], testMatch: ['**/*.check.js'] },
      },
      'unit/sum.check.js':
        "const { add } = require('../sum.js')\ntest('adds', () => expect(add(1, 2)).toBe(3))\ntest('adds more', () => expect(add(2, 2)).toBe(4))\n",
    },
  },
  Playwright: {
    words: ['npx', 'playwright', 'test'],
    packages: ['@playwright/test', '@svc/playwright'],
    trial: /playwright test 'e2e\/sum\\\.spec\\\.js\$' .*--retries=0 --workers=1/,
    files: {
      'package.json': { name: 'shop' },
      'playwright.config.js':
        "module.exports = { testDir: 'e2e', reporter: [['line'], ['@svc/playwright']], retries: 1 }\n",
      'e2e/sum.spec.js':
        "const { test, expect } = require('@playwright/test')\nconst { add } = require('../sum.js')\ntest('adds', () => expect(add(1, 2)).toBe(3))\ntest('adds more', () => expect(add(2, 2)).toBe(4))\n",
    },
  },
}

test.each(Object.entries(RUNNERS))(
  'a regression is proved with %s, and each failed test of its file gets its trials',
  async (name, { words, packages, trial, files }) => {
    const folder = makeSetup(
      { '.gitignore': 'node_modules\ntest-results\n', 'sum.js': SUM('+'), ...files },
      packages,
    )
    mkdirSync(join(folder, 'node_modules/.bin'))
    symlinkSync('../@playwright/test/cli.js', join(folder, 'node_modules/.bin/playwright'))
    commitAll(folder)
    git(folder, 'branch', '-q', '-M', 'main')
    const project = `prove-${name.toLowerCase()}`
    const env = { SVC_API_KEY: server.apiKey, SVC_URL: server.url, SVC_PROJECT: project }
    const run = (args: string[]) => svc(folder, ['run', ...args, '--', ...words], env)
    await run([])
    git(folder, 'switch', '-q', '-c', 'feature')
    writeFileSync(join(folder, 'sum.js'), SUM('-'))
    git(folder, 'commit', '-q', '-am', 'change')
    const { err, code } = await run(['--prove', '10m'])
    expect(err).toMatch(/this change breaks it: it fails in (\d+) of \1 runs here, in 0 of [3-9] on main now/)
    expect(code).toBe(1)
    const [newest] = await server.get<{ id: string }[]>(`/api/executions?project=${project}&limit=1`)
    const compared = await server.get<{
      regressions: {
        titles: string[]
        verdict: { basis: { rule: string }; trials: { head: { command: string } } }
      }[]
    }>(`/api/compare?head=${newest?.id}`)
    expect(compared.regressions.map(({ verdict }) => verdict.basis.rule)).toEqual(['proved', 'proved'])
    expect(compared.regressions[0]?.verdict.trials.head.command).toMatch(trial)
  },
)
