import { expect, test } from 'vitest'
import { init, projectOf, read } from './init-project.ts'

/** A package of the user's own that a config is made of. */
const packageOf = (main: string, text: string) => ({
  'node_modules/acme-tests/package.json': { name: 'acme-tests', version: '1.0.0', main, type: 'module' },
  [`node_modules/acme-tests/${main}`]: text,
})

const JEST = "module.exports = { preset: 'acme-tests', testEnvironment: 'node' }\n"
const VITEST = `import shared from 'acme-tests'
import { defineConfig, mergeConfig } from 'vitest/config'

export default mergeConfig(shared, defineConfig({ test: { retry: 1 } }))
`

test.each([
  ['jest', 'jest.config.cjs', JEST, packageOf('jest-preset.json', '{ "clearMocks": true }')],
  [
    'vitest',
    'vitest.config.mjs',
    VITEST,
    packageOf('index.js', 'export default { test: { globals: true } }\n'),
  ],
] as const)(
  '%s: a preset that names no reporter does not make a config ready',
  async (runner, file, config, preset) => {
    const folder = projectOf(runner, { [file]: config, ...preset })
    const { out, code } = await init(folder)
    expect(code, out).toBe(0)
    expect(read(folder, file)).toContain(`@svc/${runner}`)
    expect(out).not.toContain('ready:')
    const again = await init(folder)
    expect(again.out).toContain('nothing to do: this project reports already')
  },
)

test.each([
  [
    'jest',
    'jest.config.cjs',
    JEST,
    packageOf('jest-preset.json', '{ "reporters": ["default", "@svc/jest"] }'),
  ],
  [
    'vitest',
    'vitest.config.mjs',
    VITEST,
    packageOf('index.js', "export default { test: { reporters: ['default', '@svc/vitest'] } }\n"),
  ],
] as const)('%s: a preset that names the reporter is enough', async (runner, file, config, preset) => {
  const folder = projectOf(runner, { [file]: config, ...preset })
  const { out } = await init(folder)
  expect(out).toContain(`ready: ${file} names @svc/${runner}`)
  expect(read(folder, file)).toBe(config)
})

test('playwright does not tell its reporters: a config with a preset is no proof, and the lines are printed', async () => {
  const config =
    "import { defineConfig } from '@playwright/test'\nimport shared from 'acme-tests'\n\nexport default defineConfig({ ...shared })\n"
  const folder = projectOf('playwright', {
    'playwright.config.mjs': config,
    ...packageOf('index.js', 'export default {}\n'),
  })
  const { out, code } = await init(folder)
  expect(out).not.toContain('ready: playwright.config.mjs')
  expect(out).toContain("'@svc/playwright'")
  expect(code).toBe(1)
})
