import { expect, test } from 'vitest'
import { type Read, readText } from '../../testing/read.ts'

const RUN = 1_700_000_000_000

const TITLES = ['late', 'early']
const HEAD = [
  { method: 'onBlobReportMetadata', params: { version: 1 } },
  { method: 'onConfigure', params: { config: { rootDir: '/repo', version: '1.45.0' } } },
  {
    method: 'onProject',
    params: {
      project: {
        name: '',
        repeatEach: 1,
        suites: [
          {
            title: 'a.spec.js',
            entries: TITLES.map((title) => ({
              testId: title,
              title,
              location: { file: 'a.spec.js', line: 1, column: 1 },
            })),
          },
        ],
      },
    },
  },
]
const began = (testId: string, startTime: number) => ({
  method: 'onTestBegin',
  params: { testId, result: { id: `${testId} 0`, retry: 0, startTime } },
})
const ended = (testId: string) => ({
  method: 'onTestEnd',
  params: {
    test: { testId, expectedStatus: 'passed' },
    result: { id: `${testId} 0`, duration: 1, status: 'passed', errors: [] },
  },
})
const end = (startTime: number) => ({
  method: 'onEnd',
  params: { result: { status: 'passed', startTime, duration: 500 } },
})
/** Two workers: the test that began last is reported first. */
const EVENTS = [...HEAD, began('late', RUN + 257), began('early', RUN + 247), ended('late'), ended('early')]

const textOf = (...events: object[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('')

const startsOf = ({ tests }: Read) =>
  tests.map(({ titles, attempts }) => [titles.at(-1), attempts.map(({ startedAt }) => startedAt)])

test('a run begins when Playwright says so, whichever worker reports first', async () => {
  const report = await readText(textOf(...EVENTS, end(RUN)))
  expect(report.file.problem).toBeUndefined()
  expect(report.start).toMatchObject({ startedAt: RUN, isStartReported: true })
  expect(startsOf(report)).toEqual([
    ['late', [RUN + 257]],
    ['early', [RUN + 247]],
  ])
})

test("no test starts before its run, even if the report's end says otherwise", async () => {
  const report = await readText(textOf(...EVENTS, end(RUN + 300)))
  expect(report.start?.startedAt).toBe(RUN + 247)
})

test('a report that was cut off keeps its tests, and the time of the first', async () => {
  for (const rest of ['', '{"method":"onEnd","params":{"resu']) {
    const report = await readText(textOf(...EVENTS) + rest)
    expect(report.file.problem).toBeDefined()
    expect(report.start).toMatchObject({ startedAt: RUN + 247, isStartReported: true })
    expect(startsOf(report)).toHaveLength(2)
  }
})

test('a run that counts flaky tests as failures is not green', async () => {
  const attempt = (retry: number, status: string) => [
    {
      method: 'onTestBegin',
      params: { testId: 'late', result: { id: `late ${retry}`, retry, startTime: RUN + retry } },
    },
    {
      method: 'onTestEnd',
      params: {
        test: { testId: 'late', expectedStatus: 'passed' },
        result: { id: `late ${retry}`, duration: 1, status, errors: [] },
      },
    },
  ]
  const flaky = [
    ...HEAD,
    began('early', RUN),
    ended('early'),
    ...attempt(0, 'failed'),
    ...attempt(1, 'passed'),
  ]
  const ends = (status: string) => ({
    method: 'onEnd',
    params: { result: { status, startTime: RUN, duration: 500 } },
  })
  const red = await readText(textOf(...flaky, ends('failed')))
  expect(red.outcome).toMatchObject({ status: 'failed', statuses: { flaky: 1, passed: 1, failed: 0 } })
  expect(red.errors).toMatchObject([{ failure: { message: expect.stringMatching(/may count flaky tests/) } }])
  expect((await readText(textOf(...flaky, ends('passed')))).outcome.status).toBe('passed')
})
