import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countResults, resultOf } from '../../../scripts/testing/collect.ts'
import { type Observed, observe } from '../../../scripts/testing/observe.ts'
import type { Project } from '../../../scripts/testing/project.ts'
import { everything } from './fixture.ts'
import { jestProject, jestRun, readReport } from './project.ts'

// What is thrown takes another way in each: as it is in one process, serialised from workers.
describe.each(['--runInBand', '--maxWorkers=2'])('a run with everything in it, %s', (mode) => {
  let project: Project
  let run: Observed

  beforeAll(async () => {
    project = jestProject(everything)
    run = await observe(project, jestRun(mode))
  })
  afterAll(() => project.remove())

  test('counts what the JSON report of Jest counts, test by test', () => {
    const report = readReport(project)
    const { passed, flaky, failed, skipped } = countResults(run.part.tests)
    expect(run.part.tests.length).toBe(report.numTotalTests)
    expect(passed + flaky).toBe(report.numPassedTests)
    expect(failed).toBe(report.numFailedTests)
    expect(skipped).toBe(report.numPendingTests + report.numTodoTests)

    const theirs = report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map((each) =>
        JSON.stringify([name.split('/').at(-1), ...each.ancestorTitles, each.title, WORDS[each.status]]),
      ),
    )
    const ours = run.part.tests.map((each) =>
      JSON.stringify([each.file, ...each.titles, resultOf(each).replace('flaky', 'passed')]),
    )
    expect(ours.sort()).toEqual(theirs.sort())
  })

  test('says what it is a part of', () => {
    expect(run.part.open).toMatchObject({
      project: 'fixture',
      root: 'git',
      runner: { name: 'jest', version: expect.stringMatching(/^\d+\.\d+/) },
      client: { name: '@svc/jest' },
      part: { package: '', config: '' },
    })
    expect(run.part.end).toMatchObject({ status: 'failed' })
  })

  test('a plain pass is nothing but a pass', () => {
    expect(run.test('passes')).toEqual({
      file: 'kinds.test.js',
      titles: ['passes'],
      variant: '',
      occurrence: 0,
      attempts: [{ status: 'passed', startMs: expect.any(Number), durationMs: expect.any(Number) }],
    })
  })

  test('a failure has message, stack, place and what was compared', () => {
    const [error] = run.test('fails').attempts[0]?.errors ?? []
    expect(error).toMatchObject({
      message: expect.stringContaining('toEqual'),
      stack: expect.stringContaining('kinds.test.js:3:'),
      location: { file: 'kinds.test.js', line: 3 },
      expected: '{ total: 2 }',
      actual: '{ total: 1 }',
    })
    expect(error?.stack).not.toContain('jest-circus')
  })

  test('skipped and todo tests are told with their kind', () => {
    expect(run.test('is skipped').attempts).toMatchObject([{ status: 'skipped', skip: { kind: 'skip' } }])
    expect(run.test('comes later').attempts).toMatchObject([{ status: 'skipped', skip: { kind: 'todo' } }])
  })

  test('an expected failure passes and says so; one that passes is a failure', () => {
    expect(run.test('fails as expected').attempts).toMatchObject([
      { status: 'passed', expectedFailure: true },
    ])
    expect(run.test('passes unexpectedly').attempts).toMatchObject([
      { status: 'failed', errors: [{ message: expect.stringContaining('supposed to fail') }] },
    ])
  })

  test('a time-out is told from a failure, and where', () => {
    expect(run.test('times out').attempts).toMatchObject([
      {
        status: 'timedOut',
        errors: [
          {
            message: expect.stringContaining('Exceeded timeout of 20 ms'),
            location: { file: 'kinds.test.js', line: 8 },
          },
        ],
      },
    ])
  })

  test('titles keep their describe blocks, and equal ones are told apart', () => {
    expect(run.test('outer', 'inner', 'is nested').attempts).toHaveLength(1)
    const places = (...titles: string[]) =>
      run.part.tests
        .filter((each) => each.titles.join() === titles.join())
        .map((each) => [each.occurrence, resultOf(each)])
    expect(places('row 1')).toEqual([
      [0, 'passed'],
      [1, 'passed'],
    ])
    expect(places('twice', 'same')).toEqual([
      [0, 'passed'],
      [1, 'failed'],
    ])
    expect(places('thrice', 'same')).toEqual([
      [0, 'passed'],
      [1, 'passed'],
      [2, 'skipped'],
    ])
  })

  test('every attempt keeps its own error', () => {
    const messages = (each: { attempts: { status: string; errors?: { message: string }[] }[] }) =>
      each.attempts.map(({ status, errors = [] }) => [status, ...errors.map(({ message }) => message)])
    expect(messages(run.test('is flaky'))).toEqual([['failed', 'try 1'], ['failed', 'try 2'], ['passed']])
    expect(resultOf(run.test('is flaky'))).toBe('flaky')
    expect(messages(run.test('never passes'))).toEqual([
      ['failed', 'fail 1'],
      ['failed', 'fail 2'],
      ['failed', 'fail 3'],
    ])
    expect(run.part.tests.filter(({ titles }) => titles[0] === 'both flaky').map(messages)).toEqual([
      [['failed', '0/1'], ['passed']],
      [['failed', '1/1'], ['failed', '1/2'], ['passed']],
    ])
  })

  test('whatever is thrown becomes an error with a message', () => {
    const errorsOf = (title: string) => run.test(title).attempts[0]?.errors
    expect(errorsOf('throws text')).toMatchObject([{ message: 'thrown: "just text"' }])
    expect(errorsOf('throws an object')).toMatchObject([{ message: expect.stringContaining('"code": 42') }])
    expect(errorsOf('throws nothing')).toMatchObject([{ message: 'thrown: undefined' }])
    expect(errorsOf('has a cause')).toMatchObject([
      { message: 'outer', cause: { name: 'TypeError', message: 'middle', cause: { message: 'inner' } } },
    ])
    expect(errorsOf('aggregate')).toMatchObject([
      { name: 'AggregateError', message: 'both', errors: [{ message: 'first' }, { name: 'TypeError' }] },
    ])
  })

  test('a failed beforeAll fails the tests behind it, as Jest itself counts them', () => {
    const byHook = { status: 'failed', errors: [{ message: 'database is down' }] }
    expect(run.test('no set-up', 'victim').attempts).toMatchObject([byHook])
    expect(run.test('no set-up', 'deep', 'victim too').attempts).toMatchObject([byHook])
    expect(run.test('no set-up', 'skipped anyway').attempts).toMatchObject([{ status: 'skipped' }])
    expect(run.test('no set-up of each', 'is hit').attempts).toMatchObject([
      { errors: [{ message: 'not today' }] },
    ])
    expect(resultOf(run.test('no tear-down', 'ran before'))).toBe('passed')
  })

  test('what fails outside of tests is an error of its file', () => {
    const errors = run.part.errors.map(({ file, failure }) => [file, failure.message])
    expect(errors.sort()).toEqual([
      ['does-not-compile.test.js', 'cart.ts:3:7 - error TS2307'],
      ['does-not-load.test.js', expect.stringContaining('nowhere.js')],
      ['has-no-tests.test.js', expect.stringContaining('must contain at least one test')],
      ['hooks.test.js', 'cannot close'],
      ['hooks.test.js', 'cannot close that'],
    ])
  })
})

const WORDS: Record<string, string> = {
  passed: 'passed',
  failed: 'failed',
  pending: 'skipped',
  skipped: 'skipped',
  todo: 'skipped',
}

describe('the outcome', () => {
  const withAndWithout = async (...args: string[]) => {
    const project = jestProject({
      'green.test.js': `test('a', () => {})`,
      'red.test.js': `test('b', () => { throw new Error('red') })`,
    })
    try {
      const without = await project.run(jestRun(...args, '--reporters=default'))
      return { without, run: await observe(project, jestRun(...args)) }
    } finally {
      project.remove()
    }
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

  test('of a run ended by a bail is sent before Jest ends', async () => {
    const { without, run } = await withAndWithout('--bail', '--runInBand')
    expect([without.code, run.code]).toEqual([1, 1])
    expect(run.part.end).toMatchObject({ status: 'failed' })
  })

  test('does not change where the server cannot be reached', async () => {
    const project = jestProject({ 'green.test.js': `test('a', () => {})` })
    const run = await observe(project, jestRun(), {
      env: { SVC_URL: 'http://127.0.0.1:9', SVC_TIMEOUT_MS: '500' },
    })
    project.remove()
    expect(run.code).toBe(0)
    expect(run.parts).toEqual([])
  })
})

test('an error that is its own cause is one error', async () => {
  const project = jestProject({
    'a.test.js': `
      const circular = new Error('round and round')
      circular.cause = circular
      test('is circular', () => { throw circular })
    `,
  })
  // Jest itself cannot write its JSON report of such an error.
  const run = await observe(project, ['node_modules/jest/bin/jest.js'])
  project.remove()
  const [error] = run.test('is circular').attempts[0]?.errors ?? []
  expect(error).toMatchObject({ name: 'Error', message: 'round and round' })
  expect(error?.cause).toBeUndefined()
})

test('tests left out by a name pattern are told from skipped ones', async () => {
  const project = jestProject({
    'a.test.js': `
      describe('cart', () => { test('adds', () => {}); test.skip('adds twice', () => {}); test('removes', () => {}) })
    `,
  })
  const run = await observe(project, jestRun('-t', 'cart adds'))
  project.remove()
  expect(run.part.tests.map(({ titles, attempts }) => [titles[1], attempts[0]?.skip?.kind])).toEqual([
    ['adds', undefined],
    ['adds twice', 'skip'],
    ['removes', 'filtered'],
  ])
})

test('a shard and a config file given by hand are part of what it is', async () => {
  const project = jestProject({
    'unit.json': JSON.stringify({ reporters: ['@svc/jest'], transform: {} }),
    'a.test.js': `test('a', () => {})`,
    'b.test.js': `test('b', () => {})`,
  })
  const run = await observe(project, jestRun('--shard=2/2', '-c', 'unit.json'))
  project.remove()
  expect(run.part.open?.part).toMatchObject({ config: 'unit.json', shard: { index: 2, total: 2 } })
  expect(run.part.tests).toHaveLength(1)
})

// Jest names the wrong project with the attempts of a file that several projects run.
test.each(['--runInBand', '--maxWorkers=2'])(
  'projects are variants, and their equal tests stay apart, %s',
  async (mode) => {
    const project = jestProject(
      {
        'a.test.js': `
        jest.retryTimes(1)
        let tries = 0
        test('same', async () => {
          await new Promise((resolve) => setTimeout(resolve, 50))
          if (++tries === 1) throw new Error('first try')
        })
      `,
      },
      {
        projects: [
          { displayName: 'node', transform: {} },
          { displayName: { name: 'edge', color: 'blue' }, transform: {} },
        ],
      },
    )
    const run = await observe(project, jestRun(mode))
    project.remove()
    expect(
      run.part.tests.map((each) => [each.variant, each.occurrence, each.attempts.length]).sort(),
    ).toEqual([
      ['edge', 0, 2],
      ['node', 0, 2],
    ])
  },
)

test('in watch mode nothing is sent', async () => {
  const project = jestProject({ 'a.test.js': `test('a', () => {})` }, { reporters: ['default', '@svc/jest'] })
  const run = await observe(project, ['node_modules/jest/bin/jest.js', '--watchAll'], {
    until: /Ran all test suites/,
  })
  project.remove()
  expect(run.output).toContain('1 passed')
  expect(run.parts).toEqual([])
})
