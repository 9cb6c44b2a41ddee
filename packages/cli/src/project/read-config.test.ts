import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeSetup } from '../../test/set-up.ts'
import { readConfig } from './read-config.ts'

const read = (text: string, files: Record<string, string> = {}) =>
  readConfig(text, join(makeSetup(files), 'vitest.config.ts'), '@svc/vitest', 'reporters')

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
    tags: ['a', "b"],
    sute: 'x',
    leg,
  }]]`
  expect(read(text).written).toEqual({
    options: { project: 'shop', suite: 'e2e', enabled: false, timeoutMs: 5000, tags: ['a', 'b'] },
    variables: { apiKey: 'KEY' },
    unknown: ['job', 'url', 'leg'],
    misspelt: ['sute'],
  })
})

test('a config that loads a .env file is known by it', () => {
  expect(read("import 'dotenv/config'").loadsEnvFile).toBe(true)
  expect(read('process.loadEnvFile()').loadsEnvFile).toBe(true)
  expect(read("// import 'dotenv/config'").loadsEnvFile).toBe(false)
})

/** The options, or true if a config can give any option in ways that only running it tells. */
const optionsOf = (text: string) => {
  const { options, unknown } = read(text).written
  return unknown.includes('apiKey') || options
}

test('options in the list, or behind a name, are read', () => {
  const shop = { project: 'shop', suite: 'unit' }
  const literal = "{ project: 'shop', suite: 'unit' }"
  for (const text of [
    `/** @type {import('@svc/vitest').ReporterOptions} */\nconst svc = ${literal}\nexport default { reporters: ['default', ['@svc/vitest', svc]] }`,
    `const svc: ReporterOptions = ${literal}; x = [['@svc/vitest', svc],]`,
    `let svc = ${literal} satisfies ReporterOptions\nreporters: [["@svc/vitest", svc]]`,
    `[['@svc/vitest', ${literal} satisfies ReporterOptions]]`,
    "[['@svc/vitest', { project: 'shop', // the } of\n suite: 'unit' /* , */ }]]",
    `[[require.resolve('@svc/vitest'), ${literal}]]`,
  ])
    expect([text, optionsOf(text)]).toEqual([text, shop])
})

test('options that only running the config tells are not taken for none', () => {
  for (const text of [
    "[['@svc/vitest', make()]]",
    "import { svc } from './svc'\n[['default'], ['@svc/vitest', svc]]",
    "const svc = { suite: 'a' }\nsvc.suite = 'b'\n[['@svc/vitest', svc]]",
    "import Svc from '@svc/vitest'\nreporters: [new Svc(make())]",
    "const { default: Svc } = await import('@svc/vitest')\nreporters: [new Svc({ suite: 'a' })]",
    "[['@svc/vitest', ci ? { suite: 'a' } : {}]]",
    "[['@svc/vitest', { ...base, suite: 'a' }]]",
    "[['@svc/vitest', { suite: 'a', ...base }]]",
    "[['@svc/vitest', { suite: 'a', [name]: 'b' }]]",
    "[['@svc/vitest', { suite: 'a', tags: nested({ a: 1 }) }]]",
  ])
    expect([text, optionsOf(text)]).toEqual([text, true])
  for (const text of [
    "reporters: ['@svc/vitest', mine]",
    "reporters: ['@svc/vitest', 'default']",
    "reporters: [['@svc/vitest'], ['junit', make()]]",
    "reporters: [['@svc/vitest', {}]]",
  ])
    expect([text, optionsOf(text)]).toEqual([text, {}])
})

test('a reporter that only some runs get is distinguished from one that all get', () => {
  const conditional = [
    "export default { test: { reporters: process.env.CI ? ['default', '@svc/vitest'] : ['default'] } }",
    "reporters: process.env.CI\n  ? ['default', ['@svc/vitest', { suite: 'a' }]]\n  : ['default']",
    "reporters: ['default', ...(process.env.CI === 'true' ? ['@svc/vitest'] : [])]",
    "reporters: ['default', process.env.CI && '@svc/vitest']",
  ]
  for (const text of conditional) expect([text, read(text).isConditional]).toEqual([text, true])
  const sure = [
    "reporters: [process.env.CI ? 'dot' : 'default', '@svc/vitest']",
    "reporters: process.env.CI ? ['dot', '@svc/vitest'] : ['default', '@svc/vitest']",
    "const a = b ? c : d\nexport default { retry: process.env.CI ? 2 : 0, reporters: ['@svc/vitest'] }",
    "export default { retry: process.env.RETRY ?? 2, reporters: ['@svc/vitest'] }",
    "reporters: [['@svc/vitest', { project: process.env.NAME ?? 'shop' }]]",
  ]
  for (const text of sure) expect([text, read(text).isConditional]).toEqual([text, false])
})

test('comments and types are not reporters, and a misspelt name is detected', () => {
  expect(read("reporters: ['@svc/vitests']")).toMatchObject({ reporter: 'absent', otherName: '@svc/vitests' })
  expect(read("reporters: ['default'], // '@svc/vitest'").reporter).toBe('comment')
  expect(read("import type { ReporterOptions } from '@svc/vitest'").reporter).not.toBe('named')
  expect(read("projects: [{ test: { reporters: ['@svc/vitest'] } }]").reporter).toBe('projects')
  expect(read("projects: [{ a: [1] }], reporters: ['@svc/vitest']").reporter).toBe('named')
})
