import { expect, test } from 'vitest'
import { readText } from '../testing/read.ts'

const playwright = (stats: object, status: string, result: string) => ({
  config: { rootDir: '/repo' },
  suites: [
    {
      title: 'a.spec.ts',
      file: 'a.spec.ts',
      specs: [
        {
          title: 't',
          tests: [{ projectName: '', expectedStatus: 'passed', status, results: [{ status: result }] }],
        },
      ],
    },
  ],
  errors: [],
  stats,
})
const jest = (numFailedTests: number) => ({
  numRuntimeErrorTestSuites: 0,
  numTotalTests: 1,
  numFailedTests,
  success: true,
  testResults: [
    { name: '/repo/a.test.js', status: 'passed', assertionResults: [{ title: 't', status: 'passed' }] },
  ],
})
const ctrf = (failed: number) => ({
  results: {
    tool: { name: 'x' },
    summary: { tests: 1, passed: 1, failed },
    tests: [{ name: 't', status: 'passed', duration: 1 }],
  },
})

test.each([
  ['Playwright, totals', playwright({ unexpected: 1 }, 'expected', 'passed')],
  ['Playwright, a test', playwright({}, 'unexpected', 'passed')],
  ['Jest', jest(1)],
  ['CTRF', ctrf(1)],
])('%s: a report that says something failed is not green where no test did', async (_, report) => {
  const { outcome } = await readText(JSON.stringify(report))
  expect(outcome).toMatchObject({ tests: 1, errors: 1, status: 'failed' })
})

test('Playwright: a verdict that the results contradict is reported', async () => {
  const { file } = await readText(JSON.stringify(playwright({}, 'skipped', 'passed')))
  expect(file.repairs).toMatchObject([
    { kind: 'wrong status', detail: 'status says skipped, results say expected' },
  ])
})

test.each([
  ['Playwright', playwright({ unexpected: 0 }, 'expected', 'passed')],
  ['Jest', jest(0)],
  ['CTRF', ctrf(0)],
])('%s: a report of a green run is green', async (_, report) => {
  const { outcome } = await readText(JSON.stringify(report))
  expect(outcome).toMatchObject({ tests: 1, errors: 0, status: 'passed' })
})

const tried = (results: string[], config: object = {}) => {
  const report = playwright({}, '', '')
  const tests = [
    { projectName: '', expectedStatus: 'passed', results: results.map((status) => ({ status })) },
  ]
  return {
    ...report,
    config: { ...report.config, ...config },
    suites: [
      { title: 'a.spec.ts', file: 'a.spec.ts', specs: [{ title: 't', tests }] },
      ...playwright({}, 'expected', 'passed').suites.map((suite) => ({ ...suite, file: 'b.spec.ts' })),
    ],
  }
}

test.each([
  ['counts flaky tests as failures', ['failed', 'passed'], { failOnFlakyTests: true }, 'failed'],
  ['does not', ['failed', 'passed'], { failOnFlakyTests: false }, 'passed'],
  ['was interrupted in a test', ['interrupted'], {}, 'failed'],
  ['was interrupted before a test', [], {}, 'failed'],
])('Playwright: a run that %s', async (_, results, config, status) => {
  const { outcome } = await readText(JSON.stringify(tried(results, config)))
  expect(outcome).toMatchObject({ status, statuses: { failed: 0 }, errors: status === 'failed' ? 1 : 0 })
})

const listed = (expectedStatus: string) =>
  JSON.stringify({
    ...playwright({ expected: 0, skipped: 1, unexpected: 0, flaky: 0 }, '', ''),
    suites: [
      {
        title: 'a.spec.ts',
        file: 'a.spec.ts',
        specs: [{ title: 't', tests: [{ projectName: '', expectedStatus, status: 'skipped', results: [] }] }],
      },
    ],
  })

test('Playwright: the list of tests that --list writes is refused with a reason, instead of as an interrupted run', async () => {
  const { file, outcome, tests } = await readText(listed('passed'))
  expect(file.problem?.reason).toMatch(/^it lists tests without results, as Playwright writes with --list/)
  expect(outcome).toMatchObject({ isBroken: true, status: 'failed', errors: 0 })
  expect(tests).toEqual([])
  // A run of skipped tests starts no worker, so they have no results either.
  expect((await readText(listed('skipped'))).outcome).toMatchObject({ status: 'passed', tests: 1 })
})
