// @module-tag thorough

import { versionsOf } from '@svc/test-kit/versions'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Both, runBoth } from '../json/both.ts'
import { namesOf, statusesOf } from './names.ts'

const FILES = {
  'tests/deep/shop.spec.js': `
    const { test, expect } = require('@playwright/test')
    test('passes', async () => { console.log('printed') })
    test('fails', async () => { expect(1 + 1).toBe(3) })
    test('is flaky', async ({}, info) => { expect(info.retry).toBe(1) })
    test.skip('is skipped', async () => {})
    test('times out', async () => { test.setTimeout(100); await new Promise(() => {}) })
    test.fail('fails as expected', async () => { expect('a').toBe('b') })
    test('is noted', { annotation: { type: 'issue', description: '#12' } }, async () => {})
    test.describe('outer', () => {
      test.describe('inner "quoted" & <ünïcode>', () => { test('is deep', async () => {}) })
      test('attaches', async ({}, info) => {
        require('fs').writeFileSync(info.outputPath('note.txt'), 'hello')
        await info.attach('note', { path: info.outputPath('note.txt') })
        throw new Error('after attaching')
      })
    })
  `,
  'tests/other.spec.js': `
    const { test } = require('@playwright/test')
    test('passes', async () => {})
  `,
}

const CONFIG = {
  testDir: 'tests',
  retries: 1,
  reporter: [
    ['junit', { outputFile: 'report.xml', includeRetries: true }],
    ['@svc/playwright', { project: 'fixture' }],
  ],
  projects: [{ name: 'one' }, { name: 'two', testMatch: '**/other.spec.js' }],
}

for (const version of versionsOf('playwright'))
  describe(`Playwright ${version.version}, JUnit`, { tags: version.tags }, () => {
    let run: Both
    beforeAll(async () => {
      run = await runBoth(version, FILES, { config: CONFIG, report: 'report.xml', read: { base: 'tests' } })
    })

    test('tests have the names that the reporter gives them', () => {
      expect(run.imported.outcome).toMatchObject({
        dialect: 'playwright',
        repairs: [],
        warnings: [],
        tests: 11,
      })
      expect(namesOf(run.imported.part)).toEqual(namesOf(run.part))
    })

    test('they come to the same; tries are told by versions that tell them', () => {
      expect(statusesOf(run.imported.part, version.isNewest)).toEqual(statusesOf(run.part, version.isNewest))
    })

    test('notes, output and attachments come along', () => {
      const find = (title: string) =>
        run.imported.part.tests.find(({ titles }) => titles.at(-1) === title)?.attempts
      expect(find('is noted')?.[0]?.annotations).toEqual([{ type: 'issue', description: '#12' }])
      expect(find('fails as expected')?.[0]?.expectedFailure).toBe(true)
      expect(find('attaches')?.at(-1)?.attachments).toContainEqual(
        expect.objectContaining({ name: 'note.txt', contentType: 'text/plain' }),
      )
      expect(find('fails')?.[0]?.errors?.[0]?.message).toContain('toBe(expected)')
    })
  })
