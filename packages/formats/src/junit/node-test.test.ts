import { expect, test } from 'vitest'
import { readText, testsOf } from '../testing/read.ts'

const cause = (error: string) => `Error [ERR_TEST_FAILURE]: it failed
    at Array.map (&lt;anonymous>) {
  code: 'ERR_TEST_FAILURE',
  failureType: 'testCodeFailure',
  cause: ${error}
      at TestContext.&lt;anonymous> (file:///repo/a.test.mjs:7:68)
      at Test.run (node:internal/test_runner/test:1402:25) {
    generatedMessage: true,
    code: 'ERR_ASSERTION'
  }
}`
const failed = (name: string, error: string, more = '') =>
  `<testcase name="${name}" time="0.000908" classname="test" file="/repo/a.test.mjs">${more}<failure type="testCodeFailure" message="it failed">
${cause(error)}
		</failure></testcase>`

const REPORT = `<?xml version="1.0" encoding="utf-8"?>
<testsuites>
	<testcase name="works" time="0.000827" classname="test" file="/repo/a.test.mjs"/>
	${failed('known gap', 'Error: known', '<skipped type="todo" message="fix me"/>')}
	<testcase name="a plan" time="0.000160" classname="test" file="/repo/a.test.mjs"><skipped type="todo" message="true"/></testcase>
	<testsuite name="outer" time="0.003554" disabled="0" errors="0" tests="2" failures="1" skipped="0" hostname="vm">
		<testcase name="same" time="0.002736" classname="outer" file="/repo/a.test.mjs"/>
		<testsuite name="inner" time="0.000517" disabled="0" errors="0" tests="2" failures="2" skipped="0" hostname="vm">
			${failed('same', 'TypeError [Error]: bad type')}
			${failed('asserts', 'AssertionError [ERR_ASSERTION]: Expected values to be equal:\n\n1 !== 2\n')}
		</testsuite>
	</testsuite>
	<testcase name="slow" time="0.061426" classname="test" file="/repo/a.test.mjs"><failure type="testTimeoutFailure" message="test timed out after 20ms">
[Error [ERR_TEST_FAILURE]: test timed out after 20ms] { code: 'ERR_TEST_FAILURE', failureType: 'testTimeoutFailure', cause: 'test timed out after 20ms' }
	</failure></testcase>
</testsuites>`

test('node:test: a failing todo fails nothing, and suites are titles', async () => {
  const read = await readText(REPORT)
  expect(read.file).toMatchObject({ dialect: 'node-test', repairs: [] })
  expect(testsOf(read)).toEqual([
    ['a.test.mjs | works', 'passed'],
    ['a.test.mjs | known gap', 'skipped'],
    ['a.test.mjs | a plan', 'skipped'],
    ['a.test.mjs | outer | same', 'passed'],
    ['a.test.mjs | outer | inner | same', 'failed'],
    ['a.test.mjs | outer | inner | asserts', 'failed'],
    ['a.test.mjs | slow', 'timedOut'],
  ])
  expect(read.tests.slice(1, 3).map(({ attempts }) => attempts[0]?.skip)).toEqual([
    { kind: 'todo', reason: 'fix me' },
    { kind: 'todo' },
  ])
})

test('node:test: the error is the one that the test threw', async () => {
  const { tests } = await readText(REPORT)
  const errorOf = (title: string, depth: number) =>
    tests.find(({ titles }) => titles.at(-1) === title && titles.length === depth)?.attempts[0]?.errors?.[0]
  expect(errorOf('same', 3)).toMatchObject({
    name: 'TypeError',
    message: 'bad type',
    stack: expect.stringMatching(/^TypeError \[Error\]: bad type\n\s+at TestContext.*a\.test\.mjs:7:68\)\n/),
  })
  expect(errorOf('asserts', 3)).toMatchObject({
    name: 'AssertionError',
    message: 'Expected values to be equal:\n\n1 !== 2',
  })
  expect(errorOf('slow', 1)).toMatchObject({ message: 'test timed out after 20ms' })
})

test('without failing tests but todos, the run has passed', async () => {
  const { outcome } = await readText(
    `<testsuites>\n\t<testcase name="works" time="0.1" classname="test"/>\n\t${failed('gap', 'Error: known', '<skipped type="todo" message="x"/>')}\n</testsuites>`,
  )
  expect(outcome).toMatchObject({ status: 'passed', statuses: { passed: 1, failed: 0, skipped: 1 } })
})

test('Vitest: names of templates stay apart, and none of them is taken for a file', async () => {
  const vitest = (suite: string, cases: string) =>
    readText(
      `<testsuites name="vitest tests"><testsuite name="${suite}" tests="2" failures="1">${cases}</testsuite></testsuites>`,
    )
  const broken =
    '<testcase classname="remove" name="works"><failure message="boom" type="Error">x</failure></testcase>'
  expect(testsOf(await vitest('add', `<testcase classname="add" name="works"/>${broken}`))).toEqual([
    [' | add | works', 'passed'],
    [' | remove | works', 'failed'],
  ])
  const byDefault = '<testcase classname="src/a.test.ts" name="add > works"/>'
  expect(testsOf(await vitest('src/a.test.ts', byDefault))).toEqual([
    ['src/a.test.ts | add | works', 'passed'],
  ])
  const withFile = '<testcase classname="add" file="src/a.test.ts" name="works"/>'
  expect(testsOf(await vitest('add', withFile))).toEqual([['src/a.test.ts | add | works', 'passed']])
})
