import { expect, test } from 'vitest'
import { parseMap } from '../map.ts'
import { readText, repairs, testsOf } from '../testing/read.ts'

const trxOf = (results: string, more = '') => `\ufeff<?xml version="1.0" encoding="utf-8"?>
<TestRun id="1" name="run" xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010">
  <Times creation="2026-01-01T00:00:00.0000000+01:00" start="2026-01-01T00:00:01.0000000+01:00" finish="2026-01-01T00:00:05.0000000+01:00"/>
  <TestSettings name="default" id="2"><Deployment runDeploymentRoot="me_box_2026"/></TestSettings>
  <Results>${results}</Results>
  <TestDefinitions>
    <UnitTest name="Pays" storage="a.dll" id="t1"><TestMethod codeBase="a.dll" className="Acme.PayTests, Acme, Version=1.0" name="Pays"/></UnitTest>
    <UnitTest name="Rows" storage="a.dll" id="t2"><TestMethod codeBase="a.dll" className="Acme.PayTests" name="Rows"/></UnitTest>
  </TestDefinitions>
  ${more}
</TestRun>`

test('classes stand behind the results, outcomes become statuses, output and files come along', async () => {
  const read = await readText(
    trxOf(`
      <UnitTestResult testId="t1" testName="Pays" duration="00:00:01.5000000" startTime="2026-01-01T00:00:02.0000000+01:00" outcome="Failed" relativeResultsDirectory="dir">
        <Output><StdOut>printed</StdOut><StdErr>warned</StdErr><ErrorInfo><Message>expected 1</Message><StackTrace>at Acme.PayTests.Pays()</StackTrace></ErrorInfo></Output>
        <ResultFiles><ResultFile path="box\\shot.png"/></ResultFiles>
      </UnitTestResult>
      <UnitTestResult testId="?" testName="Acme.Deep.OtherTests.Works(x: 1.5)" outcome="Passed"/>
      <UnitTestResult testId="?" testName="Skipped" outcome="NotExecuted"><Output><ErrorInfo><Message>not here</Message></ErrorInfo></Output></UnitTestResult>
      <UnitTestResult testId="?" testName="Slow" outcome="Timeout"/>
      <UnitTestResult testId="?" testName="Odd" outcome="Purple"/>`),
    { map: [parseMap('^Acme\\.(\\w+)$=test/$1.cs')] },
    'results.trx',
  )
  expect(testsOf(read)).toEqual([
    ['test/PayTests.cs | Acme.PayTests | Pays', 'failed'],
    [' | Acme.Deep.OtherTests | Works(x: 1.5)', 'passed'],
    [' | Skipped', 'skipped'],
    [' | Slow', 'timedOut'],
    [' | Odd', 'failed'],
  ])
  expect(read.tests[0]?.attempts[0]).toMatchObject({
    durationMs: 1500,
    startedAt: Date.UTC(2025, 11, 31, 23, 0, 2),
    errors: [{ message: 'expected 1', stack: expect.stringContaining('at Acme') }],
    stdout: 'printed',
    stderr: 'warned',
    attachments: [
      { contentType: 'image/png', path: expect.stringMatching(/\/me_box_2026\/In\/dir\/box\/shot\.png$/) },
    ],
  })
  expect(read.tests[2]?.attempts[0]?.skip).toEqual({ kind: 'skip', reason: 'not here' })
  expect(repairs(read)).toEqual(['unknown outcome ×1 line 13: Purple'])
  expect(read.start).toMatchObject({ startedAt: Date.UTC(2025, 11, 31, 23, 0, 1), isStartReported: true })
  expect(read.file).toMatchObject({ format: 'trx', durationMs: 4000 })
})

test('rows of data are the tests, not what holds them', async () => {
  const row = (index: number, outcome: string) =>
    `<UnitTestResult testId="t2" testName="Rows (Data Row ${index})" outcome="${outcome}" resultType="DataDrivenDataRow"/>`
  const read = await readText(
    trxOf(
      `<UnitTestResult testId="t2" testName="Rows" outcome="Failed" resultType="DataDrivenTest"><InnerResults>${row(0, 'Passed')}${row(1, 'Failed')}</InnerResults></UnitTestResult>`,
    ),
  )
  expect(testsOf(read)).toEqual([
    [' | Acme.PayTests | Rows (Data Row 0)', 'passed'],
    [' | Acme.PayTests | Rows (Data Row 1)', 'failed'],
  ])
})

test('what went wrong outside of tests is an error; what only repeats failures is not', async () => {
  const infos = (outcome: string) =>
    trxOf(
      `<UnitTestResult testId="t1" testName="Pays" outcome="${outcome}"/>`,
      `<ResultSummary outcome="Failed"><Counters total="9"/><RunInfos>
        <RunInfo outcome="Error"><Text>Exit code indicates failure: '2'.</Text></RunInfo>
        <RunInfo outcome="Error"><Text>The test host crashed</Text></RunInfo>
        <RunInfo outcome="Warning"><Text>No logger</Text></RunInfo></RunInfos></ResultSummary>`,
    )
  const messages = async (outcome: string) =>
    (await readText(infos(outcome))).errors.map(({ failure }) => failure.message)
  expect(await messages('Failed')).toEqual(['The test host crashed'])
  expect(await messages('Passed')).toEqual(["Exit code indicates failure: '2'.", 'The test host crashed'])
  const read = await readText(infos('Passed'))
  expect(read.file.warnings).toEqual(['No logger'])
  expect(repairs(read)).toEqual(['wrong total ×1 line 10: total says 9, has 1'])
  expect(read.outcome.status).toBe('failed')
})

test('a run that says it failed is not green where nothing tells what did; rows may be counted', async () => {
  const rows = `<UnitTestResult testId="t2" testName="Rows" outcome="Passed"><InnerResults>
    <UnitTestResult testId="t2" testName="Rows (1)" outcome="Passed"/></InnerResults></UnitTestResult>`
  const read = async (outcome: string, total: number) =>
    await readText(
      trxOf(rows, `<ResultSummary outcome="${outcome}"><Counters total="${total}"/></ResultSummary>`),
    )
  for (const total of [1, 2]) expect(repairs(await read('Completed', total))).toEqual([])
  expect(repairs(await read('Completed', 3))).toHaveLength(1)
  expect((await read('Completed', 1)).outcome.status).toBe('passed')
  const failed = await read('Failed', 1)
  expect(failed.errors.map(({ failure }) => failure.message)).toEqual([
    'The report says that the run failed, but names no failed test and no error.',
  ])
  expect(failed.outcome).toMatchObject({ status: 'failed', statuses: { passed: 1, failed: 0 } })
})

test('a test that was cut off has failed', async () => {
  const read = await readText(
    '<TestRun xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010"><Results><UnitTestResult testName="a" outcome="Aborted"/></Results></TestRun>',
  )
  expect(read.outcome).toMatchObject({ status: 'failed', statuses: { failed: 1 } })
  expect(read.tests[0]?.attempts).toMatchObject([
    { status: 'failed', errors: [{ message: 'The test was aborted.' }] },
  ])
})

// https://github.com/microsoft/vstest/pull/15753
test('MSTest: counters that count the test of the rows as well are no missing result', async () => {
  const row = (index: number, outcome: string) =>
    `<UnitTestResult executionId="e${index}" parentExecutionId="e" testId="t1" testName="Caps (${index})" outcome="${outcome}" resultType="DataDrivenDataRow" dataRowInfo="${index}"/>`
  const run = (outcome: string, counters: string) => `<?xml version="1.0" encoding="utf-8"?>
<TestRun xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010"><Results>
<UnitTestResult executionId="e" testId="t1" testName="Caps" outcome="${outcome}" resultType="DataDrivenTest"><InnerResults>${row(1, 'Passed')}${row(2, outcome)}</InnerResults></UnitTestResult>
</Results><ResultSummary outcome="${outcome === 'Passed' ? 'Completed' : 'Failed'}"><Counters ${counters}/></ResultSummary></TestRun>`
  const passed = await readText(run('Passed', 'total="3" executed="3" passed="3" failed="0"'), {}, 'a.trx')
  expect(passed.outcome).toMatchObject({ status: 'passed', statuses: { passed: 2, failed: 0 } })
  const failed = await readText(run('Failed', 'total="3" executed="3" passed="1" failed="2"'), {}, 'a.trx')
  expect(failed.outcome).toMatchObject({ status: 'failed', statuses: { passed: 1, failed: 1 } })
  expect(failed.errors).toEqual([])
})

// https://github.com/dorny/test-reporter/pull/825
test.each([
  ['Passed', 'passed'],
  ['PassedButRunAborted', 'passed'],
  ['Completed', 'passed'],
  ['Warning', 'passed'],
  ['Failed', 'failed'],
  ['Error', 'failed'],
  ['Timeout', 'failed'],
  ['Aborted', 'failed'],
  ['Disconnected', 'failed'],
  ['NotRunnable', 'failed'],
  ['Blocked', 'failed'],
  ['Inconclusive', 'skipped'],
  ['NotExecuted', 'skipped'],
])('the outcome %s is %s', async (outcome, status) => {
  const { file } = await readText(
    `<TestRun xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010"><Results><UnitTestResult testName="a" outcome="${outcome}"/></Results></TestRun>`,
  )
  expect(file.statuses).toMatchObject({ [status]: 1 })
})
