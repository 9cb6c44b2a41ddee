import { expect, test } from 'vitest'
import { readFiles, readText, testsOf } from '../testing/read.ts'

// Tests that did not run, or ended otherwise than passed or failed, as report files in public bug reports have them.

const statuses = async (text: string) => {
  const { outcome, errors, file } = await readText(text)
  return { status: outcome.status, ...outcome.statuses, outside: errors.length, repairs: file.repairs }
}

// https://github.com/sebastianbergmann/phpunit/issues/2153, https://github.com/infection/infection/pull/1115
test.each([
  ['5.4', 'assertions="0"', 'PHPUnit_Framework_Warning', 'errors="0" failures="1" skipped="0"'],
  [
    '8.3',
    'class="PHPUnit\\Framework\\WarningTestCase" classname="PHPUnit.Framework.WarningTestCase" assertions="0"',
    'PHPUnit\\Framework\\Warning',
    'errors="0" warnings="1" failures="0" skipped="0"',
  ],
])(
  'PHPUnit %s: a test whose data provider is invalid did not run, so the run is red',
  async (_, names, type, totals) => {
    const report = (text: string) => `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="CartTest" file="/repo/CartTest.php" tests="2" assertions="1" ${totals} time="0.1">
    <testcase name="testAdds" class="CartTest" classname="CartTest" file="/repo/CartTest.php" line="9" assertions="1" time="0.1"/>
    <testsuite name="CartTest::testPays" tests="1" assertions="0" ${totals} time="0.1">
      <testcase name="Warning" ${names} time="0.1">
        <warning type="${type}">Warning
${text}

</warning>
      </testcase>
    </testsuite>
  </testsuite>
</testsuites>`
    const invalid = 'The data provider specified for CartTest::testPays is invalid.'
    const read = await readText(report(`${invalid}\nMethod rows does not exist`))
    expect(read.file).toMatchObject({ dialect: 'phpunit', repairs: [] })
    expect(read.outcome).toMatchObject({ status: 'failed', statuses: { passed: 1, failed: 0 } })
    expect(read.errors.map(({ failure }) => failure.message)).toEqual([invalid])
  },
)

test('PHPUnit: a class without tests is skipped, and a warning of a test that ran fails nothing', async () => {
  const read = await readText(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="" tests="2" assertions="1" errors="0" warnings="2" failures="0" skipped="0" time="0.1">
    <testcase name="Warning" class="PHPUnit\\Framework\\WarningTestCase" classname="PHPUnit.Framework.WarningTestCase" assertions="0" time="0.1"><warning type="PHPUnit\\Framework\\Warning">Warning
No tests found in class "BaseTest".
</warning></testcase>
    <testcase name="testAdds" class="CartTest" classname="CartTest" file="/repo/CartTest.php" line="9" assertions="1" time="0.1"><warning type="PHPUnit\\Framework\\Warning">CartTest::testAdds
assertFileNotExists() is deprecated
</warning></testcase>
  </testsuite>
</testsuites>`)
  expect(read.outcome).toMatchObject({ status: 'passed', errors: 0, statuses: { passed: 1, skipped: 1 } })
})

test('PHPUnit: a warning says in its text or its message why a test did not run', async () => {
  const warned = (message: string) =>
    readText(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="" tests="1" assertions="0" errors="0" warnings="1" failures="0" skipped="0" time="0.1">
    <testcase name="Warning" class="PHPUnit\\Framework\\WarningTestCase" classname="PHPUnit.Framework.WarningTestCase" assertions="0" time="0.1"><warning message="${message}"/></testcase>
  </testsuite>
</testsuites>`)
  const invalid = 'The data provider specified for CartTest::testPays is invalid.'
  const read = await warned(invalid)
  expect(read.outcome).toMatchObject({ status: 'failed' })
  expect(read.errors.map(({ failure }) => failure.message)).toEqual([invalid])
  const empty = await warned('No tests found in class &quot;BaseTest&quot;.')
  expect(empty.outcome).toMatchObject({ errors: 0, statuses: { skipped: 1 } })
})

test('a failure or a skip behind many warnings counts', async () => {
  const warnings = '<warning message="deprecated">x</warning>'.repeat(120)
  const read = await statuses(`<testsuites><testsuite name="S">
    <testcase name="a">${warnings}<failure message="no"/></testcase>
    <testcase name="b">${warnings}<error message="no"/></testcase>
    <testcase name="c">${warnings}<skipped/></testcase>
    <testcase name="d">${warnings}</testcase></testsuite></testsuites>`)
  expect(read).toMatchObject({ status: 'failed', passed: 1, failed: 2, skipped: 1, repairs: [] })
})

// https://github.com/EnricoMi/publish-unit-test-result-action/issues/673, /issues/662
test('Ant junitlauncher: a test that an assumption aborted did not pass', async () => {
  const read =
    await statuses(`<testsuite aborted="1" failures="0" id="0" name="UITest" package="org.jedit.ui.test" skipped="0" tests="2" time="0.013" timestamp="2025-05-12T11:51:11">
  <properties/><testcase classname="org.jedit.ui.test.UITest" name="opens()" time="0.01"/>
  <testcase classname="org.jedit.ui.test.UITest" name="prints()" time="0.01"><aborted message="Assumption failed: no printer" type="org.opentest4j.TestAbortedException"/></testcase></testsuite>`)
  expect(read).toMatchObject({ status: 'passed', passed: 1, skipped: 1, repairs: [] })
})

// https://github.com/jenkinsci/junit-plugin/issues/262
test('behave: scenarios that a failed hook left untested did not pass, and their reason is a hook', async () => {
  const scenario = (name: string) =>
    `<testcase classname="cart.Cart" name="${name}" status="untested" time="0"></testcase>`
  const read = await readText(
    `<testsuite name="cart.Cart" tests="2" errors="0" failures="0" skipped="0" time="0.0" timestamp="2021-03-22T16:35:39" hostname="h">${scenario('Add')}${scenario('Pay')}</testsuite>`,
  )
  expect(testsOf(read).map(([, status]) => status)).toEqual(['skipped', 'skipped'])
  expect(read.tests[0]?.attempts[0]?.skip).toEqual({ kind: 'hook' })
})

test.each(['timeout', 'timed_out', 'crashed', 'panicked', 'hook_error'])(
  'a test with the status %s and nothing else did not pass',
  async (status) => {
    const read = await statuses(
      `<testsuite name="s" tests="1" failures="0"><testcase classname="C" name="a" status="${status}"/></testsuite>`,
    )
    expect(read).toMatchObject({ status: 'failed', failed: 1 })
  },
)

// https://github.com/Behat/Behat/pull/1536
test('Behat: a failed hook fails a scenario that the report calls passed', async () => {
  const read = await statuses(
    `<?xml version="1.0" encoding="UTF-8"?><testsuites name="default"><testsuite name="Simple feature" tests="1" skipped="0" failures="0" errors="0" time="0.1"><testcase name="Simple scenario" classname="Simple feature" status="passed" time="0.1" file="features/simple.feature"><failure message="Error in afterScenario hook (Exception)" type="teardown"></failure></testcase></testsuite></testsuites>`,
  )
  expect(read).toMatchObject({ status: 'failed', failed: 1 })
})

// https://github.com/bats-core/bats-core/issues/1149
test('bats: an element for each retry has no mark, so it is red, and a note says why', async () => {
  const read = await readText(
    `<?xml version="1.0" encoding="UTF-8"?><testsuites time="0.2"><testsuite name="retries.bats" tests="2" failures="1" errors="0" skipped="0" time="0.2" timestamp="2025-10-01T10:00:00" hostname="h">
    <testcase classname="retries.bats" name="flaky test one" time="0"><failure type="failure">(in test file retries.bats, line 6)</failure></testcase>
    <testcase classname="retries.bats" name="flaky test one" time="0.003" /></testsuite></testsuites>`,
  )
  expect(read.outcome).toMatchObject({ status: 'failed', statuses: { failed: 1, passed: 1, flaky: 0 } })
  expect(read.file.warnings.join()).toMatch(/^flaky test one fails and then passes in one suite/)
})

// https://github.com/mikepenz/action-junit-report/issues/1480, /issues/1463
test('pytest: failures before a pass are one test, red with a note, and a test of another class is none of them', async () => {
  const element = (owner: string, name: string, inner = '') =>
    `<testcase classname="test.test_foo.${owner}" file="test/test_foo.py" line="42" name="${name}" time="0.1">${inner}</testcase>`
  const suite = (cases: string) =>
    `<testsuite errors="0" failures="1" name="something" skips="0" time="9.9" tests="${cases.split('<testcase').length - 1}">${cases}</testsuite>`
  const failed = '<failure message="oh no" type="">here</failure>'
  const tries = [failed, '<error message="it broke">oh no</error>', '']
  const read = await readText(
    suite(
      tries.map((inner) => element('TestFoo', 'test_get', inner)).join('') + element('TestFoo', 'test_once'),
    ),
  )
  expect(read.outcome).toMatchObject({ status: 'failed', tests: 2, statuses: { failed: 1, passed: 1 } })
  expect(read.file.warnings.join()).toMatch(/^test_get fails and then passes in one suite/)
  const apart = await readText(suite(element('TestFoo', 'test_get', failed) + element('TestBar', 'test_get')))
  expect(apart.outcome).toMatchObject({ status: 'failed', statuses: { failed: 1, passed: 1 } })
})

// https://github.com/reframe-hpc/reframe/pull/1965
test('ReFrame: a retry in a suite of its own has no mark, so it is red', async () => {
  const suite = (id: number, failures: number, inner: string) =>
    `<testsuite errors="0" failures="${failures}" hostname="h" id="${id}" name="ReFrame run ${id}" package="reframe" tests="1" time="1.1"><properties/><testcase classname="checks/hello.py" name="HelloTest on sys:part using gnu" time="1.0">${inner}</testcase><system-out/><system-err/></testsuite>`
  const report = `<testsuites>${suite(0, 1, '<failure message="sanity" type="sanity">no</failure>')}${suite(1, 0, '')}</testsuites>`
  expect(await statuses(report)).toMatchObject({ status: 'failed', failed: 1, passed: 1, flaky: 0 })
})

// https://github.com/karma-runner/karma-junit-reporter/issues/186
test('Karma: a test that is skipped and failed is red, and the contradiction is reported', async () => {
  const read = await statuses(
    `<testsuite name="Chrome Headless" package="" timestamp="2020-12-13T10:00:00" id="0" hostname="h" tests="1" errors="0" failures="0" time="0.1"><properties><property name="browser.fullName" value="Chrome"/></properties><testcase name="fails" time="0" classname="double"><skipped/><failure type="">Error: no selector</failure></testcase><system-out/><system-err/></testsuite>`,
  )
  expect(read).toMatchObject({ status: 'failed', failed: 1 })
  expect(read.repairs).toContainEqual(expect.objectContaining({ kind: 'failed and skipped' }))
})

// https://github.com/swiftlang/swift-package-manager/issues/8630
test('Swift: a crash leaves a report without tests, which is red alone and has a note beside others', async () => {
  const suite = (tests: number, inner: string) =>
    `<?xml version="1.0" encoding="UTF-8"?><testsuites><testsuite name="TestResults" errors="0" tests="${tests}" failures="0" skipped="0" time="0.1">${inner}</testsuite></testsuites>`
  const files = { 'xunit-swift-testing.xml': suite(0, '') }
  expect((await readFiles(files)).outcome.status).toBe('failed')
  const both = await readFiles({
    ...files,
    'xunit.xml': suite(1, '<testcase classname="A.T" name="testA" time="0.1"/>'),
  })
  expect(both.warnings.join()).toContain('xunit-swift-testing.xml: It contains no tests.')
})

// https://github.com/denoland/deno/issues/22795
test('Deno: the file is where the test says it is', async () => {
  const read = await readText(
    `<?xml version="1.0" encoding="UTF-8"?><testsuites name="deno test" tests="1" failures="1" errors="0" time="0.003"><testsuite name="file:///repo/main_test.ts" tests="1" disabled="0" errors="0" failures="1"><testcase name="parent" time="0.002" filename="/repo/main_test.ts" line="3" col="6"><properties><property name="step[failure]" value="step1"/></properties><failure message="1 test step failed">1 test step failed.</failure></testcase></testsuite></testsuites>`,
  )
  expect(testsOf(read)).toEqual([['main_test.ts | parent', 'failed']])
})

// https://github.com/scalatest/scalatest/issues/1801
test('ScalaTest: a suite that it aborted is red, although no number says so', async () => {
  const read = await readFiles({
    'a.xml':
      '<testsuite name="CartSuite" tests="1" errors="0" failures="0"><testcase classname="CartSuite" name="adds" time="0.1"/></testsuite>',
    'b.xml':
      '<testsuite errors="0" failures="0" hostname="h" name="DeferredAbortedSuite" tests="0" time="0.0" timestamp="2020-04-21T10:00:00"><properties></properties><system-out/><system-err/></testsuite>',
  })
  expect(read.outcome).toMatchObject({ status: 'failed', errors: 1, statuses: { passed: 1 } })
})

test('Playwright: the JUnit of --list is that of skipped tests, and a note says so', async () => {
  const { outcome, file } =
    await readText(`<testsuites id="" name="" tests="1" failures="0" skipped="1" errors="0" time="1.5">
<testsuite name="tests/a.spec.js" timestamp="2026-11-28T21:39:58.647Z" hostname="" tests="1" failures="0" skipped="1" time="0" errors="0">
<testcase name="adds" classname="tests/a.spec.js"><skipped></skipped></testcase></testsuite></testsuites>`)
  expect(outcome).toMatchObject({ status: 'passed', statuses: { skipped: 1 } })
  expect(file.warnings).toContainEqual(expect.stringContaining('None of its tests ran'))
})
