import { expect, test } from 'vitest'
import { readFiles } from './testing/read.ts'

// One run and the re-run of its failed tests, each with a report of its own.

const trx = (
  id: string,
  start: string,
  results: Record<string, 'Passed' | 'Failed'>,
  folder = 'net8.0',
) => `<?xml version="1.0"?>
<TestRun id="${id}" xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010">
<Times start="${start}" finish="${start}"/><Results>${Object.entries(results)
  .map(
    ([name, outcome]) =>
      `<UnitTestResult executionId="${id}${name}" testId="${name}" testName="${name}" duration="00:00:00.01" startTime="${start}" endTime="${start}" outcome="${outcome}">${
        outcome === 'Failed' ? '<Output><ErrorInfo><Message>boom</Message></ErrorInfo></Output>' : ''
      }</UnitTestResult>`,
  )
  .join('')}</Results><TestDefinitions>${Object.keys(results)
  .map(
    (name) =>
      `<UnitTest name="${name}" id="${name}"><TestMethod codeBase="C:\\shop\\bin\\Debug\\${folder}\\Shop.dll" className="Acme.Cart" name="${name}"/></UnitTest>`,
  )
  .join('')}</TestDefinitions></TestRun>`

const FIRST = trx('a', '2026-11-20T10:00:00Z', { Adds: 'Passed', Removes: 'Failed', Ships: 'Failed' })
const AGAIN = trx('b', '2026-11-20T10:00:30Z', { Removes: 'Passed', Ships: 'Failed' })

const statuses = async (files: Record<string, string>, areReruns: boolean) => {
  const { outcome, tests, warnings } = await readFiles(files, { areReruns })
  return {
    statuses: outcome.statuses,
    attempts: Object.fromEntries(
      tests.map(({ titles, occurrence, attempts }) => [
        `${titles.at(-1)} ${occurrence}`,
        attempts.map(({ status, retry = 0 }) => `${status} ${retry}`).join(', '),
      ]),
    ),
    warnings: warnings.join('\n'),
  }
}

test.each([
  ['in order', { '10a.trx': FIRST, '10b.trx': AGAIN }],
  ['with names in another order than their starts', { '1.trx': AGAIN, '2.trx': FIRST }],
])('reports of re-runs, %s, are attempts of one test', async (_, files) => {
  expect(await statuses(files, true)).toEqual({
    statuses: { passed: 1, failed: 1, flaky: 1, skipped: 0 },
    attempts: { 'Adds 0': 'passed 0', 'Removes 0': 'failed 0, passed 1', 'Ships 0': 'failed 0, failed 1' },
    warnings: '',
  })
})

test('without the option, equal names stay apart, so the failure stays, and a note names the option', async () => {
  const read = await statuses({ '10a.trx': FIRST, '10b.trx': AGAIN }, false)
  expect(read.statuses).toEqual({ passed: 2, failed: 3, flaky: 0, skipped: 0 })
  expect(read.warnings).toContain('use --reruns')
})

test('a test that passed and fails in the later run has failed', async () => {
  const passed = trx('b', '2026-11-20T09:00:00Z', { Adds: 'Passed', Removes: 'Passed', Ships: 'Passed' })
  const read = await statuses({ 'z.trx': passed, 'a.trx': FIRST }, true)
  expect(read.statuses).toEqual({ passed: 1, failed: 2, flaky: 0, skipped: 0 })
})

// https://github.com/microsoft/testfx/issues/2380
test('all runs in one TRX file: a failure stays, and a note names the option', async () => {
  const again = AGAIN.split('<Results>')[1]?.split('</Results>')[0]
  const both = FIRST.replace('</Results>', `${again}</Results>`)
  const read = await statuses({ 'a.trx': both }, false)
  expect(read.statuses).toEqual({ passed: 2, failed: 3, flaky: 0, skipped: 0 })
  expect(read.warnings).toContain(
    'a.trx: Removes fails and then passes in one report. It counts as failed, because TRX does not say whether the second is a retry. If it is, write a report for each run, send both and use --reruns.',
  )
  const rows = FIRST.replaceAll('testId="Removes"', 'testId="Ships"')
  expect((await statuses({ 'a.trx': rows }, false)).warnings).toBe('')
})

test('reports without a start are in the order of their names', async () => {
  const junit = (body: string) =>
    `<testsuites><testsuite name="S"><testcase classname="C" name="t">${body}</testcase></testsuite></testsuites>`
  const files = { 'rerun-1.xml': junit('<failure message="no"/>'), 'rerun-2.xml': junit('') }
  expect((await statuses(files, true)).attempts).toEqual({ 't 0': 'failed 0, passed 1' })
})

// https://github.com/joaoopereira/dotnet-test-rerun/issues/89
test('a project with two frameworks: a pass on one is no re-run of a failure on the other', async () => {
  const eight = trx('a', '2026-11-20T10:00:00Z', { Adds: 'Passed', Removes: 'Failed' })
  const nine = trx('b', '2026-11-20T10:00:30Z', { Adds: 'Passed', Removes: 'Passed' }, 'net9.0')
  const read = await statuses({ '1.trx': eight, '2.trx': nine }, true)
  expect(read.statuses).toEqual({ passed: 3, failed: 1, flaky: 0, skipped: 0 })
  const again = trx('c', '2026-11-20T10:01:00Z', { Removes: 'Passed' })
  expect((await statuses({ '1.trx': eight, '2.trx': nine, '3.trx': again }, true)).statuses).toEqual({
    passed: 3,
    failed: 0,
    flaky: 1,
    skipped: 0,
  })
})
