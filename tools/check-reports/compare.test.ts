import { expect, test } from 'vitest'
import { compare } from './compare.ts'
import { countBytes } from './count-file.ts'
import type { Reading } from './read-report.ts'

const NONE = { passed: 0, failed: 0, flaky: 0, skipped: 0 }

const reading = (statuses: object, more: Partial<Reading> = {}): Reading => {
  const counts = { ...NONE, ...statuses }
  const tests = Object.values(counts).reduce((sum, each) => sum + each, 0)
  return {
    outcome: {
      name: 'a',
      format: 'junit',
      tests,
      attempts: tests,
      statuses: counts,
      errors: 0,
      unfinished: 0,
      repairs: [],
      warnings: [],
    },
    status: counts.failed > 0 ? 'failed' : 'passed',
    isBroken: tests === 0,
    told: { ...counts, attempts: tests, errors: 0 },
    ...more,
  }
}
const plain = (text: string) => countBytes(Buffer.from(text))

const TWO = `<?xml version="1.0"?><!-- <testcase/> --><ns:testsuites><testsuite><testcase name="a > b"/>
  <testcase name="b"><failure><![CDATA[<testcase/>]]></failure></testcase></testsuite></ns:testsuites>`

test('elements are counted by themselves, and any difference is wrong', () => {
  expect(plain(TWO)).toMatchObject({ kind: 'junit', counts: { passed: 1, failed: 1 } })
  expect(compare(plain(TWO), reading({ passed: 1, failed: 1 })).kind).toBe('equal')
  expect(compare(plain(TWO), reading({ passed: 0, failed: 1 })).kind).toBe('wrong')
  expect(compare(plain(TWO), reading({ passed: 2 })).why).toBe('green with 1 failed')
})

test('what is reported and what is said may not differ', () => {
  const told = { ...NONE, passed: 1, attempts: 1, errors: 0 }
  expect(compare(plain(TWO), reading({ passed: 1, failed: 1 }, { told })).kind).toBe('wrong')
})

test('anything but a report should be refused, and so should broken reports', () => {
  expect(compare(plain('<project/>'), reading({ passed: 1 })).kind).toBe('wrong')
  expect(compare(plain('<testsuite><testcase>'), reading({ passed: 1 })).kind).toBe('wrong')
})

test('without a test a run is broken, or has errors and failed', () => {
  const empty = plain('<testsuite/>')
  const errors = (count: number) => {
    const { outcome } = reading({})
    return {
      isBroken: false,
      outcome: { ...outcome, errors: count },
      told: { ...NONE, attempts: 0, errors: count },
    }
  }
  expect(compare(empty, reading({}, { ...errors(1), status: 'failed' })).kind).toBe('equal')
  expect(compare(empty, reading({}, { ...errors(1), status: 'passed' })).kind).toBe('wrong')
  expect(compare(empty, reading({}, { ...errors(0), status: 'failed' })).kind).toBe('wrong')
  expect(plain('<testsuites><suite><test result="success"/></suite></testsuites>').kind).toBe('other')
})

test('the same name in another suite is not a retry', () => {
  const failed = '<testcase name="a"><failure/></testcase>'
  const merged = plain(
    `<testsuites><testsuite>${failed}</testsuite><testsuite><testcase name="a"/></testsuite></testsuites>`,
  )
  expect(merged.repeats).toBe(0)
  const { outcome, ...rest } = reading({ flaky: 1 })
  const told = { ...rest.told, attempts: 2 }
  expect(compare(merged, { ...rest, outcome: { ...outcome, attempts: 2 }, told }).kind).toBe('wrong')
})

test('a name that comes again may be a retry, and an expected failure is a pass', () => {
  const retried = plain('<testsuite><testcase name="a"><error/></testcase><testcase name="a"/></testsuite>')
  const flaky = reading({ flaky: 1 }, { told: { ...NONE, flaky: 1, attempts: 2, errors: 0 } })
  expect(compare(retried, flaky).kind).toBe('explained')
  const expected = plain('<testsuite><testcase><skipped type="pytest.xfail"/></testcase></testsuite>')
  expect(compare(expected, reading({ passed: 1 })).kind).toBe('explained')
})

test('JSON is counted by its status, rows of TRX in place of what holds them', () => {
  expect(
    plain('{"results":{"tool":{},"tests":[{"status":"passed","retries":1},{"status":"other"}]}}'),
  ).toMatchObject({ kind: 'ctrf', counts: { flaky: 1, skipped: 1 } })
  expect(
    plain(`<TestRun id="1"><UnitTestResult outcome="Failed"><InnerResults><UnitTestResult outcome="Failed"/>
      <UnitTestResult outcome="Passed"/></InnerResults></UnitTestResult></TestRun>`),
  ).toMatchObject({ kind: 'trx', counts: { passed: 1, failed: 1 } })
})
