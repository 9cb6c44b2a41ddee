import { expect, test } from 'vitest'
import { readText, testsOf } from '../testing/read.ts'

// Report files as public bug reports of other tools describe them, written by the real tools.

test('jest-junit: a failed afterAll is outside any test, with the text of what was thrown', async () => {
  const name = " Test execution failure: could be caused by test hooks like 'afterAll'."
  const thrown = JSON.stringify({
    message: '',
    stack: 'Error: not closed\n    at Object.<anonymous> (/w/b.test.js:3:24)',
  })
  const read = await readText(`<testsuites name="jest tests" tests="1" failures="0" errors="0">
    <testsuite name="rows" errors="0" failures="0" skipped="0" tests="1">
      <testcase classname="rows adds" name="rows adds" file="b.test.js"></testcase>
      <testcase classname="${name}" name="${name}" time="0" file="b.test.js"><failure>${escaped(thrown)}</failure></testcase>
    </testsuite></testsuites>`)
  expect(testsOf(read).map(([, status]) => status)).toEqual(['passed'])
  expect(read.errors).toMatchObject([
    { file: 'b.test.js', failure: { message: 'not closed', location: { line: 3, column: 24 } } },
  ])
  expect(read.outcome.status).toBe('failed')
})

test('jest-junit: a file that does not load is one failure, which the report tells twice', async () => {
  const thrown = JSON.stringify({
    code: 'MODULE_NOT_FOUND',
    _originalMessage: "Cannot find module './nowhere'",
  })
  const outside = (body: string) =>
    `<testcase classname="Test suite failed to run" name="a.test.js" file="a.test.js">${body}</testcase>`
  const read = await readText(`<testsuites name="jest tests" tests="0" failures="0" errors="1">
    <testsuite name="a.test.js" errors="1" failures="0" skipped="0" tests="0">
    ${outside(`<error>  ● Test suite failed to run\n\n    Cannot find module './nowhere' from 'a.test.js'\n</error>`)}
    ${outside(`<failure>${escaped(thrown)}</failure>`)}
    </testsuite></testsuites>`)
  expect(read.errors).toMatchObject([
    { file: 'a.test.js', failure: { message: "Cannot find module './nowhere' from 'a.test.js'" } },
  ])
})

test('Vitest: a failed hook of a block is outside any test, not a test with the name of the block', async () => {
  const failed = (name: string) =>
    `<testcase classname="a.test.mjs" name="${name}"><failure message="no db" type="Error">Error: no db</failure></testcase>`
  const read = await readText(`<testsuites name="vitest tests" tests="5" failures="3" errors="0">
    <testsuite name="a.test.mjs" tests="5" failures="3" errors="0" skipped="1">
      <testcase classname="a.test.mjs" name="hooks &gt; inner &gt; one"><skipped/></testcase>
      ${failed('hooks &gt; fails')}
      ${failed('hooks &gt; inner')}
      ${failed('hooks')}
      ${failed('other')}
    </testsuite></testsuites>`)
  expect(testsOf(read)).toEqual([
    ['a.test.mjs | hooks | inner | one', 'skipped'],
    ['a.test.mjs | hooks | fails', 'failed'],
    ['a.test.mjs | other', 'failed'],
  ])
  expect(read.errors).toHaveLength(2)
})

test('Go: a package that does not build, and one whose TestMain fails, are red', async () => {
  const built = await readText('<testsuites tests="0" failures="0" errors="1" time="0.57"></testsuites>')
  expect(built.outcome).toMatchObject({ tests: 0, errors: 1, status: 'failed' })
  const main = await readText(`<testsuites tests="1" failures="1" errors="0" time="1.6">
    <testsuite tests="1" failures="0" time="0.09" name="acme.com/shop" timestamp="2026-11-27T10:07:05Z">
    <properties><property name="go.version" value="go1.19.8 linux/amd64"></property></properties>
    <testcase classname="" name="TestMain" time="0"><failure message="Failed" type="">teardown failed: port in use</failure></testcase>
    <testcase classname="acme.com/shop" name="TestFine" time="0"></testcase></testsuite></testsuites>`)
  expect(main.outcome).toMatchObject({ status: 'failed', statuses: { failed: 1, passed: 1 } })
})

test('pytest: failures of subtests are their test, and a failed teardown beside a failure is no second test', async () => {
  const read =
    await readText(`<testsuites name="pytest tests"><testsuite name="pytest" errors="1" failures="3" skipped="0" tests="8" time="0.2">
    <testcase classname="t" name="test_feature"><failure message="assert 1 != 1">E</failure><failure message="contains 1 failed subtest">contains 1 failed subtest</failure></testcase>
    <testcase classname="t" name="test_fails"><failure message="assert 1 == 2">E</failure></testcase>
    <testcase classname="t" name="test_fails"><error message="failed on teardown with &quot;RuntimeError: teardown&quot;">E</error></testcase>
    </testsuite></testsuites>`)
  expect(testsOf(read).map(([, status]) => status)).toEqual(['failed', 'failed'])
})

test('gotestsum: a package that does not build is red beside a failing test, too', async () => {
  const report = (errors: number) => `<testsuites tests="2" failures="1" errors="${errors}" time="2.8">
    <testsuite tests="2" failures="1" time="0.008" name="acme.com/shop" timestamp="2026-11-27T13:28:54Z">
    <properties><property name="go.version" value="go1.19.8 linux/amd64"></property></properties>
    <testcase classname="acme.com/shop" name="TestFlaky" time="0"><failure message="Failed" type="">boom</failure></testcase>
    <testcase classname="acme.com/shop" name="TestFine" time="0"></testcase></testsuite></testsuites>`
  expect((await readText(report(0))).errors).toEqual([])
  expect((await readText(report(2))).errors).toMatchObject([
    {
      failure: {
        message: expect.stringContaining(
          'says that there were 2 errors outside tests, such as a package that does not build',
        ),
      },
    },
  ])
})

// https://github.com/gradle/gradle/issues/23324
test('Gradle with mergeReruns: two methods with equal rows become one flaky test, which is not green', async () => {
  const row = (name: string, inner = '') =>
    `<testcase name="${name}" classname="C" time="0.01">${inner}</testcase>`
  const mark = `<flakyFailure message="no" type="E"><stackTrace>E: no
	at app//C.first(C.java:20)</stackTrace></flakyFailure>`
  const report = (tests: number) => `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="C" tests="${tests}" skipped="0" failures="1" errors="0" timestamp="2026-01-01T10:00:00" hostname="h" time="0.04">
  <properties/>${row('[1] a', mark)}${row('[2] b')}${row('[3] c')}</testsuite>`
  // Three names and one retry are four runs.
  const retried = await readText(report(4))
  expect(retried.outcome).toMatchObject({ status: 'passed', statuses: { flaky: 1, passed: 2 } })
  const merged = await readText(report(6))
  expect(merged.outcome.status).toBe('failed')
  expect(merged.errors[0]?.failure.message).toBe(
    'The suite C says that 6 tests ran, but has 3 names and 1 retry: it merged tests with equal names, and one that it marks as flaky may have failed. Give rows of different methods different names.',
  )
})

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
