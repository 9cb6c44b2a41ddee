import type { RunnerName } from '@svc/test-kit/versions'

/** How users write the config of their runner. */
export const FORMATS = ['mjs', 'cjs', 'ts', 'js in a module package', 'js in a CommonJS package'] as const

export type Format = (typeof FORMATS)[number]

/** The smallest suite that passes, fails and skips, with a config. */
export interface Suite {
  /** What the option `suite` says. */
  name: string
  runner: RunnerName
  files: Record<string, string>
}

const TESTS = `
test('adds', () => { expect(1 + 1).toBe(2) })
test('fails', () => { expect(1 + 1).toBe(3) })
test.skip('waits', () => {})
`

/** The tests of a suite; as CommonJS wherever the runner takes that. */
const TEST_FILES: Record<RunnerName, Record<string, string>> = {
  jest: { 'sum.test.cjs': TESTS },
  playwright: { 'sum.spec.cjs': `const { expect, test } = require('@playwright/test')\n${TESTS}` },
  vitest: { 'sum.test.mjs': `import { expect, test } from 'vitest'\n${TESTS}` },
}

/** What a config holds, as text; `svc` is the entry of our reporter. */
const CONFIG: Record<RunnerName, (svc: string) => string> = {
  jest: (svc) => `{ testRegex: 'sum', reporters: ['default', ${svc}] }`,
  playwright: (svc) => `{ reporter: [['line'], ${svc}] }`,
  vitest: (svc) => `{ test: { reporters: ['default', ${svc}] } }`,
}

/** How TypeScript users have their config checked. */
const TYPED: Record<RunnerName, (config: string) => string> = {
  jest: (config) =>
    `import type { Config } from 'jest'\nconst config: Config = ${config}\nexport default config`,
  playwright: (config) =>
    `import { defineConfig } from '@playwright/test'\nexport default defineConfig(${config})`,
  vitest: (config) => `import { defineConfig } from 'vitest/config'\nexport default defineConfig(${config})`,
}

export const PROGRAM: Record<RunnerName, { path: string; args: string[] }> = {
  jest: { path: 'jest/bin/jest.js', args: [] },
  // Else it writes beside the nearest package.json, where suites that run at once would meet.
  playwright: { path: '@playwright/test/cli.js', args: ['test', '--output', 'test-results'] },
  vitest: { path: 'vitest/vitest.mjs', args: ['run'] },
}

export const suiteOf = (runner: RunnerName, format: Format): Suite => {
  const name = `${runner}-${format.replaceAll(' ', '-').toLowerCase()}`
  const options = `{ project: 'packed', suite: '${name}' }`
  const config = CONFIG[runner](`['@svc/${runner}', ${options}]`)
  const esm = `export default ${config}\n`
  const cjs = `module.exports = ${config}\n`
  const typed = TYPED[runner](
    CONFIG[runner](`['@svc/${runner}', ${options} satisfies import('@svc/${runner}').ReporterOptions]`),
  )
  const files: Record<Format, Record<string, string>> = {
    mjs: { [`${runner}.config.mjs`]: esm },
    cjs: { [`${runner}.config.cjs`]: cjs },
    ts: { [`${runner}.config.ts`]: typed },
    'js in a module package': { [`${runner}.config.js`]: esm, 'package.json': '{ "type": "module" }' },
    'js in a CommonJS package': { [`${runner}.config.js`]: cjs, 'package.json': '{ "type": "commonjs" }' },
  }
  return { name, runner, files: { ...TEST_FILES[runner], ...files[format] } }
}

/** A suite with a config as somebody else wrote it. */
export const suiteWith = (runner: RunnerName, name: string, config: Record<string, string>): Suite => ({
  name,
  runner,
  files: {
    ...(runner === 'jest' ? { 'sum.test.js': TESTS } : TEST_FILES[runner]),
    ...config,
  },
})
