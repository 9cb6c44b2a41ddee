import { expect, test } from 'vitest'
import { readText, testsOf } from './testing/read.ts'

// As Vitest 5.1 writes them for `--bail=1`: files that it did not start are there, without a test.

const tested = (status: string) => ({
  name: '/repo/a.test.js',
  status,
  message: '',
  startTime: 1_795_786_120_212,
  endTime: 1_795_786_120_215,
  assertionResults: [{ ancestorTitles: [], title: 'a', status, failureMessages: [] }],
})
const untested = { name: '/repo/b.test.js', status: 'failed', message: '', assertionResults: [] }
const json = (testResults: object[], success = false) =>
  JSON.stringify({
    numTotalTestSuites: 2,
    numTotalTests: 1,
    snapshot: {},
    startTime: 1_795_786_119_611,
    success,
    testResults,
  })

test('Vitest JSON: a file without a test and a reason is an error, because its worker may have died', async () => {
  const read = await readText(json([tested('failed'), untested]), {}, 'o.json')
  expect(read.file.format).toBe('vitest-json')
  expect(testsOf(read)).toEqual([['a.test.js | a', 'failed']])
  expect(read.errors).toMatchObject([
    {
      file: 'b.test.js',
      failure: { message: expect.stringMatching(/^The file has no result: `bail` ended/) },
    },
  ])
})

const junit = (failures: number, body: string) =>
  `<testsuites name="vitest tests" tests="1" failures="${failures}" errors="0" time="0.1">
  <testsuite name="a.test.js" tests="1" failures="${failures}" errors="0" skipped="0" time="0.1">
  <testcase classname="a.test.js" name="a" time="0.1">${body}</testcase></testsuite>
  <testsuite name="b.test.js" tests="0" failures="0" errors="0" skipped="0" time="0"></testsuite></testsuites>`

test('Vitest JUnit: suites without a test did not run, if a test failed', async () => {
  const red = await readText(junit(1, '<failure message="no" type="Error">Error: no</failure>'))
  expect(red.outcome).toMatchObject({ tests: 1, errors: 0, unfinished: 1 })
  const green = await readText(junit(0, ''))
  expect(green.outcome).toMatchObject({ tests: 1, unfinished: 0, status: 'passed' })
})
