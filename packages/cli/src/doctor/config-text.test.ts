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
    unknown: ['url', 'leg', 'job'],
  })
})

test('a config that loads a .env file is known by it', () => {
  expect(read("import 'dotenv/config'").loadsEnvFile).toBe(true)
  expect(read('process.loadEnvFile()').loadsEnvFile).toBe(true)
  expect(read("// import 'dotenv/config'").loadsEnvFile).toBe(false)
})
