import { expect, test } from 'vitest'
import { readText, repairs, testsOf } from '../testing/read.ts'

test('xUnit.net: tests of collections, reasons, traits, errors outside of tests, wrong totals', async () => {
  const read =
    await readText(`<assemblies timestamp="01/01/2026 10:00:00"><assembly name="a.dll" run-date="2026-01-01" run-time="10:00:00" total="4" passed="1" failed="1" skipped="1">
    <errors><error type="assembly-cleanup" name="Db"><failure exception-type="System.IO.IOException"><message>gone</message></failure></error></errors>
    <collection name="c"><test name="Acme.PayTests.Pays(x: 1)" type="Acme.PayTests" method="Pays" time="0.25" result="Pass"><traits><trait name="Category" value="slow"/></traits></test>
      <test name="a display name" type="Acme.PayTests" method="Fails" time="0.1" result="Fail"><failure exception-type="Xunit.Sdk.EqualException"><message>Xunit.Sdk.EqualException : not equal</message><stack-trace>at X</stack-trace></failure></test>
      <test name="Acme.PayTests.Skips" type="Acme.PayTests" method="Skips" time="0" result="Skip"><reason><![CDATA[not now]]></reason></test>
    </collection></assembly></assemblies>`)
  expect(testsOf(read)).toEqual([
    [' | Acme.PayTests | Pays(x: 1)', 'passed'],
    [' | Acme.PayTests | a display name', 'failed'],
    [' | Acme.PayTests | Skips', 'skipped'],
  ])
  expect(read.tests[0]?.attempts[0]?.annotations).toEqual([{ type: 'Category', description: 'slow' }])
  expect(read.tests[1]?.attempts[0]?.errors).toEqual([
    { message: 'not equal', name: 'Xunit.Sdk.EqualException', stack: 'at X' },
  ])
  expect(read.tests[2]?.attempts[0]?.skip).toEqual({ kind: 'skip', reason: 'not now' })
  expect(read.errors.map(({ failure }) => failure.message)).toEqual(['assembly-cleanup Db: gone'])
  expect(repairs(read)).toEqual(['wrong total ×1 line 1: total says 4, has 3'])
  expect(read.start?.startedAt).toBe(Date.UTC(2026, 0, 1, 10))
})

test('an assembly that says something failed is not green where nothing tells what did', async () => {
  const of = (failed: number) =>
    readText(
      `<assembly name="a" total="1" failed="${failed}"><collection><test name="t" result="Pass"/></collection></assembly>`,
    )
  expect((await of(0)).outcome.status).toBe('passed')
  expect((await of(1)).outcome).toMatchObject({ status: 'failed', errors: 1 })
})
