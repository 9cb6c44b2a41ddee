import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { workspace } from './tarballs.ts'

/** One runner at one version, with the smallest suite that passes, fails and skips. */
export interface Suite {
  reporter: string
  runner: string
  version: string
  /** The oldest major of Node that this version of the runner starts under. */
  oldestNode: number
  files: Record<string, string>
  command: string[]
}

/** Every runner at the version the workspace is developed with. */
export const newest = (): Suite[] => [
  jest(developedWith('jest', 'jest')),
  vitest(developedWith('vitest', 'vitest'), 22),
  playwright(developedWith('playwright', '@playwright/test')),
]

/** Every runner at the oldest version its reporter's peerDependencies admit. */
export const oldest = (): Suite[] => [jest('29.0.0'), vitest('3.0.0', 18), playwright('1.45.0')]

const TESTS = `
test('adds', () => { expect(1 + 1).toBe(2) })
test('fails', () => { expect(1 + 1).toBe(3) })
test.skip('waits', () => {})
`

const jest = (version: string): Suite => ({
  reporter: '@svc/jest',
  runner: 'jest',
  version,
  oldestNode: 18,
  files: {
    'jest.config.json': JSON.stringify({ reporters: ['default', ['@svc/jest', { project: 'packed' }]] }),
    'sum.test.js': TESTS,
  },
  command: ['node_modules/jest/bin/jest.js'],
})

const vitest = (version: string, oldestNode: number): Suite => ({
  reporter: '@svc/vitest',
  runner: 'vitest',
  version,
  oldestNode,
  files: {
    'vitest.config.mjs': `export default { test: { reporters: ['default', ['@svc/vitest', { project: 'packed' }]] } }`,
    'sum.test.js': `import { expect, test } from 'vitest'\n${TESTS}`,
  },
  command: ['node_modules/vitest/vitest.mjs', 'run'],
})

const playwright = (version: string): Suite => ({
  reporter: '@svc/playwright',
  runner: '@playwright/test',
  version,
  oldestNode: 18,
  files: {
    'playwright.config.js': `module.exports = { reporter: [['line'], ['@svc/playwright', { project: 'packed' }]] }`,
    'sum.spec.js': `const { expect, test } = require('@playwright/test')\n${TESTS}`,
  },
  command: ['node_modules/@playwright/test/cli.js', 'test'],
})

const developedWith = (folder: string, runner: string): string =>
  JSON.parse(
    readFileSync(join(workspace, 'packages', folder, 'node_modules', runner, 'package.json'), 'utf8'),
  ).version
