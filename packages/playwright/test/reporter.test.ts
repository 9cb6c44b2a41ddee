import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CollectedTest, countResults, resultOf } from '../../../scripts/testing/collect.ts'
import { type Observed, observe } from '../../../scripts/testing/observe.ts'
import type { Project } from '../../../scripts/testing/project.ts'
import { everything, small } from './fixture.ts'
import { linesOf, playwrightProject, playwrightRun, readReport } from './project.ts'

const WORDS = { passed: 'expected', failed: 'unexpected', flaky: 'flaky', skipped: 'skipped' }

const lineOf = (each: CollectedTest): string =>
  JSON.stringify([each.file, ...each.titles, each.variant, WORDS[resultOf(each)], each.attempts.length])

const observeOnce = async (project: Project, ...args: string[]): Promise<Observed> => {
  try {
    return await observe(project, playwrightRun(...args))
  } finally {
    project.remove()
  }
}

describe('a run with everything in it', () => {
  let project: Project
  let run: Observed

  beforeAll(async () => {
    project = playwrightProject(everything, { retries: 1 })
    run = await observe(project, playwrightRun())
  })
  afterAll(() => project.remove())

  test('counts what the JSON reporter of Playwright counts, test by test, attempt by attempt', () => {
    const report = readReport(project)
    const { passed, failed, flaky, skipped } = countResults(run.part.tests)
    expect({ expected: passed, unexpected: failed, flaky, skipped }).toEqual({
      expected: report.stats.expected,
      unexpected: report.stats.unexpected,
      flaky: report.stats.flaky,
      skipped: report.stats.skipped,
    })
    expect(run.part.tests.map(lineOf).sort()).toEqual(linesOf(report).sort())
  })

  test('says what it is a part of', () => {
    expect(run.part.open).toMatchObject({
      project: 'fixture',
      root: 'git',
      runner: { name: 'playwright', version: expect.stringMatching(/^1\./) },
      client: { name: '@svc/playwright' },
      part: { package: '', config: 'playwright.config.js' },
    })
    expect(run.part.end).toMatchObject({ status: 'failed' })
  })

  test('a plain pass is nothing but a pass', () => {
    expect(run.test('passes')).toEqual({
      file: 'kinds.spec.js',
      titles: ['passes'],
      variant: '',
      occurrence: 0,
      attempts: [{ status: 'passed', startMs: expect.any(Number), durationMs: expect.any(Number) }],
    })
  })

  test('a failure has message, stack, snippet, place and what was compared', () => {
    const [error] = run.test('fails').attempts[0]?.errors ?? []
    expect(error).toMatchObject({
      message: expect.stringContaining('expect(received).toBe(expected)'),
      name: 'Error',
      stack: expect.stringContaining('kinds.spec.js:3:'),
      snippet: expect.stringContaining('> 3 |'),
      location: { file: 'kinds.spec.js', line: 3 },
      expected: '2',
      actual: '1',
    })
  })

  test('a skip tells its reason', () => {
    expect(run.test('is skipped').attempts).toMatchObject([{ status: 'skipped', skip: { kind: 'skip' } }])
    expect(run.test('is to be fixed').attempts).toMatchObject([{ status: 'skipped', skip: { kind: 'skip' } }])
    expect(run.test('skips itself').attempts).toMatchObject([
      { status: 'skipped', skip: { kind: 'skip', reason: 'no printer here' } },
    ])
  })

  test('an expected failure passes and says so; one that passes is a failure', () => {
    expect(run.test('fails as expected').attempts).toMatchObject([
      { status: 'passed', expectedFailure: true, errors: [{ message: 'known bug' }] },
    ])
    const failed = { status: 'failed', errors: [{ message: 'Expected to fail, but passed.' }] }
    expect(run.test('passes unexpectedly').attempts).toMatchObject([failed, failed])
  })

  test('a time-out is told from a failure', () => {
    const timedOut = { status: 'timedOut', errors: [{ message: 'Test timeout of 30ms exceeded.' }] }
    expect(run.test('times out').attempts).toMatchObject([timedOut, timedOut])
  })

  test('titles keep their describe blocks, but neither file nor project nor blocks without a title', () => {
    expect(run.test('outer', 'inner', 'is nested').file).toBe('kinds.spec.js')
    expect(run.test('is in a block without a title').attempts).toHaveLength(1)
    expect([resultOf(run.test('row 1')), resultOf(run.test('row 2'))]).toEqual(['passed', 'failed'])
  })

  test('every attempt keeps its own error', () => {
    expect(run.test('is flaky').attempts).toMatchObject([
      { status: 'failed', errors: [{ message: 'try 0' }] },
      { status: 'passed' },
    ])
    expect(resultOf(run.test('is flaky'))).toBe('flaky')
    expect(run.test('never passes').attempts).toMatchObject([
      { errors: [{ message: 'fail 0' }] },
      { errors: [{ message: 'fail 1' }] },
    ])
  })

  test('what a failed test printed, attached and did is kept', () => {
    const { attempts } = run.test('says something')
    expect(attempts).toHaveLength(2)
    expect(attempts[0]).toMatchObject({
      stdout: 'to stdout\n',
      stderr: 'to stderr\n',
      tags: ['@fast'],
      annotations: [{ type: 'issue', description: '#7' }],
      location: { file: 'kinds.spec.js' },
    })
    expect(attempts[0]?.attachments).toContainEqual({ name: 'note', contentType: 'text/plain', sizeBytes: 3 })
    const step = attempts[0]?.steps?.find(({ title }) => title === 'pay')
    expect(step).toMatchObject({
      category: 'test.step',
      error: 'declined',
      steps: [{ title: 'by card', error: 'declined' }],
    })
  })

  test('whatever is thrown becomes an error with a message', () => {
    const errorsOf = (title: string) => run.test(title).attempts[0]?.errors
    expect(errorsOf('throws text')).toMatchObject([{ message: "'just text'" }])
    expect(errorsOf('throws an object')).toMatchObject([{ message: '{ code: 42 }' }])
    expect(errorsOf('throws nothing')).toMatchObject([{ message: 'undefined' }])
    expect(errorsOf('has a cause')).toMatchObject([
      { message: 'outer', cause: { name: 'TypeError', message: 'middle', cause: { message: 'inner' } } },
    ])
    // Playwright itself loses an error that is its own cause.
    expect(resultOf(run.test('is circular'))).toBe('failed')
    expect(errorsOf('aggregate')).toMatchObject([
      { name: 'AggregateError' },
      { message: 'first' },
      { name: 'TypeError' },
    ])
    expect(errorsOf('soft')).toHaveLength(2)
  })

  test('the first test behind a failed beforeAll meets its error, the others did not run', () => {
    expect(run.test('no set-up', 'meets the hook').attempts[0]).toMatchObject({
      status: 'failed',
      errors: [{ message: 'database is down' }],
    })
    expect(run.test('no set-up', 'victim').attempts[0]).toMatchObject({
      status: 'skipped',
      skip: { kind: 'hook' },
    })
    expect(run.test('no set-up', 'skipped anyway').attempts[0]).toMatchObject({ skip: { kind: 'skip' } })
    expect(run.test('no tear-down', 'last one').attempts[0]).toMatchObject({
      errors: [{ message: 'cannot close' }],
    })
  })

  test('the rest of a serial group did not run because of the one that failed', () => {
    expect(run.test('serial', 'depends on it').attempts[0]).toMatchObject({
      status: 'skipped',
      skip: { kind: 'hook', reason: expect.stringContaining('serial') },
    })
  })
})

describe('the outcome', () => {
  const withAndWithout = async (...args: string[]) => {
    const project = playwrightProject({
      'green.spec.js': small('a'),
      'red.spec.js': small('b', `throw new Error('red')`),
    })
    const without = await project.run(playwrightRun('--reporter=line', ...args))
    return { without, run: await observeOnce(project, ...args) }
  }

  test('of a green run is green with us as without', async () => {
    const { without, run } = await withAndWithout('green')
    expect([without.code, run.code]).toEqual([0, 0])
    expect(run.part.end).toMatchObject({ status: 'passed' })
  })

  test('of a red run is red with us as without', async () => {
    const { without, run } = await withAndWithout()
    expect([without.code, run.code]).toEqual([1, 1])
    expect(run.part.end).toMatchObject({ status: 'failed' })
  })

  test('does not change where the server cannot be reached', async () => {
    const project = playwrightProject({ 'green.spec.js': small('a') })
    const run = await observe(project, playwrightRun(), {
      env: { SVC_URL: 'http://127.0.0.1:9', SVC_TIMEOUT_MS: '500' },
    })
    project.remove()
    expect(run.code).toBe(0)
    expect(run.parts).toEqual([])
  })
})

test('projects are variants, and one whose dependency failed did not run', async () => {
  const project = playwrightProject(
    { 'set-up.js': small('signs in', `throw new Error('no account')`), 'a.spec.js': small('same') },
    {
      projects: [
        { name: 'set-up', testMatch: 'set-up.js' },
        { name: 'desktop', testMatch: '*.spec.js' },
        { name: 'phone', testMatch: '*.spec.js', dependencies: ['set-up'] },
      ],
    },
  )
  const run = await observe(project, playwrightRun())
  const report = readReport(project)
  project.remove()
  expect(run.part.tests.map(lineOf).sort()).toEqual(linesOf(report).sort())
  expect(run.part.tests.find(({ variant }) => variant === 'phone')?.attempts).toMatchObject([
    { status: 'skipped', skip: { kind: 'hook', reason: expect.stringContaining('depends on') } },
  ])
})

test('repeats of a test are attempts of one test', async () => {
  const project = playwrightProject(
    {
      'a.spec.js': `const { test } = require('@playwright/test')
        test('a', ({}, info) => { if (info.repeatEachIndex === 1) throw new Error('second time') })`,
    },
    { repeatEach: 3 },
  )
  const run = await observeOnce(project)
  const { attempts, occurrence } = run.test('a')
  expect(occurrence).toBe(0)
  expect(attempts.map(({ status, repeat = 0 }) => `${repeat} ${status}`).sort()).toEqual([
    '0 passed',
    '1 failed',
    '2 passed',
  ])
})

test('what fails outside of tests is an error of its file', async () => {
  const run = await observeOnce(
    playwrightProject({ 'a.spec.js': small('a'), 'does-not-load.spec.js': `require('./nowhere')` }),
  )
  expect(run.part.errors).toMatchObject([{ failure: { message: expect.stringContaining('nowhere') } }])
  expect(run.part.end).toMatchObject({ status: 'failed' })
})

test('a global set-up that fails is an error of the run', async () => {
  const project = playwrightProject(
    { 'a.spec.js': small('a'), 'set-up.js': `module.exports = () => { throw new Error('no database') }` },
    { globalSetup: './set-up.js' },
  )
  const run = await observeOnce(project)
  expect(run.part.errors).toMatchObject([{ failure: { message: 'no database' } }])
  expect(run.part.tests).toEqual([])
})

test('tests that a bail left out were filtered', async () => {
  const project = playwrightProject(
    { 'a.spec.js': small('a', `throw new Error('stop')`), 'b.spec.js': small('b') },
    { workers: 1, maxFailures: 1 },
  )
  const run = await observe(project, playwrightRun())
  const report = readReport(project)
  project.remove()
  expect(run.test('b').attempts).toMatchObject([{ status: 'skipped', skip: { kind: 'filtered' } }])
  expect(run.part.tests.map(lineOf).sort()).toEqual(linesOf(report).sort())
})

test('a shard says which it is', async () => {
  const run = await observeOnce(
    playwrightProject({ 'a.spec.js': small('a'), 'b.spec.js': small('b') }),
    '--shard=2/2',
  )
  expect(run.part.open?.part.shard).toEqual({ index: 2, total: 2 })
  expect(run.part.tests.map(({ file }) => file)).toEqual(['b.spec.js'])
})

test('a list of tests is no run', async () => {
  const run = await observeOnce(playwrightProject({ 'a.spec.js': small('a') }), '--list')
  expect(run.parts).toEqual([])
})
