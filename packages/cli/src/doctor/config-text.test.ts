import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeSetup } from '../../test/set-up.ts'
import { readConfigText } from './config-text.ts'
import { readWrittenOptions } from './reporter-options.ts'

const read = (text: string, files: Record<string, string> = {}) =>
  readConfigText(text, join(makeSetup(files), 'vitest.config.ts'), '@svc/vitest', 'reporters')

test('a config names the reporter where its text does, in any quotes', () => {
  for (const text of [
    "reporters: ['default', '@svc/vitest']",
    'reporters: ["@svc/vitest"]',
    "reporters: [['@svc/vitest', {}]]",
    "reporters: process.env.CI ? ['@svc/vitest'] : ['default']",
    'reporters: [require.resolve(`@svc/vitest`)]',
  ])
    expect([text, read(text).reporter]).toEqual([text, 'named'])
})

test('in a comment it does not, nor does a name that only begins alike', () => {
  expect(read("// reporters: ['@svc/vitest']").reporter).toBe('comment')
  expect(read("  /* reporters:\n ['@svc/vitest'] */ x").reporter).toBe('comment')
  expect(read("reporters: ['@svc/vitest-extra']").reporter).not.toBe('named')
  expect(read("reporters: ['default'], coverage: { include: ['src/**/*.ts', '@x/*'] }")).toMatchObject({
    reporter: 'absent',
    hasOption: true,
  })
})

test('what a config takes from a file beside it counts as its own', () => {
  const base = { 'base.ts': "export default { reporters: ['@svc/vitest'] }" }
  expect(read("import base from './base'", base).reporter).toBe('named')
  expect(read("import base from './base.js'", base).reporter).toBe('named')
  expect(read("const base = require('./base')", base).reporter).toBe('named')
  const chain = { 'a.mjs': "export * from './b/index.js'", 'b/index.ts': "export default ['@svc/vitest']" }
  expect(read("import './a.mjs'", chain).reporter).toBe('named')
  // Two files that take from each other come to an end.
  expect(read("import './a'", { 'a.ts': "import './c'", 'c.ts': "import './a'" }).reporter).toBe('absent')
})

test('a part that comes from a package of theirs leaves it open', () => {
  expect(read("import base from '@acme/config'\nexport default mergeConfig(base, {})").reporter).toBe(
    'unsure',
  )
  expect(read("module.exports = { ...require('@acme/jest') }").reporter).toBe('unsure')
  expect(read("preset: '@acme/jest-preset'").reporter).toBe('unsure')
  expect(read("import { mergeConfig } from 'vitest/config'\nmergeConfig({}, {})").reporter).toBe('absent')
})

test('options that stand there literally are read, of others the names', () => {
  const text = `reporters: [['@svc/vitest', {
    apiKey: process.env.KEY,
    job: name(),
    project: 'shop', "suite": "e2e",
    url: \`https://\${host}\`,
    enabled: false,
    timeoutMs: 5_000,
    leg,
  }]]`
  expect(readWrittenOptions(read(text).options ?? '')).toEqual({
    options: { project: 'shop', suite: 'e2e', enabled: false, timeoutMs: 5000 },
    variables: { apiKey: 'KEY' },
    unknown: ['job', 'url', 'leg'],
    hasUnreadable: false,
    strange: [],
    wrong: [],
  })
})

test('a config that loads a .env file is known by it', () => {
  expect(read("import 'dotenv/config'").loadsEnvFile).toBe(true)
  expect(read('process.loadEnvFile()').loadsEnvFile).toBe(true)
  expect(read("// import 'dotenv/config'").loadsEnvFile).toBe(false)
})

const optionsOf = (text: string) => {
  const { options, hasUnreadable } = read(text)
  return options === undefined ? { hasUnreadable } : readWrittenOptions(options).options
}

test('options behind a name, or in the call of the class, are followed', () => {
  const shop = { project: 'shop', suite: 'unit' }
  const literal = "{ project: 'shop', suite: 'unit' }"
  for (const text of [
    `/** @type {import('@svc/vitest').ReporterOptions} */\nconst svc = ${literal}\nexport default { reporters: ['default', ['@svc/vitest', svc]] }`,
    `const svc: ReporterOptions = ${literal}; x = [['@svc/vitest', svc],]`,
    `let svc = ${literal} satisfies ReporterOptions\nreporters: [["@svc/vitest", svc]]`,
    `[['@svc/vitest', ${literal} satisfies ReporterOptions]]`,
    "[['@svc/vitest', { project: 'shop', // the } of\n suite: 'unit' /* , */ }]]",
    `[[require.resolve('@svc/vitest'), ${literal}]]`,
    `import Svc from '@svc/vitest'\nreporters: [new Svc(${literal})]`,
    `import Svc from '@svc/vitest'\nconst o = ${literal}\nreporters: [new Svc(o)]`,
    `const { default: Svc } = await import('@svc/vitest')\nreporters: [new Svc(${literal})]`,
    `const Svc = require('@svc/vitest')\nreporters: [new Svc.default(${literal})]`,
  ])
    expect([text, optionsOf(text)]).toEqual([text, shop])
})

test('options that are there and cannot be read are told from none', () => {
  for (const text of [
    "[['@svc/vitest', make()]]",
    "import { svc } from './svc'\n[['default'], ['@svc/vitest', svc]]",
    "const svc = { suite: 'a' }\nsvc.suite = 'b'\n[['@svc/vitest', svc]]",
    "import Svc from '@svc/vitest'\nreporters: [new Svc(make())]",
    "[['@svc/vitest', ci ? { suite: 'a' } : {}]]",
  ])
    expect([text, optionsOf(text)]).toEqual([text, { hasUnreadable: true }])
  for (const text of [
    "reporters: ['@svc/vitest', mine]",
    "reporters: ['@svc/vitest', 'default']",
    "reporters: [['@svc/vitest'], ['junit', make()]]",
    "import Svc from '@svc/vitest'\nreporters: [new Svc()]",
  ])
    expect([text, optionsOf(text)]).toEqual([text, { hasUnreadable: false }])
  expect(readWrittenOptions("{ ...base, suite: 'a' }")).toMatchObject({
    options: { suite: 'a' },
    hasUnreadable: true,
  })
  expect(readWrittenOptions("{ project: 'a', ...base, suite: 'b' }")).toMatchObject({
    options: { suite: 'b' },
    unknown: ['project'],
    hasUnreadable: true,
  })
})

test('a reporter that only some runs get is told from one that all get', () => {
  const conditional = [
    "export default { test: { reporters: process.env.CI ? ['default', '@svc/vitest'] : ['default'] } }",
    "reporters: process.env.CI\n  ? ['default', ['@svc/vitest', { suite: 'a' }]]\n  : ['default']",
    "reporters: !process.env.CI ? ['dot'] : ['@svc/vitest']",
    "reporters: ['default', ...(process.env.CI ? ['@svc/vitest'] : [])]",
    "reporters: ['default', process.env.CI && '@svc/vitest']",
    "const reporters = ['default']\nif (process.env.CI) reporters.push('@svc/vitest')\nexport default { reporters }",
    "const reporters = ['default']\nif (process.env.CI) {\n  reporters.push('@svc/vitest')\n}",
    "import Svc from '@svc/vitest'\nexport default { reporters: process.env.CI ? [new Svc()] : [] }",
  ]
  for (const text of conditional) expect([text, read(text).isConditional]).toEqual([text, true])
  const sure = [
    "reporters: [process.env.CI ? 'dot' : 'default', '@svc/vitest']",
    "reporters: process.env.CI ? ['dot', '@svc/vitest'] : ['default', '@svc/vitest']",
    "const a = b ? c : d\nexport default { retry: process.env.CI ? 2 : 0, reporters: ['@svc/vitest'] }",
    "const x = a?.b ?? c; export default { reporters: ['@svc/vitest'] }",
    "if (a) {\n  b()\n}\nexport default { reporters: ['@svc/vitest'] }",
  ]
  for (const text of sure) expect([text, read(text).isConditional]).toEqual([text, false])
})

test('a misspelt name is no comment, and neither a type nor a comment behind code is a reporter', () => {
  expect(read("reporters: ['@svc/vitests']")).toMatchObject({ reporter: 'absent', otherName: '@svc/vitests' })
  expect(read("reporters: ['default'], // '@svc/vitest'").reporter).toBe('comment')
  expect(read("import type { ReporterOptions } from '@svc/vitest'").reporter).not.toBe('named')
  expect(read("projects: [{ test: { reporters: ['@svc/vitest'] } }]").isInProjects).toBe(true)
})
