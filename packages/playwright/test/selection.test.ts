// @module-tag thorough

import { resultOf } from '@svc/test-kit/collect'
import { type RunnerProject, runnerProject } from '@svc/test-kit/runner-project'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectEqualReports } from './json-report.ts'
import { eachVersion, HEAD, isSince, runBoth, runOnce } from './project.ts'

const FILES = {
  'set-up.js': `${HEAD}test('signs in', () => {})`,
  'broken-set-up.js': `${HEAD}test('cannot sign in', () => { throw new Error('no account') })`,
  'tear-down.js': `${HEAD}test('signs out', () => {})`,
  'a.spec.js': `${HEAD}
    test('same', () => {})
    test('slow one @slow', () => {})
    for (const row of [{ n: 1 }, { n: 2 }]) test('row ' + JSON.stringify(row), () => {})
    test('fails', ({}, info) => { expect(info.project.name).not.toBe('desktop') })
    test('fails in its second round', ({}, info) => { expect(info.repeatEachIndex).not.toBe(1) })
    test('is flaky where retried', ({}, info) => { expect(info.retry).toBe(info.project.retries) })
  `,
  'b.spec.js': `${HEAD}
    test.describe.parallel('all at once', () => { for (const n of [1, 2, 3]) test('number ' + n, () => {}) })
    test.describe.serial('one by one', () => { for (const n of [1, 2]) test('number ' + n, () => {}) })
  `,
}

const PROJECTS = [
  { name: 'set-up', testMatch: 'set-up.js', teardown: 'tear-down' },
  { name: 'tear-down', testMatch: 'tear-down.js' },
  { name: 'broken set-up', testMatch: 'broken-set-up.js' },
  { name: 'desktop', testMatch: '*.spec.js', dependencies: ['set-up'], retries: 1 },
  { name: 'Mobile Safari (iPhone 15) › "x" ünï/\\', testMatch: '*.spec.js', repeatEach: 2 },
  { name: 'never', testMatch: '*.spec.js', dependencies: ['broken set-up'] },
]

eachVersion('which tests run', (version) => {
  let project: RunnerProject
  const namesOf = (tests: { titles: string[] }[]) => tests.map(({ titles }) => titles.join(' › ')).sort()

  beforeAll(() => {
    project = runnerProject(version, FILES, { projects: PROJECTS, fullyParallel: true, workers: 3 })
  })
  afterAll(() => project.remove())

  test('projects: dependencies, tear-down, retries and repeats of their own', async () => {
    const run = await runBoth(project)
    expectEqualReports(run.part, run.report)
    const of = (variant: string, title: string) =>
      run.part.tests.find((each) => each.variant === variant && each.titles.at(-1) === title)
    expect(of('set-up', 'signs in')?.attempts).toMatchObject([{ status: 'passed' }])
    expect(of('tear-down', 'signs out')?.attempts).toMatchObject([{ status: 'passed' }])
    expect(of('never', 'same')?.attempts).toMatchObject([
      { status: 'skipped', skip: { kind: 'hook', reason: expect.stringContaining('depends on') } },
    ])
    const flaky = of('desktop', 'is flaky where retried')
    expect(flaky && resultOf(flaky)).toBe('flaky')
    // Repeats are attempts of one test.
    const phone = of(PROJECTS[4]?.name ?? '', 'fails in its second round')
    expect(phone?.attempts.map(({ status, repeat = 0 }) => `${repeat} ${status}`).sort()).toEqual([
      '0 passed',
      '1 failed',
    ])
    expect(run.part.tests.every(({ occurrence }) => occurrence === 0)).toBe(true)
  })

  test('--repeat-each: every execution of a test counts', async () => {
    const run = await runOnce(
      version,
      {
        'a.spec.js': `${HEAD}
          test('passes', () => {})
          test('fails now and then', ({}, info) => { expect(info.repeatEachIndex % 20).not.toBe(19) })`,
      },
      {},
      // Playwright starts a worker for each repeat, so no more than the test needs.
      { args: ['--repeat-each=52'] },
    )
    expectEqualReports(run.part, run.report)
    const repeatsOf = (title: string, wanted: string) =>
      run
        .test(title)
        .attempts.filter(({ status }) => status === wanted)
        .map(({ repeat = 0 }) => repeat)
        .sort((one, other) => one - other)
    expect(repeatsOf('passes', 'passed')).toEqual(Array.from({ length: 52 }, (_, i) => i))
    expect(repeatsOf('fails now and then', 'passed')).toHaveLength(50)
    expect(repeatsOf('fails now and then', 'failed')).toEqual([19, 39])
    expect(run.part.warnings).toEqual([])
  })

  test('only what failed last time', async () => {
    const run = await runBoth(project, [
      '--last-failed',
      '--project=desktop',
      '--project=Mobile*',
      '--no-deps',
    ])
    expectEqualReports(run.part, run.report)
    // Version 1.45 does not find the repeats that failed.
    expect(namesOf(run.part.tests)).toEqual(
      isSince(version, '1.50') ? ['fails', 'fails in its second round'] : ['fails'],
    )
  })

  test('by title, by line and by file', async () => {
    const desktop = '--project=desktop'
    const grep = await runBoth(project, [desktop, '--grep=@slow|row', '--grep-invert=n":2'])
    expectEqualReports(grep.part, grep.report)
    expect(namesOf(grep.part.tests)).toEqual(['row {"n":1}', 'signs in', 'signs out', 'slow one @slow'])
    const line = await runBoth(project, [desktop, '--no-deps', 'a.spec.js:3'])
    expectEqualReports(line.part, line.report)
    expect(namesOf(line.part.tests)).toEqual(['same'])
  })

  test('a shard says which it is, all of them have every test once', async () => {
    const args = ['--project=desktop', '--no-deps']
    const first = await runBoth(project, [...args, '--shard=1/2'])
    const second = await runBoth(project, [...args, '--shard=2/2'])
    for (const run of [first, second]) expectEqualReports(run.part, run.report)
    expect([first.part.open?.part.shard, second.part.open?.part.shard]).toEqual([
      { index: 1, total: 2 },
      { index: 2, total: 2 },
    ])
    const names = namesOf([...first.part.tests, ...second.part.tests])
    expect(names).toHaveLength(12)
    expect(new Set(names).size).toBe(12)
  })

  test('an only leaves no trace of the others', async () => {
    const run = await runOnce(version, {
      'a.spec.js': `${HEAD}test('a', () => {})\ntest.only('b', () => {})\ntest.describe.only('c', () => { test('d', () => {}) })`,
    })
    expectEqualReports(run.part, run.report)
    expect(namesOf(run.part.tests)).toEqual(['b', 'c › d'])
  })
})
