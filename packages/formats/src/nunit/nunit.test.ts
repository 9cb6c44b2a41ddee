import { expect, test } from 'vitest'
import { readText, repairs, testsOf } from '../testing/read.ts'

test('NUnit 3: fixtures, reasons, several assertions, categories, a set-up that failed', async () => {
  const read =
    await readText(`<?xml version="1.0"?><test-run id="2" result="Failed" start-time="2026-01-01 10:00:00Z">
    <test-suite type="TestFixture" fullname="Acme.PayTests" result="Failed" site="SetUp">
      <failure><message>OneTimeSetUp: no database</message><stack-trace>at A</stack-trace></failure>
      <test-case fullname="Acme.PayTests.Pays(&quot;1.5&quot;)" methodname="Pays" classname="Acme.PayTests" name="Pays(&quot;1.5&quot;)" result="Passed" duration="0.25" start-time="2026-01-01 10:00:01Z">
        <properties><property name="Category" value="slow"/><property name="Author" value="me"/></properties><output><![CDATA[printed]]></output></test-case>
      <test-case fullname="Acme.PayTests.Skips" classname="Acme.PayTests" name="Skips" result="Skipped" label="Ignored"><reason><message>not now</message></reason></test-case>
      <test-case fullname="Acme.PayTests.Fails" classname="Acme.PayTests" name="Fails" result="Failed">
        <failure><message>several</message></failure>
        <assertions><assertion result="Failed"><message>one</message></assertion><assertion result="Failed"><message>two</message></assertion></assertions></test-case>
    </test-suite>
    <test-suite type="Assembly"><failure><message>One or more child tests had errors</message></failure></test-suite>
  </test-run>`)
  expect(testsOf(read)).toEqual([
    [' | Acme.PayTests | Pays("1.5")', 'passed'],
    [' | Acme.PayTests | Skips', 'skipped'],
    [' | Acme.PayTests | Fails', 'failed'],
  ])
  expect(read.tests[0]?.attempts[0]).toMatchObject({
    durationMs: 250,
    tags: ['slow'],
    annotations: [{ type: 'Author', description: 'me' }],
    stdout: 'printed',
  })
  expect(read.tests[1]?.attempts[0]?.skip).toEqual({ kind: 'skip', reason: 'not now' })
  expect(read.tests[2]?.attempts[0]?.errors?.map(({ message }) => message)).toEqual(['one', 'two'])
  expect(read.errors.map(({ failure }) => failure.message)).toEqual([
    'Acme.PayTests: OneTimeSetUp: no database',
  ])
  expect(read.start?.startedAt).toBe(Date.UTC(2026, 0, 1, 10))
})

test('the list of tests that --explore writes is refused with a reason, instead of counting as failed tests', async () => {
  const read =
    await readText(`<test-run id="2" name="a.dll" fullname="a.dll" runstate="Runnable" testcasecount="2">
    <test-suite type="TestFixture" id="1-1" name="PayTests" fullname="Acme.PayTests" classname="Acme.PayTests" runstate="Runnable" testcasecount="2">
      <test-case id="1-2" name="Pays" fullname="Acme.PayTests.Pays" methodname="Pays" classname="Acme.PayTests" runstate="Runnable" seed="1"/>
      <test-case id="1-3" name="Skips" fullname="Acme.PayTests.Skips" methodname="Skips" classname="Acme.PayTests" runstate="Ignored" seed="2">
        <properties><property name="_SKIPREASON" value="not now"/></properties></test-case>
    </test-suite></test-run>`)
  expect(read.tests).toEqual([])
  expect(read.file.problem?.reason).toMatch(/tests without results/)
  expect(read.outcome).toMatchObject({ isBroken: true, status: 'failed' })
})

test('NUnit 2 says it in attributes', async () => {
  const read = await readText(`<test-results name="a.dll" total="3" date="2026-01-01" time="10:00:00">
    <test-suite name="PayTests"><results>
      <test-case name="Acme.PayTests.Pays" executed="True" success="True" time="0.5"/>
      <test-case name="Acme.PayTests.Fails" executed="True" success="False"><failure><message>no</message></failure></test-case>
      <test-case name="Acme.PayTests.Skips" executed="False"/></results></test-suite></test-results>`)
  expect(testsOf(read)).toEqual([
    [' | Acme.PayTests | Pays', 'passed'],
    [' | Acme.PayTests | Fails', 'failed'],
    [' | Acme.PayTests | Skips', 'skipped'],
  ])
  expect(read.start?.startedAt).toBe(Date.UTC(2026, 0, 1, 10))
})

test('the total of NUnit 2 leaves out what did not run, and counts what was inconclusive', async () => {
  const of = (root: string) =>
    readText(`<test-results name="a.dll" ${root}><test-suite name="T"><results>
      <test-case name="A.T.Pays" executed="True" result="Success" success="True" time="0.5"/>
      <test-case name="A.T.Unsure" executed="True" result="Inconclusive" success="False" time="0.1"/>
      <test-case name="A.T.Ignored" executed="False" result="Ignored"/>
      <test-case name="A.T.Invalid" executed="False" result="NotRunnable"/></results></test-suite></test-results>`)
  expect(repairs(await of('total="2" not-run="2" inconclusive="1"'))).toEqual([])
  expect(repairs(await of('total="3" not-run="3"'))).toEqual(['wrong total ×1 line 1: total says 3, has 4'])
})

test('NUnit 2: a test that NUnit cannot call fails its run', async () => {
  const read =
    await readText(`<test-results name="a.dll" total="1" errors="0" failures="0" not-run="1" inconclusive="0" ignored="0" skipped="0" invalid="1"><test-suite name="T"><results>
      <test-case name="A.T.Pays" executed="True" result="Success" success="True" time="0.5"/>
      <test-case name="A.T.Invalid" executed="False" result="NotRunnable"><reason><message>Method is not public</message></reason></test-case></results></test-suite></test-results>`)
  expect(read.outcome).toMatchObject({ status: 'failed', statuses: { passed: 1, failed: 1 } })
  expect(read.tests[1]?.attempts[0]?.errors).toEqual([{ message: 'Method is not public' }])
  expect(repairs(read)).toEqual([])
})

test('a run that says it failed is not green where nothing tells what did; totals are compared', async () => {
  const of = (root: string) =>
    readText(
      `<test-run ${root}><test-case name="a" result="Passed"/><test-case name="b" result="Skipped"/></test-run>`,
    )
  expect((await of('result="Passed" total="2" failed="0"')).outcome.status).toBe('passed')
  expect((await of('result="Failed"')).outcome).toMatchObject({ status: 'failed', errors: 1 })
  expect((await of('failures="2"')).outcome).toMatchObject({ status: 'failed', errors: 1 })
  for (const total of [1, 2]) expect(repairs(await of(`total="${total}"`))).toEqual([])
  expect(repairs(await of('total="3"'))).toEqual(['wrong total ×1 line 1: total says 3, has 2'])
})
