import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { failed, flaky, type MadeRun, type MadeTest, passed, settled } from '../../testing/upload.ts'

const TREE = 'a'.repeat(40)
const TIMED_OUT = 'Test timed out in 30000ms.'
const REFUSED = 'connect ECONNREFUSED 10.0.0.5:5432'
const inFile = (file: string, message: string) => ({ file: `${file}.test.ts`, message })
const many = (times: number) => Array.from({ length: times }, (_, i) => passed(`sound ${i}`))

/** Three tests of two files that go wrong in one way. */
const three = (make: typeof failed, message: string): MadeTest[] => [
  make('a', inFile('one', message)),
  make('b', inFile('one', message)),
  make('c', inFile('two', message)),
]

const upload = (app: TestApp, results: MadeTest[], made: MadeRun = {}) =>
  settled(app, { ...made, results: [...results, ...many(12)] })

interface Listed {
  titles: string[]
  flakinessRate: { numerator: number; denominator: number }
  failedRuns: number
}

/** `<title> <runs with evidence>/<runs>` of each test on the list, in the order of titles. */
const listed = async (app: TestApp) =>
  (await app.get<Listed[]>('/api/flaky-tests')).data
    .map(
      ({ titles, flakinessRate: { numerator, denominator } }) => `${titles[0]} ${numerator}/${denominator}`,
    )
    .sort()

onEachDatabase('errors that a run shares', (makeApp) => {
  test('tests of several files that a service failed and that passed when tried again are not flaky', async () => {
    const app = await makeApp()
    await upload(app, three(flaky, REFUSED))
    await upload(app, three(flaky, TIMED_OUT))
    expect(await listed(app)).toEqual([])
  })

  test('nor are tests of several classes where reports name no files; a nested class is no other class', async () => {
    const app = await makeApp()
    const java = (last: string) =>
      ['com.acme.One > a', 'com.acme.One > b', last].map((title) =>
        flaky(title, { file: '', message: REFUSED }),
      )
    for (let i = 0; i < 2; i++) await upload(app, java('com.acme.Two > c'))
    expect(await listed(app)).toEqual([])
    for (let i = 0; i < 2; i++) await upload(app, java('com.acme.One$Inner > c'))
    expect(await listed(app)).toHaveLength(3)
  })

  test('nor are they where another run of the same tree passed', async () => {
    const app = await makeApp()
    const code = { branch: 'main', tree: TREE }
    await upload(app, three(failed, REFUSED), { code })
    await upload(app, [passed('a', inFile('one', '')), passed('c', inFile('two', ''))], { code })
    expect(await listed(app)).toEqual([])
    // Its own failure on that tree is evidence as ever.
    await upload(app, [failed('a', inFile('one', 'wrong'))], { code })
    expect(await listed(app)).toEqual(['a 1/3'])
    const [one] = (await app.get<{ testId: string }[]>('/api/flaky-tests')).data
    const { runs } = (await app.get<{ runs: object[] }>(`/api/tests/${one?.testId}`)).data
    expect(runs).toMatchObject([
      { status: 'failed', evidence: ['same-tree'], isOutage: false },
      { status: 'passed', evidence: [], isOutage: false },
      { status: 'failed', evidence: [], isOutage: true },
    ])
  })

  test('nor are others that failed in that run, with errors in words of their own', async () => {
    const app = await makeApp()
    const code = { branch: 'main', tree: TREE }
    const hit = failed('d', inFile('two', 'expected 200, received 500'))
    await upload(app, [...three(failed, REFUSED), hit], { code })
    await upload(app, [passed('a', inFile('one', '')), passed('d', inFile('two', ''))], { code })
    expect(await listed(app)).toEqual([])
    // What a retry passed in that run is a flake as ever.
    await upload(app, [...three(failed, REFUSED), flaky('d', inFile('two', 'slipped'))], { code })
    expect(await listed(app)).toEqual(['d 1/3'])
  })

  test('nor are many tests that failed at once and passed on the same code', async () => {
    const app = await makeApp()
    const code = { branch: 'main', tree: TREE }
    const some = (make: typeof failed, count: number) =>
      Array.from({ length: count }, (_, i) => make(`hit ${i}`, inFile(`${i}`, `expected ${'x'.repeat(i)}`)))
    await upload(app, some(failed, 5), { code })
    await upload(app, some(passed, 5), { code })
    expect(await listed(app)).toEqual([])
    await upload(app, some(failed, 4), { code })
    expect(await listed(app)).toEqual(['hit 0 1/3', 'hit 1 1/3', 'hit 2 1/3', 'hit 3 1/3'])
  })

  test('two tests, three of one file, or an error of the project’s own are no outage', async () => {
    const app = await makeApp()
    await upload(app, three(flaky, REFUSED).slice(1))
    await upload(app, three(flaky, REFUSED).slice(1))
    expect(await listed(app)).toEqual(['b 2/2', 'c 2/2'])
    for (let i = 0; i < 2; i++)
      await upload(
        app,
        ['d', 'e', 'f'].map((title) => flaky(title, inFile('three', REFUSED))),
      )
    expect(await listed(app)).toEqual(['b 2/2', 'c 2/2', 'd 2/2', 'e 2/2', 'f 2/2'])
    await upload(app, three(flaky, 'lock orders not free after 5000 ms'))
    expect(await listed(app)).toEqual(['a 1/1', 'b 3/3', 'c 3/3', 'd 2/2', 'e 2/2', 'f 2/2'])
    await upload(app, three(flaky, 'timed out waiting for lock orders'))
    expect(await listed(app)).toEqual(['a 2/2', 'b 4/4', 'c 4/4', 'd 2/2', 'e 2/2', 'f 2/2'])
  })

  test.each([REFUSED, TIMED_OUT, 'HTTP 502: the shop is not there'])(
    'one run with %s is no flake of a test, a second one is',
    async (message) => {
      const app = await makeApp()
      await upload(app, [flaky('a', inFile('one', message)), flaky('b', inFile('one', 'slipped'))])
      expect(await listed(app)).toEqual(['b 1/1'])
      await upload(app, [flaky('a', inFile('one', message)), passed('b', inFile('one', ''))])
      expect(await listed(app)).toEqual(['a 2/2', 'b 1/2'])
    },
  )

  test.each([
    'Test timeout of 30000ms exceeded.',
    'Timeout of 2000ms exceeded. For async tests and hooks, ensure "done()" is called',
    'thrown: "Exceeded timeout of 5000 ms for a test.',
    'Hook timed out in 10000ms.',
    'test timed out after 100ms',
    'Failed: Timeout >5.0s',
  ])('%s: the runner gave the tests up', async (message) => {
    const app = await makeApp()
    await upload(app, three(flaky, message))
    expect(await listed(app)).toEqual([])
  })

  test.each([
    'GET /orders answered status 503 Service Unavailable',
    'HTTP 502: the shop is not there',
    'Request failed with status code 504',
    'page.click: Target page, context or browser has been closed',
    'Worker terminated due to reaching memory limit: JS heap out of memory',
  ])('%s: what the tests use is ill', async (message) => {
    const app = await makeApp()
    const results = ['a', 'b', 'c'].map((title) => flaky(title, inFile(title, `${message} (${title})`)))
    await upload(app, results)
    expect(await listed(app)).toEqual([])
  })

  test.each([
    'expected status 503 to be 200',
    'the list has 503 rows',
    'the account is closed',
    'expected page title to be closed',
  ])('%s: an assertion’s own words are no illness', async (message) => {
    const app = await makeApp()
    await upload(app, three(flaky, message))
    expect(await listed(app)).toHaveLength(3)
  })

  test('what else flakes in the same run still counts', async () => {
    const app = await makeApp()
    await upload(app, [...three(flaky, REFUSED), flaky('d', inFile('two', 'slipped'))])
    expect(await listed(app)).toEqual(['d 1/1'])
  })

  test('one service has many addresses, and each test its own place in the code', async () => {
    const app = await makeApp()
    const results = ['a', 'b', 'c'].map((title, i) =>
      flaky(title, inFile(title, `connect ECONNREFUSED 10.0.0.${i}:5432 asked by ${title}`)),
    )
    await upload(app, results)
    expect(await listed(app)).toEqual([])
  })

  test('a few time-outs in a large suite are each test’s own', async () => {
    const app = await makeApp()
    // 3 of 298 are more than 1 %, 3 of 303 are less.
    await settled(app, { results: [...three(flaky, TIMED_OUT), ...many(295)] })
    expect(await listed(app)).toEqual([])
    await settled(app, { results: [...three(flaky, TIMED_OUT), ...many(300)] })
    await settled(app, { results: [...three(flaky, TIMED_OUT), ...many(300)] })
    expect(await listed(app)).toEqual(['a 2/3', 'b 2/3', 'c 2/3'])
  })

  test('the failures themselves stay: they are counted, and three in a row break a test', async () => {
    const app = await makeApp()
    for (let i = 0; i < 3; i++) await upload(app, three(failed, REFUSED))
    const { data } = await app.get<Listed[]>('/api/flaky-tests?state=broken')
    expect(data.map(({ titles, failedRuns }) => `${titles[0]} ${failedRuns}`).sort()).toEqual([
      'a 3',
      'b 3',
      'c 3',
    ])
    const tests = await app.get<{ titles: string[]; monitor: string }[]>(
      '/api/tests?project=shop&monitor=broken',
    )
    expect(tests.data.map(({ titles }) => titles[0]).sort()).toEqual(['a', 'b', 'c'])
  })
})
