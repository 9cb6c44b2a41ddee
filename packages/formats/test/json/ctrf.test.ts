import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AttemptDetail } from '@svc/protocol'
import { type CollectedPart, countResults } from '@svc/test-kit/collect'
import { newestOf, workspace } from '@svc/test-kit/versions'
import { afterAll, describe, expect, test } from 'vitest'
import { readCtrf } from '../../../../server/src/uploads/ingest/read-ctrf.ts'
import { readReports } from '../../src/index.ts'
import { runBoth } from './both.ts'

/** Two of the reporters load parts of their runner without saying that they need them. */
const found = (name: string, ...through: string[]) => {
  let from = join(workspace, 'packages/playwright/package.json')
  for (const each of through) from = realpathSync(createRequire(from).resolve(each))
  const file = realpathSync(createRequire(from).resolve(`${name}/package.json`))
  return { NODE_PATH: file.slice(0, -`/${name}/package.json`.length) }
}
const require = createRequire(import.meta.url)

const folder = mkdtempSync(join(tmpdir(), 'svc-ctrf-'))
afterAll(() => rmSync(folder, { recursive: true }))
const report = join(folder, 'ctrf.json')

interface Read {
  file: string
  titles: string[]
  variant: string
  attempts: unknown[]
}

/** To the root of all, so that names can be compared: the server leaves paths as they are. */
const relative = (path: string) => path.replace(/^\//, '')

/** What `svc upload` reads of a document. */
const readHere = async (path: string) => {
  const tests: Read[] = []
  const outcome = await readReports({
    files: [{ name: 'ctrf.json', path }],
    options: {},
    begin: () => ({
      root: '/',
      file: relative,
      attempt({ file, titles, variant, occurrence }, { startedAt: _, retry, ...attempt }) {
        if (!retry) tests.push({ file, titles, variant, attempts: [] })
        tests.at(-1)?.attempts.push({ ...attempt, ...(occurrence > 0 && { occurrence }) })
      },
      error: () => undefined,
      warning: () => undefined,
    }),
  })
  return { tests, outcome, file: outcome.files[0] }
}

/** Leaves a detail in the form it was read in, which is not the one it is stored in. */
const asRead = (detail: AttemptDetail) => detail as never

/** What the server reads of the same document when it is posted. */
const readThere = (path: string): Read[] =>
  readCtrf(JSON.parse(readFileSync(path, 'utf8')), null, asRead).tests.map((test) => ({
    file: relative(test.file),
    titles: test.titles,
    variant: test.variant,
    attempts: test.attempts.map(({ startedAt: _, detail, ...attempt }) => {
      const { attachments, location, ...told } = (detail ?? {}) as AttemptDetail
      const rest = {
        ...told,
        ...(location && { location: { ...location, file: relative(location.file) } }),
      }
      return { ...attempt, ...rest, ...(attachments?.length && { attachments }) }
    }),
  }))

/** Fails unless the document comes to the same here and there, and tells each test to have ended as our reporter does. */
const expectSame = async ({ tests }: CollectedPart) => {
  const here = await readHere(report)
  expect(here.file).toMatchObject({ format: 'ctrf', warnings: [] })
  // Playwright's reporter writes when a test began in seconds, where the format has milliseconds.
  const expected = ['date in seconds']
  expect(here.file?.repairs.filter(({ kind }) => !expected.includes(kind))).toEqual([])
  expect(here.tests).toEqual(readThere(report))
  const statuses = (read: { titles: string[]; attempts: unknown[] }[]) =>
    read.map(({ titles, attempts }) => [
      titles.at(-1)?.split(' ').slice(-2).join(' '),
      (attempts.at(-1) as { status: string }).status,
      attempts.length > 1,
    ])
  expect(
    statuses(here.tests)
      .map(([title, status]) => `${title} ${status}`)
      .sort(),
  ).toEqual(
    statuses(tests)
      .map(([title, status]) => `${title} ${status}`)
      .sort(),
  )
  expect(here.outcome.statuses).toEqual(countResults(tests))
}

describe('reports of real reporters', () => {
  test('Jest', async () => {
    const { part } = await runBoth(
      newestOf('jest'),
      {
        'jest.config.json': JSON.stringify({
          transform: {},
          reporters: [
            ['@svc/jest', { project: 'fixture' }],
            [require.resolve('jest-ctrf-json-reporter'), { outputDir: '.', outputFile: 'ctrf.json' }],
          ],
        }),
        'a.test.js': `
          jest.retryTimes(1)
          let tries = 0
          test('passes', () => {})
          test('is flaky', () => { tries += 1; expect(tries).toBe(2) })
          test('fails', () => { expect(1).toBe(2) })
          test.skip('is skipped', () => {})
          test.todo('is to do')
          describe('outer', () => { describe('inner', () => { test('is deep', () => {}) }) })`,
      },
      {
        report: 'ctrf.json',
        keep: report,
        env: found(
          'jest-environment-node',
          join(workspace, 'packages/jest/node_modules/jest'),
          '@jest/core',
          'jest-config',
        ),
      },
    )
    await expectSame(part)
  })

  test('Playwright', { tags: 'thorough' }, async () => {
    const { part } = await runBoth(
      newestOf('playwright'),
      {
        'playwright.config.js': `module.exports = { retries: 1, reporter: [['@svc/playwright', { project: 'fixture' }], [${JSON.stringify(require.resolve('playwright-ctrf-json-reporter'))}, { outputDir: '.', outputFile: 'ctrf.json' }]] }`,
        'a.spec.js': `
          const { test, expect } = require('@playwright/test')
          test('passes', () => {})
          test('is flaky', ({}, info) => { expect(info.retry).toBe(1) })
          test('fails', () => { expect(1).toBe(2) })
          test.skip('is skipped', () => {})
          test.describe('outer', () => { test.describe('inner', () => { test('is deep', () => {}) }) })`,
      },
      { report: 'ctrf.json', keep: report, env: found('@playwright/test') },
    )
    await expectSame(part)
  })
})

const START = Date.parse('2026-03-02T08:00:00Z')
const TEST = { name: 'a', status: 'passed', duration: 1 }

const write = (tests: unknown[], rest: object = {}) =>
  writeFileSync(
    report,
    JSON.stringify({
      reportFormat: 'CTRF',
      results: {
        tool: { name: 'Cypress', version: '15' },
        summary: { start: START, stop: START + 5 },
        tests,
        ...rest,
      },
    }),
  )

describe('the same document, posted and uploaded', () => {
  test('comes to the same tests', async () => {
    const tried = (attempt: number, status: string) => ({
      attempt,
      status,
      duration: attempt,
      message: `${attempt}`,
    })
    const retried = { status: 'passed', duration: 10, retries: 2, flaky: true, filePath: 'a.cy.ts' }
    write([
      { name: 'pays', status: 'passed', duration: 12, suite: ['Shop', 'Cart'], filePath: 'cart.cy.ts' },
      { name: 'ships', status: 'passed', duration: 3.5, suite: 'Shop > Cart', filePath: 'cart.cy.ts' },
      {
        ...{
          name: 'breaks',
          status: 'failed',
          duration: 40,
          message: 'expected 1 to be 2',
          line: 3,
          filePath: 'cart.cy.ts',
        },
        ...{
          trace: 'Error: x\n    at cart.cy.ts:3:1',
          snippet: '> 3',
          tags: ['@smoke'],
          stdout: ['one', 'two'],
          stderr: 'e',
        },
        attachments: [{ name: 'shot', contentType: 'image/png', path: 'shots/a.png' }, { name: 'log' }],
      },
      { name: 'waits', status: 'pending', duration: 0 },
      { name: 'sits out', status: 'skipped', duration: 0, message: 'not on CI' },
      { name: 'is odd', status: 'other' },
      { name: 'no file', status: 'failed', duration: 1, browser: 'firefox' },
      { name: '__proto__', status: 'passed', suite: ['constructor', 'toString'] },
      { name: 'long '.repeat(2000), status: 'passed' },
      { ...retried, name: 'without the last', retryAttempts: [tried(1, 'failed'), tried(2, 'failed')] },
      {
        ...retried,
        name: 'with the last',
        retryAttempts: [tried(1, 'failed'), tried(2, 'failed'), tried(3, 'passed')],
      },
      { ...retried, name: 'counted only' },
      {
        ...retried,
        name: 'null fields',
        filePath: null,
        suite: null,
        tags: null,
        retryAttempts: null,
        message: null,
      },
    ])
    const here = await readHere(report)
    expect(here.tests).toEqual(readThere(report))
    expect(here.tests).toHaveLength(13)
    expect(here.file).toMatchObject({ tool: 'cypress', toolVersion: '15', startedAt: START, durationMs: 5 })
  })

  test('is refused for the same reasons, with the line', async () => {
    const cases: [unknown, RegExp][] = [
      [[{ ...TEST, name: 5 }], /^results\.tests\[0\]\.name: expected a string, not 5/],
      [[TEST, { ...TEST, status: 'ok' }], /^results\.tests\[1\]\.status: expected one of passed, failed/],
      [[TEST, { ...TEST, status: 'constructor' }], /^results\.tests\[1\]\.status: expected one of/],
      [[{ ...TEST, suite: [5] }], /^results\.tests\[0\]\.suite\[0\]: expected a string, not 5/],
      [[{ ...TEST, retryAttempts: [{ status: 'x' }] }], /retryAttempts\[0\]\.status: expected one of/],
      [[{ ...TEST, tags: 'smoke' }], /^results\.tests\[0\]\.tags: expected an array, not "smoke"/],
      [{ a: 1 }, /^results\.tests: expected an array/],
    ]
    for (const [tests, reason] of cases) {
      write(tests as unknown[])
      expect(() => readThere(report), `${reason}`).toThrow(reason)
      const { outcome, file } = await readHere(report)
      expect(file?.problem, `${reason}`).toMatchObject({
        reason: expect.stringMatching(reason),
        place: { line: 1 },
      })
      expect(outcome).toMatchObject({ isBroken: true, status: 'failed' })
    }
    write([TEST], { tool: undefined })
    expect((await readHere(report)).file?.problem?.reason).toMatch(/^results\.tool: expected an object/)
  })
})
