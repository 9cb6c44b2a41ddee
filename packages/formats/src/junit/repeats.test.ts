import { describe, expect, test } from 'vitest'
import { readFiles, readText, testsOf } from '../testing/read.ts'

const passed = (name: string) => `<testcase name="${name}" classname="C" time="0.01"></testcase>`
const failed = (name: string) =>
  `<testcase name="${name}" classname="C" time="0.01"><failure message="no" type="E">at C.t(C.java:3)</failure></testcase>`

const failures = (cases: string) => cases.split('<failure').length - 1

describe('Gradle', () => {
  const gradle = (cases: string, tests = cases.split('<testcase').length - 1) =>
    readText(
      `<testsuite name="C" tests="${tests}" skipped="0" failures="${failures(cases)}" errors="0" timestamp="2026-01-01T00:00:00" hostname="h" time="0.5"><properties/>${cases}</testsuite>`,
    )

  test('two methods with equal rows are tests of their own: the failure of one stays', async () => {
    const { file, outcome } = await gradle(
      passed('[1] EUR') + failed('[2] USD') + passed('[1] EUR') + passed('[2] USD'),
    )
    expect(file.dialect).toBe('gradle')
    expect(outcome).toMatchObject({ status: 'failed', statuses: { passed: 3, failed: 1, flaky: 0 } })
    expect(file.warnings).toEqual([])
  })

  test('repetitions that are numbered alike in two methods are tests of their own', async () => {
    const numbers = [1, 2, 3].map((each) => `repetition ${each} of 3`)
    const cases = numbers.map((name, index) => (index === 1 ? failed(name) : passed(name)))
    const { outcome } = await gradle([...cases, ...numbers.map(passed)].join(''))
    expect(outcome).toMatchObject({ status: 'failed', statuses: { passed: 5, failed: 1, flaky: 0 } })
  })

  test('no name that follows a pass is a retry, wherever the failure is', async () => {
    for (const rows of [
      failed('p()') + passed('p()') + passed('p()'),
      passed('p()') + failed('p()') + passed('p()'),
      passed('p()') + passed('p()') + failed('p()'),
    ])
      expect((await gradle(rows)).file).toMatchObject({
        statuses: { failed: 1, passed: 2, flaky: 0 },
        warnings: [],
      })
  })

  test('a failure and a pass of one name count as failed, and a note says how to mark retries', async () => {
    const read = await gradle(failed('p()') + passed('p()'))
    expect(read.outcome).toMatchObject({ status: 'failed', statuses: { passed: 1, failed: 1, flaky: 0 } })
    const note =
      'p() fails and then passes in one suite. It counts as failed, because the report does not say whether the second is a retry. With reports.junitXml.mergeReruns = true, Gradle marks retries.'
    expect(read.file.warnings).toEqual([note])
    expect(read.warnings).toEqual([`report.xml: ${note}`])
    const two = await gradle(failed('p()') + failed('q()') + passed('p()') + passed('q()'))
    expect(two.file.warnings[0]).toMatch(
      /^p\(\) fails and then passes in one suite, and so do 1 other name\. They /,
    )
  })

  test('elements that the suite counts once are tries of one test', async () => {
    const read = await gradle(failed('p()') + failed('p()') + passed('p()') + passed('q()'), 2)
    expect(testsOf(read)).toEqual([
      [' | C | q()', 'passed'],
      [' | C | p()', 'failed failed passed'],
    ])
    expect(read.file).toMatchObject({
      statuses: { flaky: 1, passed: 1, failed: 0 },
      warnings: [],
      repairs: [],
    })
  })

  test('a report that is cut off has what was held back', async () => {
    const { file } = await readText(
      `<testsuite name="A" tests="3" skipped="0" failures="1" errors="0" timestamp="2026-01-01T00:00:00" hostname="h" time="0.5"><properties/>${failed('p()')}`,
    )
    expect(file.statuses.failed).toBe(1)
  })
})

describe('Go', () => {
  const go = (cases: string) => {
    const tests = cases.split('<testcase').length - 1
    return readText(
      `<testsuites><testsuite tests="${tests}" failures="${failures(cases)}" name="example.com/p"><properties><property name="go.version" value="go1.24"/></properties>${cases}</testsuite></testsuites>`,
    )
  }

  test('-count repeats a test, and one failed repetition fails it', async () => {
    const read = await go(
      ['TestA', 'TestB'].map(passed).join('') +
        failed('TestA') +
        passed('TestB') +
        passed('TestA') +
        passed('TestB'),
    )
    expect(read.outcome).toMatchObject({ status: 'failed', statuses: { passed: 1, failed: 1, flaky: 0 } })
    expect(
      read.tests.map(({ attempts }) => attempts.map(({ status, repeat = 0 }) => [status, repeat])),
    ).toEqual([
      [
        ['passed', 0],
        ['failed', 1],
        ['passed', 2],
      ],
      [
        ['passed', 0],
        ['passed', 1],
        ['passed', 2],
      ],
    ])
    expect(read.file.repairs).toEqual([])
  })

  test('-count with the failed runs first, as gotestsum sorts them', async () => {
    const read = await go(failed('TestA') + passed('TestB') + passed('TestA') + passed('TestB'))
    expect(read.outcome).toMatchObject({ status: 'failed', statuses: { passed: 1, failed: 1, flaky: 0 } })
  })

  test('--rerun-fails repeats only what failed: a flaky test', async () => {
    const read = await go(
      failed('TestA') + failed('TestC') + passed('TestB') + passed('TestA') + failed('TestC'),
    )
    expect(testsOf(read)).toEqual([
      [' | C | TestB', 'passed'],
      [' | C | TestA', 'failed passed'],
      [' | C | TestC', 'failed failed'],
    ])
    expect(read.file).toMatchObject({
      statuses: { passed: 1, failed: 1, flaky: 1 },
      warnings: [],
      repairs: [],
    })
  })

  test.each([
    ['an example, which -count does not repeat', failed('TestA') + passed('TestA') + passed('ExampleA')],
    ['a subtest that the first run did not reach', failed('TestA') + passed('TestA') + passed('TestA/b')],
  ])('%s shows no retry', async (_, cases) => {
    const { file, outcome } = await go(cases)
    expect(outcome).toMatchObject({ status: 'failed', statuses: { failed: 1, flaky: 0 } })
    expect(file.warnings).toHaveLength(1)
  })

  test('--rerun-fails repeats the failed subtests of a test, not the others', async () => {
    const first = failed('TestSuite/x') + passed('TestSuite/y') + failed('TestSuite')
    const { file } = await go(first + passed('TestSuite/x') + passed('TestSuite'))
    expect(file).toMatchObject({ statuses: { passed: 1, failed: 0, flaky: 2 }, warnings: [] })
  })

  test('a package in which everything is there twice may be either: failed, with a note', async () => {
    const { file, outcome } = await go(failed('TestA') + passed('TestA'))
    expect(outcome).toMatchObject({ status: 'failed', statuses: { failed: 1, flaky: 0 } })
    expect(file.warnings).toHaveLength(1)
  })
})

test('attempts of a Bazel target match equal names by their order', async () => {
  const suite = (cases: string) => `<testsuites><testsuite name="t">${cases}</testsuite></testsuites>`
  const folder = 'bazel-testlogs/pkg/t'
  const { outcome } = await readFiles({
    [`${folder}/test_attempts/attempt_1.xml`]: suite(passed('row') + failed('row')),
    [`${folder}/test.xml`]: suite(failed('row') + passed('row')),
  })
  expect(outcome).toMatchObject({ status: 'failed', statuses: { passed: 0, failed: 1, flaky: 1 } })
})

// https://github.com/bazelbuild/bazel/issues/21995
test('an attempt of a Bazel target that left no report is repeated by the last one', async () => {
  const stub =
    '<testsuites tests="1" failures="0" errors="1"><testsuite name="pkg/t" tests="1" failures="0" errors="1"><testcase name="pkg/t" status="run" duration="1" time="1"><error message="exited with error code 142"></error></testcase></testsuite></testsuites>'
  const suite = (cases: string) => `<testsuites><testsuite name="t">${cases}</testsuite></testsuites>`
  const first = { 'pkg/t/test_attempts/attempt_1.xml': stub }
  const read = async (last: Record<string, string>) => (await readFiles({ ...first, ...last })).outcome
  expect(await read({ 'pkg/t/test.xml': suite(passed('row')) })).toMatchObject({
    status: 'passed',
    statuses: { passed: 1, flaky: 1, failed: 0 },
  })
  expect((await read({ 'pkg/t/test.xml': suite(failed('row')) })).statuses).toMatchObject({ failed: 1 })
  expect((await read({ 'pkg/t/test.xml': stub })).statuses).toMatchObject({ failed: 1, flaky: 0 })
  expect((await read({ 'pkg/u/test.xml': suite(passed('row')) })).status).toBe('failed')
})

/** A name that fails and then passes, in the form of each tool. */
const TWICE: Record<string, string> = {
  junit: `<testsuite name="s" tests="2" failures="1">${failed('t')}${passed('t')}</testsuite>`,
  dotnet: `<testsuites><testsuite name="shop.tests.dll" tests="2" failures="1">${failed('t')}${passed('t')}</testsuite></testsuites>`,
  rspec: `<testsuite name="rspec" tests="2" failures="1">${failed('t')}${passed('t')}</testsuite>`,
  phpunit: `<testsuites><testsuite name="C" tests="2" failures="1" assertions="2">${(failed('t') + passed('t')).replaceAll(' classname', ' class="C" assertions="1" classname')}</testsuite></testsuites>`,
  mocha: `<testsuites name="Mocha Tests" tests="2" failures="1"><testsuite name="b" tests="2" failures="1">${failed('t')}${passed('t')}</testsuite></testsuites>`,
  nextest: `<testsuites name="nextest-run" tests="2" failures="1"><testsuite name="bin" tests="2" failures="1">${failed('t')}${passed('t')}</testsuite></testsuites>`,
  vitest: `<testsuites name="vitest tests" tests="2" failures="1"><testsuite name="a.test.ts" tests="2" failures="1">${failed('t')}${passed('t')}</testsuite></testsuites>`,
  jest: `<testsuites name="jest tests" tests="2" failures="1"><testsuite name="a.test.ts" tests="2" failures="1">${failed('t')}${passed('t')}</testsuite></testsuites>`,
  'node-test': `<testsuites><testcase name="t" time="0.1" classname="test"><failure message="no"/></testcase><testcase name="t" time="0.1" classname="test"/></testsuites>`,
}
/** Tools that write a retry into the element of its test. */
const MARKING = new Set(['rspec', 'mocha', 'nextest', 'vitest', 'jest', 'node-test'])

test.each(Object.keys(TWICE))(
  '%s: a name that fails and then passes is red, and a note says why',
  async (dialect) => {
    const { file } = await readText(TWICE[dialect] ?? '')
    expect(file).toMatchObject({ dialect, tests: 2, statuses: { failed: 1, passed: 1, flaky: 0 } })
    expect(file.warnings).toEqual([
      MARKING.has(dialect)
        ? expect.stringMatching(
            / fails and then passes in one suite\. These are two tests of one name, because .+: give them different names\.$/,
          )
        : 't fails and then passes in one suite. It counts as failed, because the report does not say whether the second is a retry. If it is, write a report for each run, send both and use --reruns.',
    ])
  },
)

test('a name that passes first needs no note, and neither do three of one name', async () => {
  for (const cases of [
    passed('t') + failed('t'),
    failed('t') + passed('t') + passed('t'),
    failed('t') + failed('t'),
  ])
    expect((await readText(`<testsuite name="s">${cases}</testsuite>`)).file.warnings).toEqual([])
})
