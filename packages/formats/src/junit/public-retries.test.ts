import { expect, test } from 'vitest'
import { readText, testsOf } from '../testing/read.ts'

// Retries and repetitions, as reports in public bug reports of other tools have them.

const statuses = async (text: string) => {
  const { outcome, errors, file } = await readText(text)
  return { status: outcome.status, ...outcome.statuses, outside: errors.length, warnings: file.warnings }
}
const BOOM = '<failure message="boom">E: boom</failure>'

// https://github.com/dorny/test-reporter: a report of fastlane's trainer
test('Xcode: the number of each try decides, and a fixed number of repetitions is no retry', async () => {
  const tries = (name: string, ...of: [mark: string, isPassed: boolean][]) =>
    of
      .map(
        ([mark, isPassed]) =>
          `<testcase classname='C' name='${name}' time='0.1'>${isPassed ? '' : "<failure message='no'/>"}<properties><property name='repetition' value='${mark}'/></properties></testcase>`,
      )
      .join('')
  const read = (...cases: string[]) =>
    statuses(
      `<?xml version='1.0' encoding='UTF-8'?><testsuites tests='${cases.length}'><testsuite name='S' tests='${cases.length}' time='2.5'>${cases.join('')}</testsuite></testsuites>`,
    )
  const retried = tries('a', ['Repetition 1 of 3', false], ['Repetition 2 of 3', true])
  expect(await read(retried)).toMatchObject({ status: 'passed', flaky: 1, warnings: [] })
  const again = tries('b', ['First Run', false], ['Retry 1', false], ['Retry 2', true])
  const broken = tries('c', ['Repetition 1 of 2', false], ['Repetition 2 of 2', false])
  const rows = tries('d', ['First Run', true], ['First Run', true])
  expect(await read(retried, again, broken, rows)).toMatchObject({
    status: 'failed',
    flaky: 2,
    failed: 1,
    passed: 2,
  })
  const fixed = tries(
    'a',
    ['Repetition 1 of 3', false],
    ['Repetition 2 of 3', true],
    ['Repetition 3 of 3', true],
  )
  expect(await read(fixed)).toMatchObject({ status: 'failed', flaky: 0, failed: 1, passed: 2 })
  // Two of two ran, so it may be either.
  const either = await read(tries('a', ['Repetition 1 of 2', false], ['Repetition 2 of 2', true]))
  expect(either).toMatchObject({ status: 'failed', flaky: 0, failed: 1 })
  expect(either.warnings.join()).toMatch(/fails and then passes/)
  for (const marks of [
    ['First Run', 'First Run'],
    ['Retry 1', 'Retry 2'],
    ['Repetition 1 of 3', 'Repetition 3 of 3'],
    ['Repetition 1', 'Repetition 2'],
  ] as const)
    expect(await read(tries('a', [marks[0], false], [marks[1], true]))).toMatchObject({ flaky: 0, failed: 1 })
})

// https://github.com/Flank/flank/issues/552, /issues/2504
test('Flank: a test that its retry mark calls flaky passed, and the totals must agree', async () => {
  const suite = (totals: string, cases: string) =>
    `<?xml version='1.0' encoding='UTF-8' ?>
<testsuites><testsuite name="Pixel2.arm-30-en_US-portrait" ${totals} errors="0" skipped="0" time="12.1" timestamp="2024-06-23T06:02:53" hostname="localhost">
<testcase name="opens" classname="org.app.ButtonTest" time="0.2"/>${cases}</testsuite></testsuites>`
  const flaky = `<testcase name="closes" classname="org.app.ButtonTest" time="0.2" flaky="true">${BOOM}</testcase>`
  const failed = `<testcase name="turns" classname="org.app.ButtonTest" time="0.2">${BOOM}</testcase>`
  const retried = await readText(suite('tests="2" failures="0" flakes="1"', flaky))
  expect(testsOf(retried).at(-1)).toEqual([' | org.app.ButtonTest | closes', 'failed passed'])
  expect(retried.file).toMatchObject({ dialect: 'flank', repairs: [], statuses: { flaky: 1, passed: 1 } })
  expect(retried.outcome.status).toBe('passed')
  // The attribute flakes is 0 in some reports of it.
  expect(await statuses(suite('tests="3" failures="1" flakes="0"', flaky + failed))).toMatchObject({
    status: 'failed',
    failed: 1,
    flaky: 1,
    outside: 0,
  })
  // A mark that the totals contradict is not green.
  expect(await statuses(suite('tests="2" failures="1" flakes="0"', flaky))).toMatchObject({
    status: 'failed',
    outside: 1,
  })
})

// https://github.com/dorny/test-reporter/issues/531
test('GdUnit: failures of several tries in one test without its own mark are a failure', async () => {
  const read = await statuses(
    `<testsuites id="1" name="report_4" tests="2" failures="2" skipped="0" flaky="1" time="0.3"><testsuite id="0" name="GdUnit" package="a" tests="2" failures="2" errors="0" skipped="0" flaky="1" time="0.3"><testcase name="ok" classname="G" time="0.01"></testcase><testcase name="slips" classname="G" time="0.03"><failure message="FAILED: a.gd:90" type="FAILURE">failure 1</failure><failure message="FAILED: a.gd:90" type="FAILURE">failure 2</failure></testcase></testsuite></testsuites>`,
  )
  expect(read).toMatchObject({ status: 'failed', passed: 1, failed: 1, flaky: 0 })
})

// https://github.com/oven-sh/bun/pull/33967
test('Bun: an element for each try has no mark, so it is red, and a note says why', async () => {
  const element = (inner = '') =>
    `<testcase name="works later" classname="" time="0.001" file="retry.test.ts" line="5" assertions="1">${inner}</testcase>`
  const read = await statuses(
    `<testsuites name="bun test" tests="3" assertions="3" failures="2" skipped="0" time="0.02"><testsuite name="retry.test.ts" file="retry.test.ts" tests="3" failures="2" skipped="0" time="0">${element(BOOM)}${element(BOOM)}${element()}</testsuite></testsuites>`,
  )
  expect(read).toMatchObject({ status: 'failed', failed: 2, flaky: 0 })
  expect(read.warnings[0]).toMatch(/^works later fails and then passes in one suite\. It counts as failed/)
})

// https://github.com/box/flaky/issues/136, https://github.com/pytest-dev/pytest-rerunfailures/issues/76, /issues/170,
// https://github.com/pytest-dev/pytest-rerunfailures/pull/380
test.each([
  ['a pass before a failure', ['', BOOM], { failed: 1, passed: 0, flaky: 0 }],
  [
    'a failed teardown after a pass',
    ['', '<error message="failed on teardown with &quot;E&quot;">x</error>'],
    { failed: 1, passed: 0 },
  ],
  ['two passes', ['', ''], { passed: 1, failed: 0, flaky: 0 }],
  [
    'a retry that failed, too',
    [`<flakyFailure message="one">E</flakyFailure>${BOOM}`],
    { failed: 1, flaky: 0 },
  ],
])('pytest with re-runs: %s of one test is one test', async (_, elements, wanted) => {
  const cases = elements.map(
    (inner) => `<testcase classname="t" name="test_a" file="t.py" line="6" time="0.1">${inner}</testcase>`,
  )
  const failures = elements.filter((inner) => /<(?:failure|error)/.test(inner)).length
  const read = await statuses(
    `<testsuites><testsuite name="pytest" errors="0" failures="${failures}" skipped="0" tests="${elements.length}" time="0.2">${cases.join('')}</testsuite></testsuites>`,
  )
  expect(read).toMatchObject({ status: failures > 0 ? 'failed' : 'passed', ...wanted })
})

// https://github.com/EnricoMi/publish-unit-test-result-action/issues/539
test('Tycho-Surefire: a suite that counts the retry of a flaky test among its tests and failures is green', async () => {
  const read = await statuses(
    `<testsuite xsi:noNamespaceSchemaLocation="https://maven.apache.org/surefire/maven-surefire-plugin/xsd/surefire-test-report-3.0.xsd" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="3.0" name="S" time="0.4" tests="3" errors="0" skipped="0" failures="1"><properties/><testcase name="a" classname="S" time="0.1"/><testcase name="b" classname="S" time="0.1"><flakyFailure message="x" type="E"><stackTrace>E: x</stackTrace></flakyFailure></testcase></testsuite>`,
  )
  expect(read).toMatchObject({ status: 'passed', passed: 1, flaky: 1, outside: 0 })
})

// https://github.com/GaelGirodon/ci-badges-action/issues/10
test('node:test: nested suites are no tests', async () => {
  const leaf = (name: string) =>
    `<testcase name="${name}" time="0.001" classname="test" file="/repo/a.test.js"/>`
  const suite = (name: string, inner: string) =>
    `<testsuite name="${name}" time="0.01" disabled="0" errors="0" tests="2" failures="0" skipped="0" hostname="h">${inner}</testsuite>`
  const read = await readText(
    `<testsuites>${suite('outer', suite('inner', leaf('a') + leaf('b')) + leaf('c'))}<!-- tests 3 --><!-- pass 3 --></testsuites>`,
  )
  expect(read.outcome).toMatchObject({ tests: 3, status: 'passed' })
  expect(read.file.repairs).toEqual([])
})

// https://github.com/theintern/intern/pull/955, https://github.com/codeceptjs/CodeceptJS/pull/5657,
// https://github.com/reportportal/reportportal/issues/1425
test('a failed hook that only the totals tell, and a report without a test, are not green', async () => {
  expect(
    await statuses(
      '<testsuites><testsuite name="Top level" failures="0" errors="1" skipped="0" tests="1"><testcase name="a" time="0.1" status="0"/></testsuite></testsuites>',
    ),
  ).toMatchObject({ status: 'failed', passed: 1, outside: 1 })
  expect(
    await statuses(
      '<testsuites name="Mocha Tests" time="0.0" tests="0" failures="0"><testsuite name="Root Suite" tests="0" time="0.000" failures="0"></testsuite></testsuites>',
    ),
  ).toMatchObject({ status: 'failed', passed: 0 })
})

// https://github.com/apache/maven-surefire/issues/2768, as Surefire 3.2.5 with rerunFailingTestsCount 2 writes it: its
// totals are those of the last re-run.
test('Surefire: merged repetitions of which one never passed are not green', async () => {
  const suite = (totals: string, cases: string) =>
    `<testsuite xsi:noNamespaceSchemaLocation="https://maven.apache.org/surefire/maven-surefire-plugin/xsd/surefire-test-report-3.0.xsd" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="3.0" name="T" time="0.2" errors="0" skipped="0" ${totals}>${cases}</testsuite>`
  const flaky = (name: string, times: number) =>
    `<testcase name="${name}" classname="T" time="0.1">${'<flakyFailure message="x" type="E"><stackTrace>E: x</stackTrace></flakyFailure>'.repeat(times)}</testcase>`
  const fine = '<testcase name="fine" classname="T" time="0.1"/>'
  const broken =
    '<testcase name="broken" classname="T" time="0.1"><failure message="x" type="E">E</failure><rerunFailure message="x" type="E"/><rerunFailure message="x" type="E"/></testcase>'
  const merged = await readText(suite('tests="1" failures="1"', fine + flaky('dynamic', 3)))
  expect(merged.outcome.status).toBe('failed')
  expect(merged.errors[0]?.failure.message).toBe(
    'The suite T says that 1 failed in its last run, but has 0 failed tests: tests of one name, such as repetitions or dynamic tests, were merged, and one that it marks as flaky failed in the end.',
  )
  const beside = await readText(suite('tests="2" failures="2"', broken + flaky('dynamic', 3)))
  expect(beside.errors).toHaveLength(1)
  for (const [totals, cases, status] of [
    ['tests="1" failures="0"', fine + flaky('flips', 2), 'passed'],
    ['tests="2" failures="1"', broken + flaky('flips', 2) + flaky('once', 1), 'failed'],
    ['tests="5" failures="3"', fine + flaky('flips', 3), 'passed'],
  ] as const) {
    const read = await readText(suite(totals, cases))
    expect([read.outcome.status, read.errors.length]).toEqual([status, 0])
  }
})
