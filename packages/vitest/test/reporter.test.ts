import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countResults, resultOf } from '../../../scripts/testing/collect.ts'
import { type Observed, observe } from '../../../scripts/testing/observe.ts'
import type { Project } from '../../../scripts/testing/project.ts'
import { readReport, vitestProject, vitestRun } from './project.ts'

const files = {
  'kinds.test.js': `
    import { describe, expect, test } from 'vitest'
    test('passes', () => {})
    test('fails', () => { expect({ total: 1 }).toEqual({ total: 2 }) })
    test.skip('is skipped', () => {})
    test('skips itself', (context) => context.skip('no printer here'))
    test.todo('comes later')
    test.fails('fails as expected', () => { throw new Error('known bug') })
    test.fails('passes unexpectedly', () => {})
    test('times out', { timeout: 20 }, () => new Promise(() => {}))
    describe('outer', () => { describe('inner', () => { test('is nested', () => {}) }) })
    test.each([1, 1, 2])('row %s', (row) => { expect(row).toBe(1) })
    describe('twice', () => { test('same', () => {}) })
    describe('twice', () => { test('same', () => { throw new Error('the second') }) })
    test('says something', async ({ annotate }) => {
      console.log('to stdout')
      console.error('to stderr')
      await annotate('https://bugs.example/7', 'issue')
      throw new Error('and fails')
    })
  `,
  'retries.test.js': `
    import { expect, test } from 'vitest'
    let tries = 0
    test('is flaky', { retry: 2 }, () => {
      tries += 1
      console.log('try ' + tries)
      if (tries < 3) throw new Error('try ' + tries)
    })
    let fails = 0
    test('never passes', { retry: 1 }, () => { throw new Error('fail ' + ++fails) })
    let repeats = 0
    test('fails one repeat', { repeats: 2 }, () => { if (++repeats === 2) throw new Error('repeat 1') })
  `,
  'errors.test.js': `
    import { expect, test } from 'vitest'
    test('throws text', () => { throw 'just text' })
    test('throws an object', () => { throw { code: 42 } })
    test('throws nothing', () => { throw undefined })
    test('has a cause', () => {
      throw new Error('outer', { cause: new TypeError('middle', { cause: new RangeError('inner') }) })
    })
    const circular = new Error('round and round')
    circular.cause = circular
    test('is circular', () => { throw circular })
    test('aggregate', () => { throw new AggregateError([new Error('first'), new TypeError('second')], 'both') })
    test('soft', () => { expect.soft(1).toBe(2); expect.soft('a').toBe('b') })
  `,
  'hooks.test.js': `
    import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest'
    describe('no set-up', () => {
      beforeAll(() => { throw new Error('database is down') })
      test('victim', () => {})
      test.skip('skipped anyway', () => {})
      describe('deep', () => { test('victim too', () => {}) })
    })
    describe('no tear-down', () => {
      afterAll(() => { throw new Error('cannot close') })
      test('ran before', () => {})
    })
    describe('no set-up of each', () => {
      beforeEach(() => { throw new Error('not today') })
      test('is hit', () => {})
    })
  `,
  'file-hook.test.js': `
    import { beforeAll, test } from 'vitest'
    beforeAll(() => { throw new Error('whole file') })
    test('below', () => {})
  `,
  'does-not-load.test.js': `import './nowhere.js'`,
  'unhandled.test.js': `
    import { test } from 'vitest'
    test('leaves a rejection behind', async () => {
      Promise.reject(new Error('nobody caught me'))
      await new Promise((resolve) => setTimeout(resolve, 20))
    })
  `,
}

describe('a run with everything in it', () => {
  let project: Project
  let run: Observed

  beforeAll(async () => {
    project = vitestProject(files)
    run = await observe(project, vitestRun())
  })
  afterAll(() => project.remove())

  test('counts what the JSON reporter of Vitest counts, test by test', () => {
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
      runner: { name: 'vitest' },
      client: { name: '@svc/vitest' },
      part: { package: '', config: 'vitest.config.mjs' },
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

  test('a failure has message, name, stack, place and what was compared', () => {
    const [error] = run.test('fails').attempts[0]?.errors ?? []
    expect(error).toMatchObject({
      message: expect.stringContaining('to deeply equal'),
      name: 'AssertionError',
      stack: expect.stringContaining('kinds.test.js:4:'),
      location: { file: 'kinds.test.js', line: 4 },
      expected: expect.stringContaining('2'),
      actual: expect.stringContaining('1'),
    })
    expect(error?.stack).not.toContain('node_modules')
  })

  test('a skip tells its kind and its reason', () => {
    expect(run.test('is skipped').attempts).toMatchObject([{ status: 'skipped', skip: { kind: 'skip' } }])
    expect(run.test('skips itself').attempts).toMatchObject([
      { status: 'skipped', skip: { kind: 'skip', reason: 'no printer here' } },
    ])
    expect(run.test('comes later').attempts).toMatchObject([{ status: 'skipped', skip: { kind: 'todo' } }])
  })

  test('an expected failure passes and says so; one that passes is a failure', () => {
    expect(run.test('fails as expected').attempts).toMatchObject([
      { status: 'passed', expectedFailure: true },
    ])
    expect(run.test('passes unexpectedly').attempts).toMatchObject([
      { status: 'failed', errors: [{ message: 'Expect test to fail' }] },
    ])
  })

  test('a time-out is told from a failure', () => {
    expect(run.test('times out').attempts).toMatchObject([
      { status: 'timedOut', errors: [{ message: expect.stringContaining('timed out in 20ms') }] },
    ])
  })

  test('titles keep their describe blocks, and equal ones their order in the file', () => {
    expect(run.test('outer', 'inner', 'is nested').attempts).toHaveLength(1)
    const places = (...titles: string[]) =>
      run.part.tests
        .filter((each) => each.titles.join() === titles.join())
        .map((each) => [each.occurrence, resultOf(each)])
    expect(places('row 1')).toEqual([
      [0, 'passed'],
      [1, 'passed'],
    ])
    expect(places('row 2')).toEqual([[0, 'failed']])
    expect(places('twice', 'same')).toEqual([
      [0, 'passed'],
      [1, 'failed'],
    ])
  })

  test('every attempt keeps its own error and its own output', () => {
    expect(run.test('is flaky').attempts).toMatchObject([
      { status: 'failed', errors: [{ message: 'try 1' }], stdout: expect.stringContaining('try 1') },
      { status: 'failed', errors: [{ message: 'try 2' }] },
      { status: 'passed' },
    ])
    expect(run.test('is flaky').attempts[2]?.errors).toBeUndefined()
    expect(resultOf(run.test('is flaky'))).toBe('flaky')
    expect(
      run.test('never passes').attempts.map(({ errors }) => errors?.map(({ message }) => message)),
    ).toEqual([['fail 1'], ['fail 2']])
  })

  test('a repeat is told from a retry', () => {
    const { attempts } = run.test('fails one repeat')
    expect(attempts.map(({ status, repeat = 0 }) => [status, repeat])).toEqual([
      ['passed', 0],
      ['failed', 1],
      ['passed', 2],
    ])
  })

  test('what a failed test printed and noted is kept', () => {
    expect(run.test('says something').attempts).toMatchObject([
      {
        stdout: 'to stdout\n',
        stderr: 'to stderr\n',
        annotations: [{ type: 'issue', description: 'https://bugs.example/7' }],
      },
    ])
  })

  test('whatever is thrown becomes an error with a message', () => {
    const errorsOf = (title: string) => run.test(title).attempts[0]?.errors
    expect(errorsOf('throws text')).toMatchObject([{ message: 'just text' }])
    expect(errorsOf('throws an object')).toMatchObject([{ message: '{ code: 42 }' }])
    expect(errorsOf('throws nothing')).toMatchObject([{ message: 'undefined' }])
    expect(errorsOf('has a cause')).toMatchObject([
      { message: 'outer', cause: { name: 'TypeError', message: 'middle', cause: { message: 'inner' } } },
    ])
    expect(errorsOf('is circular')).toMatchObject([{ message: 'round and round' }])
    expect(errorsOf('aggregate')).toMatchObject([
      { message: 'first' },
      { name: 'TypeError', message: 'second' },
    ])
    expect(errorsOf('soft')).toHaveLength(2)
  })

  test('tests behind a failed beforeAll did not run, and the hook is an error of the file', () => {
    const byHook = { status: 'skipped', skip: { kind: 'hook', reason: 'database is down' } }
    expect(run.test('no set-up', 'victim').attempts).toMatchObject([byHook])
    expect(run.test('no set-up', 'deep', 'victim too').attempts).toMatchObject([byHook])
    expect(run.test('no set-up', 'skipped anyway').attempts).toMatchObject([{ skip: { kind: 'skip' } }])
    expect(run.test('below').attempts).toMatchObject([{ skip: { kind: 'hook', reason: 'whole file' } }])
    expect(resultOf(run.test('no tear-down', 'ran before'))).toBe('passed')
    expect(run.test('no set-up of each', 'is hit').attempts).toMatchObject([
      { errors: [{ message: 'not today' }] },
    ])
  })

  test('what fails outside of tests is an error of its file, or of the run', () => {
    const errors = run.part.errors.map(({ file, failure }) => [file, failure.message]).sort()
    expect(errors).toEqual(
      [
        [undefined, 'nobody caught me'],
        ['does-not-load.test.js', expect.stringContaining('nowhere.js')],
        ['file-hook.test.js', 'whole file'],
        ['hooks.test.js', 'cannot close'],
        ['hooks.test.js', 'database is down'],
      ].sort(),
    )
  })
})

const WORDS: Record<string, string> = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  todo: 'skipped',
  pending: 'skipped',
}

describe('the outcome', () => {
  const withAndWithout = async (test: object, ...args: string[]) => {
    const project = vitestProject(
      {
        'green.test.js': `import { test } from 'vitest'; test('a', () => {})`,
        'red.test.js': `import { test } from 'vitest'; test('b', () => { throw new Error('red') })`,
      },
      test,
    )
    try {
      const without = await project.run(vitestRun('--reporter=json', '--outputFile=plain.json', ...args))
      return { without, run: await observe(project, vitestRun(...args)) }
    } finally {
      project.remove()
    }
  }

  test('of a green run is green with us as without', async () => {
    const { without, run } = await withAndWithout({}, 'green')
    expect([without.code, run.code]).toEqual([0, 0])
    expect(run.part.end).toMatchObject({ status: 'passed' })
  })

  test('of a red run is red with us as without', async () => {
    const { without, run } = await withAndWithout({})
    expect([without.code, run.code]).toEqual([1, 1])
    expect(run.part.end).toMatchObject({ status: 'failed' })
  })

  test('does not change where the server cannot be reached', async () => {
    const project = vitestProject({ 'green.test.js': `import { test } from 'vitest'; test('a', () => {})` })
    const run = await observe(project, vitestRun(), {
      env: { SVC_URL: 'http://127.0.0.1:9', SVC_TIMEOUT_MS: '500' },
    })
    project.remove()
    expect(run.code).toBe(0)
    expect(run.parts).toEqual([])
  })
})

describe('a narrowed run', () => {
  test('tells tests left out by a name pattern from skipped ones', async () => {
    const project = vitestProject({
      'a.test.js': `
        import { describe, test } from 'vitest'
        describe('cart', () => { test('adds', () => {}); test.skip('adds twice', () => {}); test('removes', () => {}) })
      `,
    })
    const run = await observe(project, vitestRun('-t', 'adds'))
    project.remove()
    expect(run.part.tests.map(({ titles, attempts }) => [titles[1], attempts[0]?.skip?.kind])).toEqual([
      ['adds', undefined],
      ['adds twice', 'skip'],
      ['removes', 'filtered'],
    ])
  })

  test('ended by a bail is a failed one, and the rest of the file was left out', async () => {
    const project = vitestProject(
      {
        'a.test.js': `
          import { test } from 'vitest'
          test('breaks', () => { throw new Error('stop') })
          test('never starts', () => {})
        `,
      },
      { bail: 1 },
    )
    const run = await observe(project, vitestRun())
    const report = readReport(project)
    project.remove()
    expect(run.part.end).toMatchObject({ status: 'failed' })
    expect(run.test('never starts').attempts).toMatchObject([
      { status: 'skipped', skip: { kind: 'filtered' } },
    ])
    expect(report).toMatchObject({ numTotalTests: 2, numFailedTests: 1 })
  })

  test('names its shard', async () => {
    const project = vitestProject({
      'a.test.js': `import { test } from 'vitest'; test('a', () => {})`,
      'b.test.js': `import { test } from 'vitest'; test('b', () => {})`,
    })
    const run = await observe(project, vitestRun('--shard=2/2'))
    project.remove()
    expect(run.part.open?.part.shard).toEqual({ index: 2, total: 2 })
    expect(run.part.tests).toHaveLength(1)
  })
})

test('projects are variants, and their equal tests stay apart', async () => {
  const project = vitestProject(
    { 'a.test.js': `import { test } from 'vitest'; test('same', { tags: [] }, () => {})` },
    {
      projects: [
        { test: { name: 'node', include: ['*.test.js'] } },
        { test: { name: 'edge', include: ['*.test.js'] } },
      ],
    },
  )
  const run = await observe(project, vitestRun())
  project.remove()
  expect(run.part.tests.map(({ variant, occurrence }) => [variant, occurrence]).sort()).toEqual([
    ['edge', 0],
    ['node', 0],
  ])
})

test('in watch mode nothing is sent', async () => {
  const project = vitestProject(
    { 'a.test.js': `import { test } from 'vitest'; test('a', () => {})` },
    { reporters: ['default', '@svc/vitest'] },
  )
  const run = await observe(project, ['node_modules/vitest/vitest.mjs', 'watch'], {
    until: /Waiting for file/,
  })
  project.remove()
  expect(run.output).toContain('1 passed')
  expect(run.parts).toEqual([])
})
