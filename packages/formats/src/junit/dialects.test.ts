import { expect, test } from 'vitest'
import { parseMap } from '../map.ts'
import { readText, repairs, testsOf } from '../testing/read.ts'

test('Surefire: flaky and rerun elements are attempts, each with its own output', async () => {
  const read =
    await readText(`<testsuite xsi:noNamespaceSchemaLocation="https://maven.apache.org/surefire/maven-surefire-plugin/xsd/surefire-test-report-3.0.xsd" xmlns:xsi="x" name="com.acme.PayTest" time="1,003.2" tests="3" errors="0" skipped="0" failures="1">
    <properties><property name="java.class.path" value="a:b"/></properties>
    <testcase name="flaky" classname="com.acme.PayTest" time="0.3">
      <flakyFailure message="expected 1" type="java.lang.AssertionError"><stackTrace><![CDATA[java.lang.AssertionError: expected 1
	at com.acme.PayTest.flaky(PayTest.java:9)]]></stackTrace><system-out>first try</system-out></flakyFailure>
      <flakyError message="gone" type="java.io.IOException"><stackTrace>at x</stackTrace></flakyError>
      <system-out>last try</system-out>
    </testcase>
    <testcase name="broken" classname="com.acme.PayTest" time="0.1">
      <failure message="one" type="A"/>
      <rerunFailure message="two" type="B"><stackTrace>s</stackTrace></rerunFailure>
      <rerunError message="three" type="C"/>
    </testcase>
    <testcase name="fine" classname="com.acme.PayTest"/>
  </testsuite>`)
  expect(testsOf(read)).toEqual([
    [' | com.acme.PayTest | flaky', 'failed failed passed'],
    [' | com.acme.PayTest | broken', 'failed failed failed'],
    [' | com.acme.PayTest | fine', 'passed'],
  ])
  expect(read.tests[0]?.attempts).toMatchObject([
    {
      errors: [{ message: 'expected 1', stack: expect.stringContaining('PayTest.java:9') }],
      stdout: 'first try',
    },
    { errors: [{ message: 'gone', name: 'java.io.IOException' }], retry: 1 },
    { stdout: 'last try', durationMs: 300, retry: 2 },
  ])
  expect(read.tests[1]?.attempts.map(({ errors }) => errors?.[0]?.message)).toEqual(['one', 'two', 'three'])
  expect(read.file).toMatchObject({
    dialect: 'surefire',
    statuses: { passed: 1, failed: 1, flaky: 1, skipped: 0 },
    attempts: 7,
  })
  expect(repairs(read)).toEqual(['time with a comma ×1 line 1: 1,003.2'])
})

test('a class becomes a file by --map alone', async () => {
  const text =
    '<testsuite name="com.acme.pay.CardTest"><testcase name="pays" classname="com.acme.pay.CardTest"/></testsuite>'
  expect(testsOf(await readText(text))).toEqual([[' | com.acme.pay.CardTest | pays', 'passed']])
  const map = [
    parseMap('^com\\.acme\\.(\\w+)\\.(\\w+)=src/test/java/com/acme/$1/$2.java'),
    parseMap('^src=never'),
  ]
  expect(testsOf(await readText(text, { map }))).toEqual([
    ['src/test/java/com/acme/pay/CardTest.java | com.acme.pay.CardTest | pays', 'passed'],
  ])
})

const PYTEST_SUITE = (attributes: string, cases: string) =>
  `<testsuite name="pytest" ${attributes}>${cases}</testsuite>`

test('equal names in several suites of a file are tests of their own: it is merged of several runs', async () => {
  const broken = '<testcase classname="t" name="pays"><failure message="no">t.py:3</failure></testcase>'
  const works = '<testcase classname="t" name="pays"/>'
  const read = await readText(
    `<testsuites>${PYTEST_SUITE('hostname="py39" timestamp="2026-01-01T00:00:00"', broken)}
      ${PYTEST_SUITE('hostname="py310" timestamp="2026-01-01T01:00:00"', works)}</testsuites>`,
  )
  expect(testsOf(read)).toEqual([
    [' | t | pays', 'failed'],
    [' | t | pays | #1', 'passed'],
  ])
  expect(read.outcome).toMatchObject({ status: 'failed', statuses: { failed: 1, passed: 1, flaky: 0 } })
  const go = (cases: string) =>
    `<testsuite name="example.com/app"><properties><property name="go.version" value="1"/></properties>${cases}</testsuite>`
  const twice = await readText(`<testsuites>${go(broken)}${go(works)}</testsuites>`)
  expect([twice.file.dialect, twice.outcome.status, testsOf(twice).length]).toEqual(['go', 'failed', 2])
})

const PYTEST = (cases: string) =>
  `<testsuites><testsuite name="pytest" timestamp="2026-01-01T00:00:00.000000+00:00" hostname="h">${cases}</testsuite></testsuites>`

test('pytest: xunit1 contains the file; xunit2 with --map gives the same result', async () => {
  const known = await readText(
    PYTEST(`<testcase classname="tests.unit.test_a.TestPay" name="test_x[1-a]" file="tests/unit/test_a.py" line="3"/>
            <testcase classname="tests.unit.test_a" name="test_y" file="tests/unit/test_a.py" line="9"/>`),
  )
  const expected = [
    ['tests/unit/test_a.py | TestPay | test_x[1-a]', 'passed'],
    ['tests/unit/test_a.py | test_y', 'passed'],
  ]
  expect(testsOf(known)).toEqual(expected)
  const xunit2 = PYTEST(`<testcase classname="tests.unit.test_a.TestPay" name="test_x[1-a]"/>
                         <testcase classname="tests.unit.test_a" name="test_y"/>`)
  const map = [parseMap('^tests\\.unit\\.(test_\\w+).*=tests/unit/$1.py')]
  expect(testsOf(await readText(xunit2, { map }))).toEqual(expected)
  expect(testsOf(await readText(xunit2))).toEqual([
    [' | tests.unit.test_a.TestPay | test_x[1-a]', 'passed'],
    [' | tests.unit.test_a | test_y', 'passed'],
  ])
})

test('pytest: a report without files says how to get them; one with files, or with --map, does not', async () => {
  const hint = expect.stringContaining('run pytest with -o junit_family=xunit1')
  const without = PYTEST('<testcase classname="tests.test_cart" name="a"/><testcase classname="b" name="b"/>')
  expect((await readText(without)).file.warnings).toEqual([hint])
  const withFile = PYTEST('<testcase classname="tests.test_cart" name="a" file="tests/test_cart.py"/>')
  expect((await readText(withFile)).file.warnings).toEqual([])
  const mapped = await readText(PYTEST('<testcase classname="tests.test_cart" name="a"/>'), {
    map: [parseMap('^tests\\.(\\w+)$=tests/$1.py')],
  })
  expect(mapped.file.warnings).toEqual([])
})

test('pytest: expected failures pass, collection and tear-down are reported as what they are', async () => {
  const read = await readText(
    PYTEST(`<testcase classname="t" name="xfails"><skipped type="pytest.xfail" message="known"/></testcase>
      <testcase classname="t" name="skips"><skipped type="pytest.skip" message="not here">t.py:3: not here</skipped></testcase>
      <testcase classname="" name="tests.test_broken"><error message="collection failure">ImportError: x</error></testcase>
      <testcase classname="t" name="tears" time="0.1"/>
      <testcase classname="t" name="tears" time="0.1"><error message="failed on teardown with &quot;OSError&quot;">E</error></testcase>
      <testcase classname="t" name="retried"><failure message="m">a</failure></testcase>
      <testcase classname="t" name="retried"/>`),
  )
  expect(testsOf(read)).toEqual([
    [' | t | xfails', 'passed'],
    [' | t | skips', 'skipped'],
    [' | t | tears', 'failed'],
    [' | t | retried', 'failed passed'],
  ])
  expect(read.tests[0]?.attempts[0]).toMatchObject({
    expectedFailure: true,
    annotations: [{ type: 'xfail', description: 'known' }],
  })
  expect(read.errors).toMatchObject([{ failure: { message: 'collection failure' } }])
  expect([read.outcome.status, read.file.statuses.flaky]).toEqual(['failed', 0])
})

test('Go: subtests are titles, equal names are tries, a package that does not build is an error', async () => {
  const read =
    await readText(`<testsuites><testsuite tests="3" failures="1" time="0.1" name="example.com/app/pay">
    <properties><property name="go.version" value="go1.23"/></properties>
    <testcase classname="example.com/app/pay" name="TestPay" time="0.1"/>
    <testcase classname="example.com/app/pay" name="TestPay/by_card/twice" time="0.1"><failure message="Failed" type="">pay_test.go:7: no</failure></testcase>
    <testcase classname="example.com/app/pay" name="TestPay/by_card/twice" time="0.1"/>
    <testcase classname="example.com/app/cart" name="[build failed]"><failure message="Failed">undefined: x</failure></testcase>
  </testsuite></testsuites>`)
  expect(read.file.dialect).toBe('go')
  expect(testsOf(read)).toEqual([
    [' | example.com/app/pay | TestPay', 'passed'],
    [' | example.com/app/pay | TestPay | by_card | twice', 'failed passed'],
  ])
  expect(read.errors).toHaveLength(1)
})

test('Jest: the names of the reporter where its templates tell them, else as far as they do', async () => {
  const full = await readText(`<testsuites name="jest tests"><testsuite name="src/a.test.js">
    <testcase classname="outer › inner" name="works" time="0.01"/></testsuite></testsuites>`)
  expect(testsOf(full)).toEqual([['src/a.test.js | outer | inner | works', 'passed']])
  const plain = await readText(`<testsuites name="jest tests"><testsuite name="outer">
    <testcase classname="outer works" name="outer works" file="src/a.test.js"/>
    <testcase classname="alone" name="alone" file="src/a.test.js"/></testsuite></testsuites>`)
  expect(testsOf(plain)).toEqual([
    ['src/a.test.js | outer | works', 'passed'],
    ['src/a.test.js | alone', 'passed'],
  ])
})

test('mocha-junit-reporter and Cypress: the file is of the root suite, the name holds the blocks', async () => {
  const read = await readText(`<testsuites name="Mocha Tests">
    <testsuite name="Root Suite" file="cypress/e2e/a.cy.js" tests="0"></testsuite>
    <testsuite name="inner" tests="1"><testcase name="outer inner works" classname="works" time="1"/></testsuite>
    <testsuite name="Root Suite" file="cypress/e2e/b.cy.js" tests="0"></testsuite>
    <testsuite name="B" tests="2"><testcase name="B works" classname="works"/>
      <testcase name="B &quot;before all&quot; hook for &quot;works&quot;" classname="&quot;before all&quot; hook for &quot;works&quot;"><failure message="no"/></testcase></testsuite>
  </testsuites>`)
  expect(testsOf(read)).toEqual([
    ['cypress/e2e/a.cy.js | outer | inner | works', 'passed'],
    ['cypress/e2e/b.cy.js | B | works', 'passed'],
  ])
  expect(read.errors).toEqual([{ failure: { message: 'no' }, file: 'cypress/e2e/b.cy.js' }])
})

test('Mocha’s own xunit', async () => {
  const read = await readText(
    '<testsuite name="Mocha Tests" tests="1" timestamp="Sat, 03 Dec 2022 23:10:07 GMT"><testcase classname="a b" name="works" file="test/a.js" time="0"/></testsuite>',
  )
  expect(testsOf(read)).toEqual([['test/a.js | a b | works', 'passed']])
  expect(read.start?.startedAt).toBe(Date.UTC(2022, 11, 3, 23, 10, 7))
})

test('PHPUnit: data sets are tests, files are of the suite; Pest names the test behind the file', async () => {
  const read =
    await readText(`<testsuites><testsuite name="unit" tests="3"><testsuite name="App\\PayTest" file="/repo/tests/PayTest.php" tests="2">
      <testsuite name="App\\PayTest::testPays"><testcase name="testPays with data set &quot;a&quot;" class="App\\PayTest" classname="App.PayTest" file="/repo/tests/PayTest.php" line="9" assertions="1" time="0.1"/></testsuite>
      <testcase name="testFails" class="App\\PayTest" classname="App.PayTest" assertions="0"><failure type="PHPUnit\\Exception">App\\PayTest::testFails\nno</failure></testcase>
    </testsuite>
    <testcase name="it works" class="Tests\\Unit\\ItTest" classname="Tests.Unit.ItTest" file="tests/Unit/ItTest.php::it works" assertions="1"/></testsuite></testsuites>`)
  expect(testsOf(read)).toEqual([
    ['tests/PayTest.php | App\\PayTest | testPays with data set "a"', 'passed'],
    ['tests/PayTest.php | App\\PayTest | testFails', 'failed'],
    ['tests/Unit/ItTest.php | Tests\\Unit\\ItTest | it works', 'passed'],
  ])
})

test('cargo-nextest: modules are titles', async () => {
  const read =
    await readText(`<testsuites name="nextest-run" tests="1" uuid="u" timestamp="2026-01-01T00:00:00.000+00:00" time="1">
    <testsuite name="app::pay" tests="1" disabled="0" errors="0" failures="0">
      <testcase name="cards::pays" classname="app::pay" timestamp="2026-01-01T00:00:01.000+00:00" time="0.2">
        <flakyFailure timestamp="2026-01-01T00:00:00.500+00:00" time="0.1" message="thread panicked" type="test failure">src/lib.rs:3</flakyFailure>
      </testcase></testsuite></testsuites>`)
  expect(testsOf(read)).toEqual([[' | app::pay | cards | pays', 'failed passed']])
  const [first, last] = read.tests[0]?.attempts ?? []
  expect((last?.startedAt ?? 0) - (first?.startedAt ?? 0)).toBe(500)
  expect(first?.durationMs).toBe(100)
})

test('WebdriverIO: the browser is the variant, without its version', async () => {
  const read = await readText(`<testsuites><testsuite name="Shop" timestamp="2026-01-01T00:00:00"><properties>
      <property name="specId" value="0"/><property name="suiteName" value="Shop"/><property name="capabilities" value="chrome.116_0_5845.linux"/><property name="file" value="./test/shop.e2e.js"/>
    </properties><testcase classname="chrome.116_0_5845.linux.Shop" name="pays" time="1"/></testsuite></testsuites>`)
  expect(testsOf(read)).toEqual([['test/shop.e2e.js | Shop | pays | <chrome>', 'passed']])
})

test('.NET, rspec and others: class and name, or file and name', async () => {
  const net = await readText(
    '<testsuites><testsuite name="Acme.Tests.dll"><testcase classname="Acme.PayTests" name="Pays(amount: 1)"/></testsuite></testsuites>',
  )
  expect([net.file.dialect, ...testsOf(net)]).toEqual([
    'dotnet',
    [' | Acme.PayTests | Pays(amount: 1)', 'passed'],
  ])
  const rspec = await readText(
    '<testsuite name="rspec"><testcase classname="spec.pay_spec" name="Pay works" file="./spec/pay_spec.rb"/></testsuite>',
  )
  expect(testsOf(rspec)).toEqual([['spec/pay_spec.rb | Pay works', 'passed']])
  const path = await readText(
    '<testsuite name="x"><testcase classname="test/a.test.ts" name="works"/></testsuite>',
  )
  expect(testsOf(path)).toEqual([['test/a.test.ts | works', 'passed']])
})

test('jest-junit: a test below no block has no space before its title', async () => {
  const read = await readText(
    '<testsuites name="jest tests"><testsuite name="undefined"><testcase classname=" adds" name=" adds"/></testsuite></testsuites>',
  )
  expect(testsOf(read)).toEqual([[' | adds', 'passed']])
})

test('jest-junit: an error of reportTestSuiteErrors is not a test', async () => {
  const read = await readText(`<testsuites name="jest tests"><testsuite name="a.test.js" errors="1">
    <testcase classname="Test suite failed to run" name="a.test.js"><error>  ● Test suite failed to run

    RangeError: at load

    > 1 | throw new RangeError('at load')
        |       ^

      at Object.&lt;anonymous> (a.test.js:1:7)
</error></testcase>
    <testcase classname="Test suite failed to run" name="a.test.js"><failure>{}</failure></testcase></testsuite></testsuites>`)
  expect(read.tests).toEqual([])
  expect(read.errors[0]).toMatchObject({
    file: 'a.test.js',
    failure: { name: 'RangeError', message: 'at load', location: { file: 'a.test.js', line: 1 } },
  })
})

test('jest-junit: a file that did not load is an error, a test that prints or is called so is a test', async () => {
  const read = await readText(`<testsuites name="jest tests"><testsuite name="src/a.test.js">
    <testcase classname="typeOf" name="undefined"/>
    <testcase classname="typeOf" name="fails"><failure>Error: no match
  ● Test suite failed to run</failure></testcase>
    <testcase classname="Test suite failed to run" name="src/b.test.js"><error>  ● Test suite failed to run

    SyntaxError</error></testcase></testsuite></testsuites>`)
  expect(testsOf(read)).toEqual([
    ['src/a.test.js | typeOf | undefined', 'passed'],
    ['src/a.test.js | typeOf | fails', 'failed'],
  ])
  expect(read.errors).toHaveLength(1)
})
