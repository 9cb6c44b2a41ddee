// @module-tag thorough
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RecordedAttempt } from '@svc/client'
import { newestOf, versionsOf } from '@svc/test-kit/versions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readReports } from '../../src/index.ts'
import { type Both, comparable, runBoth, sameAs, startsOf } from './both.ts'

const config = (rest: object) =>
  `module.exports = ${JSON.stringify({
    reporter: [
      ['blob', { outputDir: 'blob-report' }],
      ['@svc/playwright', { project: 'fixture' }],
    ],
    workers: 2,
    ...rest,
  })}`

const FILES = {
  'playwright.config.js': config({
    retries: 1,
    projects: [
      { name: 'one', testDir: 'tests' },
      { name: 'again', testDir: 'again', repeatEach: 3 },
      { name: 'setup', testDir: 'setup', testMatch: '*.setup.js', retries: 0 },
      {
        name: 'after',
        testDir: 'tests',
        testMatch: '**/hooks.spec.js',
        dependencies: ['setup'],
      },
    ],
  }),
  'tests/shop.spec.js': `
    const { test, expect } = require('@playwright/test')
    const { writeFileSync } = require('node:fs')
    test('passes', async () => {})
    test('fails', async () => { console.log('out'); console.error('err'); expect(1 + 1).toBe(3) })
    test('is flaky', async ({}, info) => { expect(info.retry).toBe(1) })
    test.skip('is skipped', async () => {})
    test('skips itself', async () => { test.skip(true, 'not here') })
    test('times out', async () => { test.setTimeout(100); await new Promise(() => {}) })
    test.fail('fails as expected', async () => { expect('a').toBe('b') })
    test.fail('passes, which nobody expected', async () => {})
    test('has two errors', async () => { expect.soft(1).toBe(2); expect.soft('x').toBe('y') })
    test('constructor', { tag: ['@smoke'] }, async () => {})
    test('${'long '.repeat(2000)}', async () => {})
    test.describe('outer', () => {
      test.describe('inner "quoted" ünïcode', () => { test('is deep', async () => {}) })
      test('attaches', async ({}, info) => {
        await test.step('a step', async () => {
          writeFileSync(info.outputPath('a.png'), 'the picture')
          await info.attach('picture', { path: info.outputPath('a.png'), contentType: 'image/png' })
          await info.attach('note', { body: 'hello', contentType: 'text/plain' })
        })
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
  'again/again.spec.js': `
    const { test } = require('@playwright/test')
    test('again and again', async ({}, info) => { if (info.repeatEachIndex === 1) throw new Error('the second') })
  `,
  'setup/broken.setup.js': `
    const { test } = require('@playwright/test')
    test('sets up', async () => { throw new Error('cannot') })
  `,
}

const folder = mkdtempSync(join(tmpdir(), 'svc-blob-'))
afterAll(() => rmSync(folder, { recursive: true }))
const blob = join(folder, 'report.zip')

for (const version of versionsOf('playwright'))
  describe(`Playwright ${version.version}, blob`, { tags: version.tags }, () => {
    let run: Both
    beforeAll(async () => {
      run = await runBoth(version, FILES, {
        report: 'blob-report/report.zip',
        keep: version.isNewest ? blob : undefined,
      })
    })

    test('it tells the same as the reporter', () => {
      expect(comparable(run.imported.part)).toEqual(sameAs(run.part))
      expect(startsOf(run.imported.part)).toEqual(startsOf(run.part))
      expect(run.imported.part.tests.length).toBe(21)
      expect(run.imported.outcome).toMatchObject({
        format: 'playwright-blob',
        tool: 'playwright',
        toolVersion: version.version,
        repairs: [],
        warnings: [expect.stringMatching(/already reported these results/)],
      })
      expect(run.imported.outcome.problem).toBeUndefined()
    })

    test('what attempts printed, attached and did comes along', () => {
      const last = ({ part }: Pick<Both, 'part'>, title: string) => {
        const { stdout, stderr, steps, tags, attachments } =
          part.tests.find(({ titles }) => titles.at(-1) === title)?.attempts.at(-1) ?? {}
        const files = attachments?.map(({ name, contentType, sizeBytes }) => ({
          name,
          contentType,
          sizeBytes,
        }))
        return {
          stdout,
          stderr,
          steps: steps?.map(({ title, category }) => [title, category]),
          tags,
          files: files?.map(({ name }) => name),
        }
      }
      for (const title of ['fails', 'attaches', 'constructor'])
        expect(last(run.imported, title)).toEqual(last(run, title))
      expect(last(run, 'attaches').files).toEqual(expect.arrayContaining(['picture', 'note']))
    })
  })

interface Taken {
  title: string
  attempt: RecordedAttempt
}

const readBlob = async (path: string) => {
  const taken: Taken[] = []
  const outcome = await readReports({
    files: [{ name: 'report.zip', path }],
    options: {},
    begin: () => ({
      root: '/',
      file: (file) => file,
      attempt: ({ titles }, attempt) => void taken.push({ title: titles.at(-1) ?? '', attempt }),
      error: () => undefined,
      warning: () => undefined,
    }),
  })
  return { taken, outcome, problem: outcome.files[0]?.problem?.reason }
}

describe('Playwright, blob', () => {
  const [version] = [newestOf('playwright')]

  test('what a path in the archive leads to is read from the archive', async () => {
    const { taken } = await readBlob(blob)
    const [picture, note] = taken.find(({ title }) => title === 'attaches')?.attempt.attachments ?? []
    expect(picture).toMatchObject({ name: 'picture', contentType: 'image/png', sizeBytes: 11 })
    expect(picture?.path).toBeUndefined()
    expect(Buffer.from((await picture?.read?.()) ?? []).toString()).toBe('the picture')
    expect(Buffer.from(note?.body ?? []).toString()).toBe('hello')
  })

  test('a truncated or damaged archive is not a run', async () => {
    const whole = readFileSync(blob)
    const path = join(folder, 'broken.zip')
    for (const length of [40, 1000, whole.length - 30]) {
      writeFileSync(path, whole.subarray(0, length))
      const { outcome, problem } = await readBlob(path)
      expect(problem).toMatch(/not a readable zip archive/)
      expect(outcome).toMatchObject({ isBroken: true, status: 'failed' })
    }
    const damaged = Buffer.from(whole)
    const at = whole.indexOf('report.jsonl') + 500
    damaged.fill(0x55, at, at + 400)
    writeFileSync(path, damaged)
    expect(await readBlob(path)).toMatchObject({
      outcome: { isBroken: true },
      problem: expect.stringMatching(/damaged|JSON/),
    })
  })

  test('events without an end, of a newer version, or with paths out of the archive', async () => {
    const path = join(folder, 'events.jsonl')
    const lines = [
      { method: 'onBlobReportMetadata', params: { version: 9 } },
      { method: 'onConfigure', params: { config: { rootDir: '/r', version: '9.9.9' } } },
      {
        method: 'onProject',
        params: {
          project: {
            name: '',
            repeatEach: 1,
            suites: [
              {
                title: 'a.spec.js',
                entries: [{ testId: 'a', title: 'one', location: { file: 'a.spec.js', line: 1, column: 1 } }],
              },
            ],
          },
        },
      },
      {
        method: 'onTestBegin',
        params: { testId: 'a', result: { id: 'r', retry: 0, startTime: 1_700_000_000_000 } },
      },
      {
        method: 'onAttach',
        params: {
          testId: 'a',
          resultId: 'r',
          attachments: [
            { name: 'x', contentType: 'text/plain', path: '/etc/passwd' },
            { name: 'y', contentType: 'text/plain', path: '../../../etc/passwd' },
          ],
        },
      },
      {
        method: 'onTestEnd',
        params: {
          test: { testId: 'a', expectedStatus: 'passed' },
          result: { id: 'r', duration: 1, status: 'failed', errors: [] },
        },
      },
    ]
    const write = (more: object[]) =>
      writeFileSync(path, [...lines, ...more].map((line) => `${JSON.stringify(line)}\n`).join(''))
    write([])
    expect((await readBlob(path)).problem).toMatch(/no end/)
    write([
      {
        method: 'onEnd',
        params: { result: { status: 'failed', startTime: 1_700_000_000_000, duration: 5 } },
      },
    ])
    const { taken, outcome, problem } = await readBlob(path)
    expect(problem).toBeUndefined()
    expect(outcome.files[0]?.warnings).toEqual([expect.stringMatching(/version 9 is newer/)])
    expect(taken[0]?.attempt.attachments).toEqual([
      { name: 'x', contentType: 'text/plain' },
      { name: 'y', contentType: 'text/plain' },
    ])
  })

  test('a shard is read by itself', async () => {
    const run = await runBoth(
      version,
      {
        'playwright.config.js': config({}),
        'a.spec.js': `require('@playwright/test').test('a', () => {})`,
        'b.spec.js': `require('@playwright/test').test('b', () => {})`,
      },
      { args: ['--shard=2/2'], report: 'blob-report/report-2.zip' },
    )
    expect(comparable(run.imported.part)).toEqual(sameAs(run.part))
    expect(run.imported.part.tests).toHaveLength(1)
  })
})
