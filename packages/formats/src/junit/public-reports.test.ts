import { expect, test } from 'vitest'
import { readFiles, readText, testsOf } from '../testing/read.ts'

// Report files as public bug reports of test runners and of other readers describe them.

const statuses = async (text: string) => {
  const { outcome, errors, file } = await readText(text)
  return { status: outcome.status, ...outcome.statuses, outside: errors.length, warnings: file.warnings }
}
const BOOM = '<failure message="boom">E: boom</failure>'
const PASSED = { status: 'passed', failed: 0, outside: 0 }

// https://github.com/nextest-rs/nextest/pull/3148
test('nextest with flaky-result = "fail": a test that passed in the end failed the run', async () => {
  const suite = (failures: number, inner: string) =>
    `<testsuites name="nextest-run" tests="1" failures="${failures}" errors="0" uuid="45c50042-482e-477e-88a2-60cfcc3eaf95" timestamp="2026-03-12T07:50:12.664+00:00" time="0.023"><testsuite name="shop::basic" tests="1" disabled="0" errors="0" failures="${failures}"><testcase name="slips" classname="shop::basic" timestamp="2026-03-12T07:50:12.665+00:00" time="0.004">${inner}</testcase></testsuite></testsuites>`
  const tried =
    '<flakyFailure timestamp="2026-03-12T07:50:12.665+00:00" time="0.004" message="panicked" type="test failure with exit code 101">E</flakyFailure>'
  const counts =
    '<failure message="test passed on attempt 2/2 but is configured to fail when flaky" type="flaky failure"/>'
  expect(await statuses(suite(1, counts + tried))).toMatchObject({ status: 'failed', failed: 1, flaky: 0 })
  expect(await statuses(suite(0, tried))).toMatchObject({ ...PASSED, flaky: 1 })
})

// https://github.com/karma-runner/karma-junit-reporter/issues/180, /issues/23
test.each([
  ['in one file', (suites: string[]) => ({ 'karma.xml': `<testsuites>${suites.join('')}</testsuites>` })],
  ['in a file for each', (suites: string[]) => Object.fromEntries(suites.map((s, at) => [`${at}.xml`, s]))],
])('Karma: a test that fails in one browser and passes in the next has failed, %s', async (_, filesOf) => {
  const suite = (browser: string, inner = '') =>
    `<testsuite name="${browser}" package="" timestamp="2020-03-04T10:00:00" id="0" hostname="h" tests="1" errors="0" failures="${inner === '' ? 0 : 1}" time="0.1"><properties><property name="browser.fullName" value="${browser}"/></properties><testcase name="cart adds" time="0.01" classname="cart">${inner}</testcase><system-out/><system-err/></testsuite>`
  for (const suites of [
    [suite('Firefox 74.0', BOOM), suite('Chrome 80.0')],
    [suite('Chrome 80.0'), suite('Firefox 74.0', BOOM)],
    // By default all builds of a browser have one name.
    [suite('Chrome Headless', BOOM), suite('Chrome Headless')],
  ]) {
    const { outcome } = await readFiles(filesOf(suites))
    expect(outcome).toMatchObject({ status: 'failed', statuses: { failed: 1, passed: 1, flaky: 0 } })
  }
})

// https://github.com/catchorg/Catch2/issues/961, /issues/1025: `tests` counts assertions, and the reporter loses tests.
test('Catch2: totals of assertions are no missing tests', async () => {
  const suite = (failures: number, cases: string) =>
    `<?xml version="1.0" encoding="UTF-8"?><testsuites><testsuite name="CatchTest" errors="0" failures="${failures}" tests="9" hostname="tbd" time="0.000208" timestamp="2017-07-21T08:11:26Z">${cases}<system-out/><system-err/></testsuite></testsuites>`
  const section = (name: string, inner = '') =>
    `<testcase classname="LoopedTest" name="${name}" time="0.000006">${inner}</testcase>`
  expect(await statuses(suite(0, section('LoopedSection5')))).toMatchObject({ ...PASSED, passed: 1 })
  const fail = '<failure type="FAIL">\nFAIL\nat test_citp.cpp(75)\n      </failure>'
  expect(await statuses(suite(1, section('a') + section('b', fail)))).toMatchObject({
    status: 'failed',
    failed: 1,
    outside: 0,
  })
  // https://github.com/catchorg/Catch2/issues/2252: a section is repeated with another name.
  expect(await statuses(suite(2, section('a', fail) + section('a') + section('b/a', fail)))).toMatchObject({
    status: 'failed',
    failed: 2,
    flaky: 0,
  })
})

// https://github.com/google/googletest/issues/4427
test('GoogleTest: what follows the end of the report makes it broken, and its tests count', async () => {
  const one = `<testcase name="RULE" file="rule.cpp" line="11" status="run" result="completed" time="0.538" timestamp="2023-11-29T13:58:31.609" classname="Display" />`
  const whole = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="1" failures="0" disabled="0" errors="0" time="1.9" timestamp="2023-11-29T13:58:31.609" name="AllTests"><testsuite name="Display" tests="1" failures="0" disabled="0" skipped="0" errors="0" time="1.9" timestamp="2023-11-29T13:58:31.609">${one}</testsuite></testsuites>`
  expect(await statuses(`${whole}\n`)).toMatchObject({ ...PASSED, passed: 1 })
  const read = await readText(
    `${whole}\nSPLAY_LEGS" file="rule.cpp" line="94" classname="Display" />\n  </testsuite>\n</testsuites>\n`,
  )
  expect(read.outcome).toMatchObject({ status: 'failed', statuses: { passed: 1 } })
  expect(read.file.problem?.reason).toBeTruthy()
})

// https://github.com/pytest-dev/pytest-xdist/issues/466
test('pytest-xdist: the test in which a worker crashed has failed, although it has no stack', async () => {
  const crash = `<failure message="worker 'gw7' crashed while running 'apps/test_a.py::test_crash'">worker 'gw7' crashed while running 'apps/test_a.py::test_crash'</failure>`
  const read = await readText(
    `<?xml version="1.0" encoding="utf-8"?><testsuites name="pytest tests"><testsuite name="pytest" errors="0" failures="1" skipped="0" tests="2" time="0.3" timestamp="2019-08-28T10:00:00" hostname="h"><testcase classname="apps.test_a" name="test_fine" time="0.1"/><testcase classname="apps.test_a" name="test_crash" time="0.0">${crash}</testcase></testsuite></testsuites>`,
  )
  expect(read.outcome).toMatchObject({ status: 'failed', statuses: { passed: 1, failed: 1 } })
  expect(read.tests.find(({ titles }) => titles.includes('test_crash'))?.attempts[0]?.errors).toMatchObject([
    { message: "worker 'gw7' crashed while running 'apps/test_a.py::test_crash'" },
  ])
})

// https://github.com/sebastianbergmann/phpunit/issues/5840
test('PHPUnit: data sets of two providers with one key are two tests', async () => {
  const set = (inner = '') =>
    `<testcase name="testItTests with data set &quot;test1&quot;" file="/w/DataProviderTest.php" line="14" class="DataProviderTest" classname="DataProviderTest" assertions="1" time="0.001">${inner}</testcase>`
  const suite = (cases: string) =>
    `<?xml version="1.0" encoding="UTF-8"?><testsuites><testsuite name="DataProviderTest" file="/w/DataProviderTest.php" tests="2" assertions="2" errors="0" failures="1" skipped="0" time="0.01"><testsuite name="DataProviderTest::testItTests" tests="2" assertions="2" errors="0" failures="1" skipped="0" time="0.01">${cases}</testsuite></testsuite></testsuites>`
  for (const cases of [set(BOOM) + set(), set() + set(BOOM)])
    expect(await statuses(suite(cases))).toMatchObject({ status: 'failed', failed: 1, passed: 1, flaky: 0 })
})

// https://github.com/robotframework/robotframework/issues/3994
test('Robot Framework: a failed teardown of the suite fails its tests, also those that were skipped', async () => {
  const suite = (failures: number, cases: string) =>
    `<?xml version="1.0" encoding="UTF-8"?><testsuite name="Example" tests="2" errors="0" failures="${failures}" skipped="${2 - failures}" time="3.1" timestamp="2021-06-02T10:00:00.000000"><testcase classname="Example" name="First" time="1.0">${cases}</testcase><testcase classname="Example" name="Second" time="1.0">${cases}</testcase></testsuite>`
  const torn =
    '<failure message="Parent suite teardown failed:&#10;No keyword with name &apos;No existed keyword&apos; found." type="AssertionError"/>'
  expect(await statuses(suite(2, torn))).toMatchObject({ status: 'failed', failed: 2, skipped: 0 })
  expect(await statuses(suite(0, '<skipped message="noncritical" type="SkipExecution"/>'))).toMatchObject({
    failed: 0,
    skipped: 2,
    outside: 0,
  })
})

// https://github.com/victorolinasc/junit-formatter/issues/49
test('ExUnit: a failed setup_all is an error of each of its tests, and excluded tests are skipped', async () => {
  const suite = (errors: number, cases: string) =>
    `<?xml version="1.0"?><testsuites><testsuite errors="${errors}" failures="0" name="Elixir.ShopTest" skipped="1" tests="2" time="0.1">${cases}</testsuite></testsuites>`
  const one = (name: string, inner: string) =>
    `<testcase classname="Elixir.ShopTest" file="test/shop_test.exs:6" name="test ${name}" time="0.0">${inner}</testcase>`
  const skipped = one('two', '<skipped message="due to integration filter"/>')
  const invalid = '<error message="Invalid module Elixir.ShopTest">** (RuntimeError) no db</error>'
  expect(await statuses(suite(1, one('one', invalid) + skipped))).toMatchObject({
    status: 'failed',
    failed: 1,
    skipped: 1,
    outside: 0,
  })
  const read = await readText(suite(0, one('one', '') + skipped))
  expect(read.outcome).toMatchObject({ status: 'passed', statuses: { passed: 1, skipped: 1 } })
  expect(testsOf(read).map(([name]) => name)).toEqual([
    'test/shop_test.exs | Elixir.ShopTest | test one',
    'test/shop_test.exs | Elixir.ShopTest | test two',
  ])
})

// https://github.com/testng-team/testng/issues/1429, /issues/2325
test('TestNG: a try that failed and was repeated is called skipped, so the last one decides', async () => {
  const suite = (failures: number, cases: string) =>
    `<?xml version="1.0" encoding="UTF-8"?><testsuite xsi:noNamespaceSchemaLocation="https://maven.apache.org/surefire/maven-surefire-plugin/xsd/surefire-test-report-3.0.xsd" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="3.0" name="TestSuite" time="0.5" tests="2" errors="0" skipped="1" failures="${failures}"><testcase name="pays" classname="org.shop.PayTest" time="0.01"><skipped message="java.lang.AssertionError: no"/></testcase><testcase name="pays" classname="org.shop.PayTest" time="0.01">${cases}</testcase></testsuite>`
  expect(await statuses(suite(1, BOOM))).toMatchObject({ status: 'failed', failed: 1 })
  expect(await statuses(suite(0, ''))).toMatchObject({ ...PASSED, passed: 1, skipped: 1 })
})

// https://github.com/cucumber/cucumber-ruby/pull/992, https://github.com/bitrise-steplib/steps-xcode-test/pull/253
test('an element for each try without a mark is red, and a note says why', async () => {
  const scenario = (inner = '') =>
    `<testcase classname="Login" name="signs in" time="0.1">${inner}</testcase>`
  const read = await statuses(
    `<?xml version="1.0" encoding="UTF-8"?><testsuite failures="2" errors="0" skipped="0" tests="3" time="0.3" name="Login">${scenario(BOOM)}${scenario(BOOM)}${scenario()}</testsuite>`,
  )
  expect(read).toMatchObject({ status: 'failed', flaky: 0 })
  expect(read.failed).toBeGreaterThan(0)
})

// https://github.com/TypedDevs/bashunit/pull/1040
test('bashunit: a test that passed on a retry is flaky by its mark', async () => {
  const suite = (inner: string) =>
    `<?xml version="1.0" encoding="UTF-8"?><testsuites><testsuite name="bashunit" tests="2" failures="0" skipped="0" time="0.2"><testcase file="tests/a_test.sh" name="Fine" time="0.1"></testcase><testcase file="tests/a_test.sh" name="Slips" time="0.1">${inner}</testcase></testsuite></testsuites>`
  expect(
    await statuses(suite('<flakyFailure message="Failed: expected 1">Failed</flakyFailure>')),
  ).toMatchObject({
    ...PASSED,
    passed: 1,
    flaky: 1,
  })
})

// https://github.com/apache/maven-surefire/issues/3303
test('Surefire: classes of parameters that were merged with one that never passed are not green', async () => {
  const merged =
    '<flakyFailure message="expected: true" type="E"><stackTrace>E</stackTrace></flakyFailure>'.repeat(3)
  expect(
    await statuses(
      `<?xml version="1.0" encoding="UTF-8"?><testsuite xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="https://maven.apache.org/surefire/maven-surefire-plugin/xsd/surefire-test-report.xsd" version="3.0.2" name="org.example.ParameterizedClassTest" time="0.001" tests="1" errors="0" skipped="0" failures="1" flakes="0"><properties/><testcase name="someParameterizationFails" classname="org.example.ParameterizedClassTest" time="0.01">${merged}</testcase></testsuite>`,
    ),
  ).toMatchObject({ status: 'failed' })
})

// https://github.com/MoLow/reporters/issues/300, as Node 24 writes it: the test that contains `inner` is a suite, and its
// own failure is nowhere but in the count.
test('node:test: a test that fails after its subtests is not green', async () => {
  const report = (counts: string) =>
    `<?xml version="1.0" encoding="utf-8"?>\n<testsuites>\n\t<testsuite name="outer" time="0.003554" disabled="0" errors="0" tests="1" failures="0" skipped="0" hostname="vm">\n\t\t<testcase name="inner" time="0.000908" classname="test" file="/w/a.test.mjs"/>\n\t</testsuite>\n${counts}\t<!-- duration_ms 59.5 -->\n</testsuites>\n`
  const counted = (fail: number, cancelled: number) =>
    `\t<!-- tests 2 -->\n\t<!-- pass 1 -->\n\t<!-- fail ${fail} -->\n\t<!-- cancelled ${cancelled} -->\n`
  for (const counts of [counted(1, 0), counted(0, 1)]) {
    const read = await readText(report(counts))
    expect(read.outcome).toMatchObject({ status: 'failed', statuses: { passed: 1, failed: 0 } })
    expect(read.errors[0]?.failure.message).toMatch(/^The report counts 1 failed test, but has none: /)
  }
  expect((await readText(report(counted(0, 0)))).outcome.status).toBe('passed')
})

// https://github.com/DevExpress/testcafe-reporter-xunit
test('TestCafe: paths of screenshots are no names, and an unstable test is flaky', async () => {
  const read = await readText(`<?xml version="1.0" encoding="UTF-8" ?>
<testsuite name="TestCafe Tests: Chrome 41.0.2227 / Mac OS X 10.10.1" tests="3" failures="1" skipped="0" errors="1" time="900" timestamp="Fri, 20 Nov 2026 10:15:25 GMT" >
  <testcase classname="First fixture" file="./fixture1.js" name="adds (unstable) (screenshots: /shots/2026-11-20_10-00-00/test-1)" time="74">
  </testcase>
  <testcase classname="First fixture" file="./fixture1.js" name="removes (screenshots: /shots/2026-11-20_10-00-00/test-2)" time="74">
    <failure>
    <![CDATA[
      1) AssertionError: expected 1 to equal 2
    ]]>
    </failure>
  </testcase>
  <testcase classname="First fixture" file="./fixture1.js" name="ships" time="74">
  </testcase>
</testsuite>`)
  expect(testsOf(read)).toEqual([
    ['fixture1.js | First fixture | adds', 'failed passed'],
    ['fixture1.js | First fixture | removes', 'failed'],
    ['fixture1.js | First fixture | ships', 'passed'],
  ])
  expect(read.file).toMatchObject({ dialect: 'testcafe', repairs: [] })
})

test('CTest: a test that it cannot start fails its run, and one that skips itself does not', async () => {
  const report = (cases: string, failures: number, skipped: number) =>
    `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="Linux-c++"
\ttests="2"
\tfailures="${failures}"
\tdisabled="0"
\tskipped="${skipped}"
\thostname=""
\ttime="0"
\ttimestamp="2026-11-28T16:23:51"
\t>
\t<testcase name="adds" classname="adds" time="0.0108" status="run">
\t\t<properties/>
\t\t<system-out>fine</system-out>
\t</testcase>
\t${cases}
</testsuite>`
  const notRun = (reason: string) =>
    `<testcase name="ships" classname="ships" time="0" status="notrun">\n\t\t<skipped message="${reason}"/>\n\t\t<properties/>\n\t\t<system-out></system-out>\n\t</testcase>`
  const read = await readText(report(notRun('Unable to find executable: /w/ships'), 0, 1))
  expect(read.file).toMatchObject({ dialect: 'ctest', repairs: [] })
  expect(testsOf(read)).toEqual([
    [' | adds', 'passed'],
    [' | ships', 'failed'],
  ])
  expect(read.tests[1]?.attempts[0]?.errors).toEqual([
    { message: 'Not run: Unable to find executable: /w/ships' },
  ])
  const skipped = await readText(report(notRun('SKIP_RETURN_CODE=77'), 0, 1))
  expect(await skipped.outcome).toMatchObject({ status: 'passed', statuses: { skipped: 1 } })
})

// https://github.com/catchorg/Catch2/issues/2116, as its own reports have it
test('Catch2: a test that may fail and fails does not fail the run', async () => {
  const read = await statuses(
    `<?xml version="1.0" encoding="UTF-8"?><testsuites><testsuite name="tests" errors="0" failures="0" skipped="1" tests="2" hostname="tbd" time="0.1" timestamp="2026-07-21T08:11:26Z"><testcase classname="tests.global" name="ok" time="0.1" status="run"/><testcase classname="tests.global" name="gap" time="0.1" status="run"><skipped message="TEST_CASE tagged with !mayfail"/><failure message="f() == 0" type="CHECK">FAILED:</failure></testcase></testsuite></testsuites>`,
  )
  expect(read).toMatchObject({ ...PASSED, passed: 1, skipped: 1 })
})
