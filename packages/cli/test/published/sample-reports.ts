import { crc32, deflateRawSync } from 'node:zlib'

const START = '2026-03-01T10:00:00.000Z'

const json = (value: unknown) => Buffer.from(JSON.stringify(value))

const junit = `<testsuites><testsuite name="cart" tests="3" failures="1" skipped="1">
<testcase classname="cart" name="adds" time="0.1"/><testcase classname="cart" name="fails" time="0.1"><failure message="no"/></testcase>
<testcase classname="cart" name="waits"><skipped/></testcase></testsuite></testsuites>`

const trx = `<TestRun id="1" xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010"><Results>
<UnitTestResult testId="1" testName="Adds" outcome="Passed"/><UnitTestResult testId="2" testName="Fails" outcome="Failed"/>
<UnitTestResult testId="3" testName="Waits" outcome="NotExecuted"/></Results></TestRun>`

const nunit = `<test-run id="2" result="Failed"><test-suite type="TestFixture" fullname="Cart" result="Failed">
<test-case fullname="Cart.Adds" classname="Cart" name="Adds" result="Passed"/>
<test-case fullname="Cart.Fails" classname="Cart" name="Fails" result="Failed"><failure><message>no</message></failure></test-case>
<test-case fullname="Cart.Waits" classname="Cart" name="Waits" result="Skipped"/></test-suite></test-run>`

const xunit = `<assemblies><assembly name="a.dll" total="3" passed="1" failed="1" skipped="1"><collection name="c">
<test name="Cart.Adds" type="Cart" method="Adds" result="Pass"/>
<test name="Cart.Fails" type="Cart" method="Fails" result="Fail"><failure><message>no</message></failure></test>
<test name="Cart.Waits" type="Cart" method="Waits" result="Skip"/></collection></assembly></assemblies>`

const ctrf = {
  results: {
    tool: { name: 'some tool' },
    summary: {
      tests: 3,
      passed: 1,
      failed: 1,
      skipped: 1,
      pending: 0,
      other: 0,
      start: Date.parse(START),
      stop: Date.parse(START) + 5,
    },
    tests: ['passed', 'failed', 'skipped'].map((status) => ({ name: status, status, duration: 1 })),
  },
}

/** What Jest and Vitest both write. */
const assertions = {
  numTotalTests: 3,
  startTime: Date.parse(START),
  success: false,
  testResults: [
    {
      assertionResults: ['passed', 'failed', 'pending'].map((status) => ({
        ancestorTitles: ['cart'],
        title: status,
        status,
        duration: 1,
        failureMessages: status === 'failed' ? ['Error: no'] : [],
      })),
      name: 'cart.test.js',
      status: 'failed',
      message: '',
      startTime: Date.parse(START),
    },
  ],
}

const specOf = (status: string, index: number) => ({
  title: status,
  file: 'cart.spec.js',
  line: index + 1,
  column: 1,
  tests: ['one', 'two'].map((projectName) => ({
    projectName,
    expectedStatus: status === 'skipped' ? 'skipped' : 'passed',
    status: { passed: 'expected', failed: 'unexpected', skipped: 'skipped' }[status],
    annotations: [],
    results: [{ status, retry: 0, duration: 1, startTime: START, errors: [], attachments: [] }],
  })),
})

const playwright = {
  config: { version: '1.60.0', projects: [{ name: 'one' }, { name: 'two' }] },
  suites: [
    { title: 'cart.spec.js', file: 'cart.spec.js', specs: ['passed', 'failed', 'skipped'].map(specOf) },
  ],
  errors: [],
  stats: { startTime: START, duration: 5, expected: 2, unexpected: 2, flaky: 0, skipped: 2 },
}

const STATUSES = ['passed', 'failed', 'skipped']
const events = [
  { method: 'onBlobReportMetadata', params: { version: 2 } },
  { method: 'onConfigure', params: { config: { version: '1.60.0' } } },
  {
    method: 'onProject',
    params: {
      project: {
        name: '',
        suites: [
          {
            title: 'cart.spec.js',
            entries: STATUSES.map((title) => ({
              testId: title,
              title,
              location: { file: 'cart.spec.js', line: 1, column: 1 },
            })),
          },
        ],
      },
    },
  },
  ...STATUSES.flatMap((status) => [
    {
      method: 'onTestBegin',
      params: { testId: status, result: { id: status, retry: 0, startTime: Date.parse(START) } },
    },
    {
      method: 'onTestEnd',
      params: {
        test: { testId: status, expectedStatus: status === 'skipped' ? 'skipped' : 'passed' },
        result: { id: status, duration: 1, status, errors: [] },
      },
    },
  ]),
  { method: 'onEnd', params: { result: { status: 'failed', startTime: Date.parse(START), duration: 5 } } },
]

/** An archive of one file. */
const zipOf = (name: string, content: Buffer): Buffer => {
  const packed = deflateRawSync(content)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(crc32(content), 16)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(content.length, 24)
  entry.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(46 + name.length, 12)
  end.writeUInt32LE(30 + name.length + packed.length, 16)
  return Buffer.concat([local, Buffer.from(name), packed, entry, Buffer.from(name), end])
}

/** A report of every format, by its name: a test that passed, one that failed, one that was skipped, in each project. */
export const SAMPLES: Readonly<Record<string, { content: Buffer; each: number }>> = {
  junit: { content: Buffer.from(junit), each: 1 },
  trx: { content: Buffer.from(trx), each: 1 },
  nunit: { content: Buffer.from(nunit), each: 1 },
  xunit: { content: Buffer.from(xunit), each: 1 },
  ctrf: { content: json(ctrf), each: 1 },
  'playwright-json': { content: json(playwright), each: 2 },
  'playwright-blob': {
    content: zipOf('report.jsonl', Buffer.from(events.map((each) => `${JSON.stringify(each)}\n`).join(''))),
    each: 1,
  },
  'jest-json': { content: json({ numRuntimeErrorTestSuites: 0, ...assertions }), each: 1 },
  'vitest-json': { content: json(assertions), each: 1 },
}
