import { describe, expect, test } from 'vitest'
import { RUNNERS } from '../project/runners.ts'
import { addReporter } from './add-reporter.ts'

type Id = 'playwright' | 'vitest' | 'jest'

const DEFAULTS: Record<Id, string> = {
  playwright: "process.env.CI ? 'dot' : 'list'",
  vitest: "'default'",
  jest: "'default'",
}

const added = (id: Id, text: string, path = `${id}.config.ts`, mayInherit = false) => {
  const runner = RUNNERS.find((each) => each.id === id)
  if (!runner) throw new Error(id)
  const defaults = (quote: (name: string) => string) =>
    id === 'playwright' && !path.endsWith('.json') ? [DEFAULTS[id]] : [quote('default')]
  return addReporter(text, path, runner, { defaults, mayInherit })
}

const changed = (id: Id, text: string, path?: string) => {
  const outcome = added(id, text, path)
  return outcome.state === 'changed' ? outcome.text : `unclear: ${outcome.why}`
}

describe('Playwright', () => {
  test.each([
    // The config that `npm init playwright` writes.
    ["reporter: 'html',", "reporter: [['html'], ['@svc/playwright']],"],
    [
      "reporter: [['html'], ['junit', { outputFile: 'a.xml' }]],",
      "reporter: [['html'], ['junit', { outputFile: 'a.xml' }], ['@svc/playwright']],",
    ],
    [
      "reporter: process.env.CI ? 'blob' : 'html',",
      "reporter: process.env.CI ? [['blob'], ['@svc/playwright']] : [['html'], ['@svc/playwright']],",
    ],
    [
      "reporter: process.env.CI ? [['dot'], ['blob']] : 'list',",
      "reporter: process.env.CI ? [['dot'], ['blob'], ['@svc/playwright']] : [['list'], ['@svc/playwright']],",
    ],
    ['reporter: undefined,', "reporter: [[process.env.CI ? 'dot' : 'list'], ['@svc/playwright']],"],
    [
      "reporter: [['list']] as ReporterDescription[],",
      "reporter: [['list'], ['@svc/playwright']] as ReporterDescription[],",
    ],
    ['reporter: [],', "reporter: [['@svc/playwright']],"],
    ['retries: 2,', "retries: 2,\n  reporter: [[process.env.CI ? 'dot' : 'list'], ['@svc/playwright']],"],
    [
      "reporter: [\n    ['list'],\n    ['html'], // for people\n  ],",
      "reporter: [\n    ['list'],\n    ['html'], // for people\n    ['@svc/playwright'],\n  ],",
    ],
    [
      "reporter: [\n    ['list'],\n    ['html'] /* last */\n  ],",
      "reporter: [\n    ['list'],\n    ['html'], /* last */\n    ['@svc/playwright']\n  ],",
    ],
    [
      "reporter: [['list'], isCI && ['github']].filter(Boolean),",
      "reporter: [['list'], isCI && ['github'], ['@svc/playwright']].filter(Boolean),",
    ],
    [
      "reporter: [['list'], ...(process.env.CI ? [['github']] : [])],",
      "reporter: [['list'], ...(process.env.CI ? [['github']] : []), ['@svc/playwright']],",
    ],
  ])('%s', (before, after) => {
    const config = (option: string) =>
      `import { defineConfig, devices } from '@playwright/test';\n\n/** See https://playwright.dev */\nexport default defineConfig({\n  testDir: './tests',\n  ${option}\n});\n`
    expect(changed('playwright', config(before))).toBe(config(after))
  })

  test('a typed config that is exported by name, and CommonJS', () => {
    expect(
      changed(
        'playwright',
        "const config: PlaywrightTestConfig = { reporter: 'dot' }\nexport default config\n",
      ),
    ).toBe(
      "const config: PlaywrightTestConfig = { reporter: [['dot'], ['@svc/playwright']] }\nexport default config\n",
    )
    expect(
      changed(
        'playwright',
        '// @ts-check\nmodule.exports = { "reporter": "line" }\n',
        'playwright.config.js',
      ),
    ).toBe('// @ts-check\nmodule.exports = { "reporter": [["line"], ["@svc/playwright"]] }\n')
  })

  test('of several arguments, the one that sets reporters is changed; one that may be hidden is not guessed', () => {
    expect(changed('playwright', "export default defineConfig({ reporter: 'dot' }, { retries: 1 })")).toBe(
      "export default defineConfig({ reporter: [['dot'], ['@svc/playwright']] }, { retries: 1 })",
    )
    const merged = "import base from './base'\nexport default defineConfig(base, { retries: 1 })"
    expect(added('playwright', merged, undefined, true)).toMatchObject({ state: 'unclear' })
    const spread = "import base from './base'\nexport default { ...base, retries: 1 }"
    expect(added('playwright', spread, undefined, true)).toMatchObject({ state: 'unclear' })
    expect(added('playwright', spread, undefined, false)).toMatchObject({ state: 'changed' })
  })
})

describe('Vitest', () => {
  test.each([
    [
      "import { defineConfig } from 'vitest/config'\nexport default defineConfig({})\n",
      "import { defineConfig } from 'vitest/config'\nexport default defineConfig({ test: { reporters: ['default', '@svc/vitest'] } })\n",
    ],
    [
      "export default { test: { reporters: 'verbose' } }",
      "export default { test: { reporters: ['verbose', '@svc/vitest'] } }",
    ],
    [
      'export default { test: { reporters: [] } }',
      "export default { test: { reporters: ['default', '@svc/vitest'] } }",
    ],
    [
      "export default { test: { reporters: [['junit', { outputFile: 'a' }]] } }",
      "export default { test: { reporters: [['junit', { outputFile: 'a' }], '@svc/vitest'] } }",
    ],
    [
      'export default defineConfig(({ mode }) => ({ test: { globals: true } }))',
      "export default defineConfig(({ mode }) => ({ test: { globals: true, reporters: ['default', '@svc/vitest'] } }))",
    ],
    [
      'export default defineConfig(async () => {\n  const env = await load()\n  return {\n    test: {\n      globals: true\n    }\n  }\n})',
      "export default defineConfig(async () => {\n  const env = await load()\n  return {\n    test: {\n      globals: true,\n      reporters: ['default', '@svc/vitest']\n    }\n  }\n})",
    ],
    [
      'export default mergeConfig(viteConfig, defineConfig({ test: { globals: true } }))',
      "export default mergeConfig(viteConfig, defineConfig({ test: { globals: true, reporters: ['default', '@svc/vitest'] } }))",
    ],
    [
      "const reporters = ['dot']\nexport default { test: { reporters } }",
      "const reporters = ['dot', '@svc/vitest']\nexport default { test: { reporters } }",
    ],
    [
      'const test = { globals: true }\nexport default { plugins: [], test } satisfies UserConfig',
      "const test = { globals: true, reporters: ['default', '@svc/vitest'] }\nexport default { plugins: [], test } satisfies UserConfig",
    ],
    [
      'export default defineConfig({\r\n  test: {\r\n    globals: true,\r\n  },\r\n})\r\n',
      "export default defineConfig({\r\n  test: {\r\n    globals: true,\r\n    reporters: ['default', '@svc/vitest'],\r\n  },\r\n})\r\n",
    ],
    [
      '\uFEFFexport default { test: { reporters: ["dot"] } }',
      '\uFEFFexport default { test: { reporters: ["dot", "@svc/vitest"] } }',
    ],
    [
      'export default { test: {\n  // nothing yet\n} }',
      "export default { test: {\n  // nothing yet\n  reporters: ['default', '@svc/vitest'],\n} }",
    ],
    [
      "export default isCI ? { test: {} } : { test: { reporters: ['dot'] } }",
      "export default isCI ? { test: { reporters: ['default', '@svc/vitest'] } } : { test: { reporters: ['dot', '@svc/vitest'] } }",
    ],
    [
      'function make() {\n  return { test: {} }\n}\nexport default make()',
      "function make() {\n  return { test: { reporters: ['default', '@svc/vitest'] } }\n}\nexport default make()",
    ],
    [
      "const base = { test: { reporters: ['dot'] } }\nexport default { ...base, plugins: [] }",
      "const base = { test: { reporters: ['dot', '@svc/vitest'] } }\nexport default { ...base, plugins: [] }",
    ],
  ])('%s', (before, after) => {
    expect(changed('vitest', before)).toBe(after)
  })

  test('a config of Vite gets the types of the option test', () => {
    const vite =
      "import { defineConfig } from 'vite'\nexport default defineConfig({\n  plugins: [react()],\n})\n"
    const after =
      "import { defineConfig } from 'vite'\nexport default defineConfig({\n  plugins: [react()],\n  test: { reporters: ['default', '@svc/vitest'] },\n})\n"
    expect(changed('vitest', vite, 'vite.config.ts')).toBe(
      `/// <reference types="vitest/config" />\n${after}`,
    )
    expect(changed('vitest', vite, 'vite.config.js')).toBe(after)
  })
})

describe('Jest', () => {
  test.each([
    [
      "module.exports = {\n  testEnvironment: 'node',\n};\n",
      'js',
      "module.exports = {\n  testEnvironment: 'node',\n  reporters: ['default', '@svc/jest'],\n};\n",
    ],
    [
      "/** @type {import('jest').Config} */\nconst config = {\n  // reporters: undefined,\n  verbose: true,\n};\n\nexport default config;\n",
      'mjs',
      "/** @type {import('jest').Config} */\nconst config = {\n  // reporters: undefined,\n  verbose: true,\n  reporters: ['default', '@svc/jest'],\n};\n\nexport default config;\n",
    ],
    [
      "const createJestConfig = nextJest({ dir: './' })\nconst config: Config = { testEnvironment: 'jsdom' }\nexport default createJestConfig(config)",
      'ts',
      "const createJestConfig = nextJest({ dir: './' })\nconst config: Config = { testEnvironment: 'jsdom', reporters: ['default', '@svc/jest'] }\nexport default createJestConfig(config)",
    ],
    [
      'module.exports = async () => {\n  return { verbose: true };\n};',
      'cjs',
      "module.exports = async () => {\n  return { verbose: true, reporters: ['default', '@svc/jest'] };\n};",
    ],
    [
      "const config = {}\nconfig.reporters = ['default', ['jest-junit', {}]]\nmodule.exports = config",
      'js',
      "const config = {}\nconfig.reporters = ['default', ['jest-junit', {}], '@svc/jest']\nmodule.exports = config",
    ],
    [
      '{\n  "verbose": true\n}\n',
      'json',
      '{\n  "verbose": true,\n  "reporters": ["default", "@svc/jest"]\n}\n',
    ],
    [
      '{\n\t"reporters": ["default", "jest-junit"]\n}\n',
      'json',
      '{\n\t"reporters": ["default", "jest-junit", "@svc/jest"]\n}\n',
    ],
    [
      'exports = module.exports = { reporters: [] }',
      'js',
      "exports = module.exports = { reporters: ['@svc/jest'] }",
    ],
    ['export = { verbose: true }', 'cts', "export = { verbose: true, reporters: ['default', '@svc/jest'] }"],
    [
      'const config = { verbose: true }\nexport { config as default }',
      'mjs',
      "const config = { verbose: true, reporters: ['default', '@svc/jest'] }\nexport { config as default }",
    ],
  ])('%s', (before, ending, after) => {
    expect(changed('jest', before, `jest.config.${ending}`)).toBe(after)
  })

  test('of package.json, only "jest" is changed', () => {
    const manifest = '{\n  "name": "shop",\n  "jest": {\n    "preset": "ts-jest"\n  },\n  "scripts": {}\n}\n'
    expect(changed('jest', manifest, '/a/package.json')).toBe(
      '{\n  "name": "shop",\n  "jest": {\n    "preset": "ts-jest",\n    "reporters": ["default", "@svc/jest"]\n  },\n  "scripts": {}\n}\n',
    )
  })
})

test.each<[Id, string]>([
  ['jest', 'module.exports = require("./base")'],
  ['jest', 'module.exports = {'],
  ['jest', ''],
  ['jest', 'let reporters = ["a"]\nreporters = []\nmodule.exports = { reporters }'],
  ['jest', 'module.exports = { get reporters() { return [] } }'],
  ['jest', 'module.exports = { reporters: makeReporters() }'],
  ['vitest', 'export default defineConfig({ test: testOptions })'],
  ['vitest', 'export default makeConfig()'],
  ['vitest', 'const a = a\nexport default a'],
  ['playwright', 'export default { reporter: process.env.REPORTER || "list" }'],
  ['playwright', 'export const config = {}'],
])('%s: a config that hides its value is left alone: %s', (id, text) => {
  expect(added(id, text, `${id}.config.js`)).toMatchObject({
    state: 'unclear',
    why: expect.stringMatching(/\w/),
  })
})
