// @module-tag thorough

import { newestOf, versionsOf } from '@svc/test-kit/versions'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Both, comparable, runBoth, sameAs, startsOf } from './both.ts'

const FILES = {
  'tests/shop.spec.js': `
    const { test, expect } = require('@playwright/test')
    test('passes', async () => {})
    test('fails', async () => { expect(1 + 1).toBe(3) })
    test('is flaky', async ({}, info) => { console.log('try ' + info.retry); expect(info.retry).toBe(1) })
    test.skip('is skipped', async () => {})
    test.fixme('is broken', async () => {})
    test('skips itself', async () => { test.skip(true, 'not here') })
    test('times out', async () => { test.setTimeout(100); await new Promise(() => {}) })
    test.fail('fails as expected', async () => { expect('a').toBe('b') })
    test.fail('passes, which nobody expected', async () => {})
    test('has two errors', async () => { expect.soft(1).toBe(2); expect.soft('x').toBe('y') })
    test('throws no error', async () => { throw 'a text' })
    test('constructor', { tag: ['@smoke', '@slow'] }, async () => {})
    test('${'long '.repeat(2000)}', async () => {})
    test.describe('outer', () => {
      test.describe('inner "quoted" › ünïcode', () => { test('is deep', async () => {}) })
      test('attaches', async ({}, info) => {
        await info.attach('note', { body: 'hello', contentType: 'text/plain' })
        throw new Error('after attaching')
      })
    })
    test.describe.serial('one after the other', () => {
      test('first', async () => { throw new Error('stops the rest') })
      test('second', async () => {})
    })
  `,
  'tests/deep/hooks.spec.js': `
    const { test } = require('@playwright/test')
    test.beforeAll(() => { throw new TypeError('no database') })
    test('waits for the hook', async () => {})
    test('waits too', async () => {})
  `,
  'setup/broken.setup.js': `
    const { test } = require('@playwright/test')
    test('sets up', async () => { throw new Error('cannot') })
  `,
}

const CONFIG = {
  retries: 1,
  projects: [
    { name: 'one', testDir: 'tests' },
    { name: 'two', testDir: 'tests', testMatch: '**/shop.spec.js' },
    { name: 'setup', testDir: 'setup', testMatch: '*.setup.js', retries: 0 },
    { name: 'after', testDir: 'tests', testMatch: '**/hooks.spec.js', dependencies: ['setup'] },
  ],
}

for (const version of versionsOf('playwright'))
  describe(`Playwright ${version.version}, JSON`, { tags: version.tags }, () => {
    let run: Both
    beforeAll(async () => {
      run = await runBoth(version, FILES, { config: CONFIG })
    })

    test('it tells the same as the reporter', () => {
      expect(comparable(run.imported.part)).toEqual(sameAs(run.part))
      expect(startsOf(run.imported.part)).toEqual(startsOf(run.part))
      expect(run.imported.part.tests.length).toBeGreaterThan(30)
      expect(run.imported.outcome).toMatchObject({
        format: 'playwright-json',
        tool: 'playwright',
        repairs: [],
        warnings: [],
      })
      expect(run.imported.outcome.problem).toBeUndefined()
      expect(run.imported.part.end?.status).toBe('failed')
    })

    test('what a test printed, attached and was tagged with comes along', () => {
      const find = (title: string) =>
        run.imported.part.tests.find(({ titles }) => titles.at(-1) === title)?.attempts ?? []
      expect(find('is flaky')[0]?.stdout).toBe('try 0\n')
      expect(find('attaches')[0]?.attachments?.[0]).toMatchObject({
        name: 'note',
        contentType: 'text/plain',
        sizeBytes: 5,
      })
      expect(find('constructor')[0]?.tags).toEqual(['@smoke', '@slow'])
      expect(find('fails')[0]?.errors?.[0]).toMatchObject({
        expected: '3',
        actual: '2',
        location: { file: 'tests/shop.spec.js', line: 4 },
      })
      expect(find('skips itself')[0]?.skip).toEqual({ kind: 'skip', reason: 'not here' })
    })
  })

describe('Playwright, JSON', () => {
  const version = newestOf('playwright')
  const HEAD = `const { test } = require('@playwright/test')\n`

  test('repeats are attempts of one test, and a bail leaves tests out', async () => {
    const files = {
      'a.spec.js': `${HEAD}test('again', async ({}, info) => { if (info.repeatEachIndex === 1) throw new Error('second') })
        test('never', async () => {})`,
    }
    const run = await runBoth(version, files, { config: { repeatEach: 3, workers: 1, maxFailures: 1 } })
    expect(comparable(run.imported.part)).toEqual(sameAs(run.part))
  })

  test('a file that does not load is an error of the run', async () => {
    const run = await runBoth(version, {
      'a.spec.js': `${HEAD}throw new RangeError('at load')`,
      'b.spec.js': `${HEAD}test('a', () => {})`,
    })
    expect(
      run.imported.part.errors.map(({ file, failure }) => [file, failure.message.split('\n')[0]]),
    ).toEqual(run.part.errors.map(({ file, failure }) => [file, failure.message.split('\n')[0]]))
    expect(run.imported.part.errors).toHaveLength(1)
    expect(comparable(run.imported.part)).toEqual(sameAs(run.part))
  })
})
