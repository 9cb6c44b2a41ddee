import { expect, test } from 'vitest'
import { readText, testsOf } from '../../testing/read.ts'

const report = (testResults: object[]) =>
  JSON.stringify({ numRuntimeErrorTestSuites: 0, numTotalTests: 2, success: false, testResults })

test('results as Jest hands them to a processor have their tests, files and times', async () => {
  const read = await readText(
    report([
      {
        testFilePath: '/repo/a.test.js',
        failureMessage: '● sum › adds',
        perfStats: { start: 1_700_000_000_000, end: 1_700_000_000_100 },
        testResults: [
          { ancestorTitles: ['sum'], title: 'adds', status: 'failed', failureMessages: ['Error: 3'] },
          { ancestorTitles: ['sum'], title: 'takes', status: 'passed', duration: 4 },
        ],
      },
      { testFilePath: '/repo/b.test.js', failureMessage: 'Test suite failed to run', testResults: [] },
      { testFilePath: '/repo/c.test.js', failureMessage: null, testExecError: {}, testResults: [] },
    ]),
  )
  expect(testsOf(read)).toEqual([
    ['a.test.js | sum | adds', 'failed'],
    ['a.test.js | sum | takes', 'passed'],
  ])
  expect(read.tests[1]?.attempts).toMatchObject([{ startedAt: 1_700_000_000_000, durationMs: 4 }])
  expect(read.errors.map(({ file }) => file)).toEqual(['b.test.js', 'c.test.js'])
  expect(read.file.repairs).toEqual([])
})
