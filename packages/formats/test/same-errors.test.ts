// @module-tag thorough
import { createRequire } from 'node:module'
import type { CollectedPart } from '@svc/test-kit/collect'
import { newestOf, versionsOf } from '@svc/test-kit/versions'
import { describe, expect, test } from 'vitest'
import { fingerprint } from '../../../server/src/uploads/ingest/fingerprint.ts'
import { runBoth } from './json/both.ts'

const require = createRequire(import.meta.url)

/** Errors of all kinds; `begin` loads what they need, `timeOut` is a test that hangs. */
const shop = (begin: string, timeOut: string) => `
  ${begin}
  test('toBe', () => { expect(1 + 1).toBe(3) })
  test('toEqual', () => { expect({ a: 1, b: [1, 2, 3], c: 'x' }).toEqual({ a: 2, b: [1, 2], c: 'x' }) })
  test('string', () => { expect('hello\\nworld').toBe('hello\\nthere') })
  test('toThrow', () => { expect(() => {}).toThrow('x') })
  test('rejects', async () => { await expect(Promise.resolve(1)).rejects.toThrow('x') })
  test('snapshot', () => { expect({ a: 1 }).toMatchInlineSnapshot('2') })
  test('engine', () => { undefined.foo })
  test('own code', () => { [3].map((x) => pay(x)) })
  test('own class', async () => { await new Cart().total() })
  test('several lines', () => { throw new NoMoney('no\\n  money\\n\\nleft') })
  test('like a stack', () => { throw new Error('it failed\\n    at somewhere\\nand more') })
  test('assert', () => { assert.deepStrictEqual({ a: 1 }, { a: 2 }) })
  test('assert ok', () => { assert(false) })
  test('cause', () => { throw new Error('outside', { cause: new TypeError('inside') }) })
  test('aggregate', () => { throw new AggregateError([new Error('one'), new TypeError('two')], 'many') })
  test('text', () => { throw 'a text' })
  test('object', () => { throw { a: 1 } })
  test('nothing', () => { throw undefined })
  test('no message', () => { throw new Error() })
  test('colours', () => { throw new Error('a \\u001b[31mred\\u001b[0m word') })
  test('markup', () => { throw new Error('<b> & "quotes" ]]> \\'x\\'') })
  ${timeOut}
  describe('hook', () => { beforeEach(() => { throw new Error('from hook') }); test('hooked', () => {}) })
`

const LIB = `
  function pay(x) { throw new TypeError('cannot pay ' + x) }
  class NoMoney extends Error { constructor(m) { super(m); this.name = 'NoMoney'; this.code = 'E_MONEY' } }
  class Cart { async total() { await null; throw new NoMoney('empty cart') } }
`

for (const version of versionsOf('vitest'))
  test(`Vitest ${version.version}: errors have the reporter's fingerprints in JUnit and in JSON`, {
    tags: version.tags,
  }, async () => {
    const begin = `
      import { beforeEach, describe, expect, test } from 'vitest'
      import assert from 'node:assert'
      import { Cart, NoMoney, pay } from '../lib.js'`
    const timeOut = `
      test('times out', { timeout: 50 }, () => new Promise(() => {}))
      test('soft', () => { expect.soft(1).toBe(2); expect.soft('x').toBe('y') })`
    const run = await runBoth(
      version,
      { 'src/deep/shop.test.js': shop(begin, timeOut), 'src/lib.js': `${LIB} export { Cart, NoMoney, pay }` },
      {
        config: {
          reporters: [
            ['junit', { outputFile: 'report.xml' }],
            ['json', { outputFile: 'report.json' }],
            ['@svc/vitest', { project: 'fixture' }],
          ],
        },
        report: 'report.xml',
        also: 'report.json',
      },
    )
    expect(signs(run.part)).toHaveLength(version.isNewest ? 26 : 25)
    // Before 5 an escape loses its first character, and the members of an aggregate are not told.
    expect(different(run.part, run.imported.part)).toEqual(version.isNewest ? [] : ['aggregate', 'colours'])
    // It has neither causes nor members, and nothing of what is no error.
    const untold = version.isNewest ? ['cause', 'object'] : ['aggregate', 'cause', 'object']
    expect(different(run.part, run.also?.part)).toEqual(untold)
  })

test('Vitest in a folder below the root: frames are of that folder, as the reporter has them', async () => {
  const begin = `
    import { beforeEach, describe, expect, test } from 'vitest'
    import assert from 'node:assert'
    import { Cart, NoMoney, pay } from '../lib.js'`
  const run = await runBoth(
    newestOf('vitest'),
    { 'web/shop.test.js': shop(begin, ''), 'lib.js': `${LIB} export { Cart, NoMoney, pay }` },
    {
      config: {
        root: 'web',
        reporters: [
          ['junit', { outputFile: 'report.xml' }],
          ['@svc/vitest', { project: 'fixture' }],
        ],
      },
      report: 'web/report.xml',
    },
  )
  expect(run.imported.part.tests[0]?.file).toBe('web/shop.test.js')
  expect(different(run.part, run.imported.part)).toEqual([])
  expect(placesOf(run.imported.part)).toEqual(placesOf(run.part))
})

for (const version of versionsOf('jest'))
  test(`Jest ${version.version}: errors have the reporter's fingerprints in JUnit and in JSON`, {
    tags: version.tags,
  }, async () => {
    const begin = `
      const assert = require('node:assert')
      const { Cart, NoMoney, pay } = require('../lib.js')`
    const run = await runBoth(
      version,
      {
        'src/deep/shop.test.js': shop(begin, "test('times out', () => new Promise(() => {}), 50)"),
        'src/lib.js': `${LIB} module.exports = { Cart, NoMoney, pay }`,
      },
      {
        config: {
          reporters: [
            [require.resolve('jest-junit'), TEMPLATES],
            ['@svc/jest', { project: 'fixture' }],
          ],
        },
        report: 'report.xml',
        also: 'report.json',
      },
    )
    expect(signs(run.part)).toHaveLength(23)
    // Before 30 causes and members are in no report.
    const untold = version.isNewest ? [] : ['aggregate', 'cause']
    expect(different(run.part, run.imported.part)).toEqual(untold)
    expect(different(run.part, run.also?.part)).toEqual(untold)
  })

const TEMPLATES = {
  outputName: 'report.xml',
  classNameTemplate: '{classname}',
  titleTemplate: '{title}',
  ancestorSeparator: ' › ',
  addFileAttribute: 'true',
}

for (const version of versionsOf('playwright'))
  describe(`Playwright ${version.version}`, { tags: version.tags }, () => {
    const files = {
      'lib.js': `${LIB} module.exports = { Cart, NoMoney, pay }`,
      'tests/shop.spec.js': `
        const { expect, test } = require('@playwright/test')
        const { Cart, NoMoney, pay } = require('../lib.js')
        test('toBe', async () => { expect(1 + 1).toBe(3) })
        test('toEqual', async () => { expect({ a: 1 }).toEqual({ a: 2 }) })
        test('step', async () => { await test.step('in a step', async () => { pay(2) }) })
        test('own class', async () => { await new Cart().total() })
        test('several lines', async () => { throw new NoMoney('no\\n  money\\n\\nleft') })
        test('soft', async () => { expect.soft(1).toBe(2); expect.soft('x').toBe('y') })
        test('poll', async () => { await expect.poll(() => 1, { timeout: 300 }).toBe(2) })
        test('cause', async () => { throw new Error('outside', { cause: new TypeError('inside') }) })
        test('text', async () => { throw 'a text' })
        test('object', async () => { throw { a: 1 } })
        test('no message', async () => { throw new Error() })
        test('times out', async () => { test.setTimeout(100); await new Promise(() => {}) })
        test('custom text', async () => { expect(1, 'must be two').toBe(2) })
        test('is flaky', async ({}, info) => { expect(info.retry).toBe(1) })
        test.fail('passes unexpectedly', async () => {})
        test.describe('hook', () => { test.beforeEach(() => { throw new Error('from hook') }); test('hooked', () => {}) })
      `,
    }
    test.each([
      ['with', true],
      ['without', false],
    ])(
      "errors of all tries have the reporter's fingerprints in JUnit %s includeRetries, and in JSON",
      async (_, includeRetries) => {
        const run = await runBoth(version, files, {
          config: {
            testDir: 'tests',
            retries: 1,
            reporter: [
              ['junit', { outputFile: 'report.xml', includeRetries }],
              ['json', { outputFile: 'report.json' }],
              ['@svc/playwright', { project: 'fixture' }],
            ],
          },
          report: 'report.xml',
          also: 'report.json',
          read: { base: 'tests' },
        })
        expect(signs(run.part)).toHaveLength(33)
        // Why a test failed that then passed is reported with `includeRetries` alone, which the oldest has not.
        const untold = version.isNewest && includeRetries ? [] : ['is flaky']
        expect(different(run.part, run.imported.part)).toEqual(untold)
        expect(different(run.part, run.also?.part)).toEqual([])
      },
    )
  })

/** Each error by test, try and place, with what it is recognised by. */
const signs = ({ tests }: CollectedPart): [title: string, at: string, sign: string][] =>
  tests.flatMap(({ titles, attempts }) =>
    attempts.flatMap(({ errors = [] }, attempt) =>
      errors.map((error, index): [string, string, string] => [
        titles.at(-1) ?? '',
        `${attempt}.${index}`,
        fingerprint(error),
      ]),
    ),
  )

/** Where each error was. */
const placesOf = ({ tests }: CollectedPart) =>
  tests.flatMap(({ titles, attempts }) =>
    attempts.flatMap(({ errors = [] }) =>
      errors.map(({ location }) => [titles.at(-1), location?.file, location?.line]),
    ),
  )

/** Titles of tests whose errors are not the same ones in both. */
const different = (ours: CollectedPart, theirs: CollectedPart | undefined): string[] => {
  const told = new Set(theirs && signs(theirs).map((each) => JSON.stringify(each)))
  const missing = signs(ours).filter((each) => !told.has(JSON.stringify(each)))
  return [...new Set(missing.map(([title]) => title))].sort()
}
