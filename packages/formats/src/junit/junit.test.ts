import { expect, test } from 'vitest'
import { readText, repairs, testsOf } from '../testing/read.ts'

const suite = (tests: string, attributes = 'name="S"') => `<testsuite ${attributes}>${tests}</testsuite>`

test('every shape of root, and suites within suites', async () => {
  const one = '<testcase classname="C" name="t"/>'
  for (const text of [
    one,
    suite(one),
    `<testsuites>${suite(one)}</testsuites>`,
    `<testsuites>${one}</testsuites>`,
  ])
    expect(testsOf(await readText(text))).toEqual([[' | C | t', 'passed']])
  const nested = '<testcase name="t"/>'
  const read = await readText(
    `<testsuites name="all">${suite(nested + suite(nested + suite(nested, 'name="C"'), 'name="B"') + nested, 'name="A"')}</testsuites>`,
  )
  expect(testsOf(read)).toEqual([
    [' | A | t', 'passed'],
    [' | A | B | t', 'passed'],
    [' | A | B | C | t', 'passed'],
    [' | A | t | #1', 'passed'],
  ])
})

test('anything but a single JUnit XML document is refused', async () => {
  const other = await readText('<html><testsuite/></html>', { format: 'junit' })
  expect(other.file.problem).toEqual({
    reason: 'its root element <html> is not JUnit XML',
    place: { line: 1, column: 1 },
  })
  const two = await readText(`${suite('')}\n<?xml version="1.0"?>${suite('')}`)
  expect(two.file.problem).toMatchObject({
    reason: expect.stringContaining('a second document begins with <testsuite>'),
    place: { line: 2, column: 22 },
  })
  expect(two.outcome).toMatchObject({ isBroken: true, status: 'failed' })
})

test('failures: several in one test, failure and error, message or text, class and stack', async () => {
  const { tests } = await readText(
    suite(`
      <testcase classname="C" name="several">
        <failure message="first" type="org.acme.Wrong">org.acme.Wrong: first\n\tat A.b(A.java:1)\n</failure>
        <error type="java.io.IOException">
          gone
          at B</error>
        <failure/>
      </testcase>
      <testcase classname="C" name="told in CDATA"><failure type="failure"><![CDATA[one ]]>&amp;<![CDATA[ two]]></failure></testcase>`),
  )
  expect(tests[0]?.attempts).toMatchObject([
    {
      status: 'failed',
      errors: [
        { message: 'first', name: 'org.acme.Wrong', stack: 'org.acme.Wrong: first\n\tat A.b(A.java:1)' },
        { message: 'gone', name: 'java.io.IOException', stack: '          gone\n          at B' },
        { message: 'failed without a message' },
      ],
    },
  ])
  expect(tests[1]?.attempts[0]?.errors).toEqual([{ message: 'one & two' }])
})

test('a time-out is one where the message or the class says so', async () => {
  const read = await readText(
    suite(`
      <testcase classname="C" name="a"><error type="org.junit.runners.model.TestTimedOutException" message="x"/></testcase>
      <testcase classname="C" name="b"><failure message="Test timeout of 30000ms exceeded."/></testcase>
      <testcase classname="C" name="c"><failure message="thrown: &quot;Exceeded timeout of 5000 ms for a test."/></testcase>
      <testcase classname="C" name="d"><failure message="request timed out"/></testcase>`),
  )
  expect(testsOf(read).map(([, status]) => status)).toEqual(['timedOut', 'timedOut', 'timedOut', 'failed'])
})

test('skipped tests have their reason; attributes may say it alone', async () => {
  const read = await readText(
    suite(`
      <testcase classname="C" name="a"><skipped message="not here"/></testcase>
      <testcase classname="C" name="b"><skipped>not now</skipped></testcase>
      <testcase classname="C" name="c" status="notrun"/>
      <testcase classname="C" name="d" status="disabled"/>
      <testcase classname="C" name="e" result="suppressed" status="run"/>
      <testcase classname="C" name="f" status="run" result="completed"/>
      <testcase classname="C" name="g" status="failed"/>
      <testcase classname="C" name="h"><skipped/><failure message="m"/></testcase>`),
  )
  expect(testsOf(read).map(([, status]) => status)).toEqual([
    ...['skipped', 'skipped', 'skipped', 'skipped', 'skipped', 'passed', 'failed', 'failed'],
  ])
  expect(read.tests[0]?.attempts[0]?.skip).toEqual({ kind: 'skip', reason: 'not here' })
  expect(read.tests[1]?.attempts[0]?.skip).toEqual({ kind: 'skip', reason: 'not now' })
  expect(repairs(read)).toEqual(['failed without a failure ×1 line 8', 'failed and skipped ×1 line 9'])
})

test('times: of the test, after the one before, from the suite; wrong ones are reported', async () => {
  const begin = Date.UTC(2026, 0, 1)
  const read = await readText(
    suite(
      `<testcase classname="C" name="a" time="1.5"/>
       <testcase classname="C" name="b" time="-2"/>
       <testcase classname="C" name="c"/>
       <testcase classname="C" name="d" time="1,234.5"/>
       <testcase classname="C" name="e" time="later"/>
       <testcase classname="C" name="f" time="1" timestamp="2026-01-01T10:00:00Z"/>`,
      'timestamp="2026-01-01T00:00:00" time="9"',
    ),
  )
  expect(read.start).toEqual({ startedAt: begin, isStartReported: true, runner: { name: 'junit' } })
  expect(
    read.tests.map(({ attempts: [only] }) => [(only?.startedAt ?? 0) - begin, only?.durationMs]),
  ).toEqual([
    [0, 1500],
    [1500, 0],
    [1500, 0],
    [1500, 1_234_500],
    [1_236_000, 0],
    [36_000_000, 1000],
  ])
  expect(read.outcome.endedAt).toBe(begin + 36_001_000)
  expect(repairs(read)).toEqual([
    'negative time ×1 line 2: -2',
    'time with a comma ×1 line 4: 1,234.5',
    'time that is not a number ×1 line 5: later',
  ])
})

test('totals that contradict the elements are reported, with what they say; ways of counting that agree are not', async () => {
  const failed = '<testcase classname="C" name="f"><failure/><error/></testcase>'
  const passed = '<testcase classname="C" name="p"/>'
  const wrong = await readText(suite(`${failed}${passed}`, 'tests="3" failures="0" errors="0" skipped="1"'))
  expect(repairs(wrong)).toEqual(['wrong total ×3 line 1: tests says 3, has 2'])
  for (const attributes of [
    'tests="2" failures="1"',
    'tests="2" failures="1" errors="1" skipped="0"',
    'tests="2" failures="1" errors="0" disabled="0"',
    '',
  ])
    expect(repairs(await readText(suite(`${failed}${passed}`, attributes)))).toEqual([])
  const inner = suite(passed, 'name="I" tests="1"')
  for (const tests of [1, 2])
    expect(repairs(await readText(suite(`${passed}${inner}`, `tests="${tests}"`)))).toEqual([])
})

test('a suite that says something failed is not green where none of its tests did', async () => {
  const test = '<testcase classname="C" name="t"/>'
  const read = await readText(
    `<testsuites failures="1">${suite(test, 'name="a" failures="1"')}${suite(test)}</testsuites>`,
  )
  expect(read.errors.map(({ failure }) => failure.message)).toEqual([
    'The suite a says that 1 failed, but none of its tests did.',
  ])
  expect(read.outcome).toMatchObject({ status: 'failed', statuses: { passed: 2, failed: 0 } })
})

test('a suite that failed without tests is an error, and so is one with a failure of its own', async () => {
  const read = await readText(
    `<testsuites>
      ${suite('', 'name="silent" file="a.js" tests="2" failures="1" errors="1"')}
      ${suite('<error message="no database" type="IOError">at setUp</error>', 'name="loud" tests="0" errors="1"')}
      ${suite('<testcase classname="C" name="t"/>')}
    </testsuites>`,
  )
  expect(read.errors).toEqual([
    { failure: { message: 'The suite silent says that 2 failed, but it contains no tests.' }, file: 'a.js' },
    { failure: { message: 'loud: no database', name: 'IOError', stack: 'at setUp' } },
  ])
  expect(read.outcome).toMatchObject({ tests: 1, errors: 2, status: 'failed', isBroken: false })
})

test('output, attachments, properties and tags are kept', async () => {
  const { tests } = await readText(
    suite(`
      <testcase classname="C" name="t" file="src/c.test.js" line="12">
        <properties>
          <property name="issue" value="#12"/><property name="note">in <![CDATA[<text>]]></property>
          <property name="tag" value="slow, db"/>
          <property name="attachment" value="shots/b.png"/>
          <property name="attachment2" value="data:text/plain;base64,aGVsbG8="/>
          <property name="testrun_attachment" value="https://ci.example/log.txt"/>
        </properties>
        <failure message="m"/>
        <system-out>before\n[[ATTACHMENT|shots/a.png]]\nafter</system-out>
        <system-err><![CDATA[oh]]></system-err>
      </testcase>`),
    {},
    'deep/report.xml',
  )
  const [attempt] = tests[0]?.attempts ?? []
  expect(attempt).toMatchObject({
    stdout: 'before\n[[ATTACHMENT|shots/a.png]]\nafter',
    stderr: 'oh',
    annotations: [
      { type: 'issue', description: '#12' },
      { type: 'note', description: 'in <text>' },
    ],
    tags: ['slow', 'db'],
    location: { file: 'src/c.test.js', line: 12 },
    attachments: [
      { name: 'a.png', contentType: 'image/png', path: expect.stringMatching(/deep\/shots\/a\.png$/) },
      { name: 'b.png', contentType: 'image/png' },
      { name: 'attachment', contentType: 'text/plain', sizeBytes: 5 },
      { name: 'log.txt', contentType: 'text/plain', path: 'https://ci.example/log.txt' },
    ],
  })
  expect(Buffer.from(attempt?.attachments?.[2]?.body ?? []).toString()).toBe('hello')
})

test('what a suite printed is its only test’s, else it is reported as left out', async () => {
  const failed = '<testcase classname="C" name="t"><failure/></testcase>'
  const output = '<system-out>why</system-out>'
  const one = await readText(suite(failed + output))
  expect(one.tests[0]?.attempts[0]?.stdout).toBe('why')
  const two = await readText(suite(failed + failed + output))
  expect(two.tests.flatMap(({ attempts }) => attempts.map(({ stdout }) => stdout))).toEqual([
    undefined,
    undefined,
  ])
  expect(repairs(two)).toEqual(['output of a suite left out ×1 line 1'])
})

test('equal names are tests of their own, in their order', async () => {
  const read = await readText(
    suite(
      '<testcase classname="C" name="t"/><testcase classname="C" name="t"><failure/></testcase>'.repeat(2),
    ),
  )
  expect(testsOf(read)).toEqual([
    [' | C | t', 'passed'],
    [' | C | t | #1', 'failed'],
    [' | C | t | #2', 'passed'],
    [' | C | t | #3', 'failed'],
  ])
})

test('a test or a suite without a name is reported, and counts', async () => {
  const read = await readText('<testsuite><testcase/><testcase classname="C"/></testsuite>')
  expect(testsOf(read)).toEqual([
    [' | (no name)', 'passed'],
    [' | C', 'passed'],
  ])
  expect(read.outcome.tests).toBe(2)
})

test('what nobody knows within is passed over', async () => {
  const read = await readText(
    suite(
      '<metadata><testcase name="no test"/></metadata><testcase classname="C" name="t"><extra>x</extra><failure message="m">y</failure></testcase>',
    ),
  )
  expect(testsOf(read)).toEqual([[' | C | t', 'failed']])
})

test('long output and long messages are kept as far as the client looks, the end of what was printed', async () => {
  const { tests } = await readText(
    suite(
      `<testcase classname="C" name="t"><failure>${'m'.repeat(500_000)}</failure><system-out>${'o'.repeat(2_000_000)}[[ATTACHMENT|a.txt]]${'p'.repeat(999_999)}the end</system-out></testcase>`,
    ),
  )
  const [attempt] = tests[0]?.attempts ?? []
  expect(attempt?.stdout?.endsWith('the end')).toBe(true)
  expect(attempt?.stdout?.length).toBeLessThan(100_000)
  expect(attempt?.errors?.[0]?.message.length).toBeLessThan(100_000)
  expect(attempt?.attachments).toMatchObject([{ name: 'a.txt' }])
})

test('times that are nanoseconds are read as such, and said', async () => {
  const read = await readText(`<testsuites time="1999638317"><testsuite name="a" tests="2" time="1999638317">
    <testcase classname="c" name="slow" time="999638317"/><testcase classname="c" name="quick" time="250000"/>
  </testsuite></testsuites>`)
  expect(read.tests.map(({ attempts }) => attempts[0]?.durationMs)).toEqual([999.638, 0.25])
  expect(read.file.durationMs).toBe(1999.638)
  expect(repairs(read)).toEqual(['time in nanoseconds ×4 line 1: 1999638317'])
})

test('a time of more than a year among seconds is left out, and said', async () => {
  const read = await readText(`<testsuite name="a" tests="2" time="1.5">
    <testcase classname="c" name="odd" time="999638317"/><testcase classname="c" name="plain" time="1.5"/></testsuite>`)
  expect(read.tests.map(({ attempts }) => attempts[0]?.durationMs)).toEqual([0, 1500])
  expect(repairs(read)).toEqual(['time of more than a year left out ×1 line 2: 999638317'])
})
