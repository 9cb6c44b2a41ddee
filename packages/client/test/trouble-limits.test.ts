import { type Attempt, type Failure, LIMITS, type Step } from '@svc/protocol'
import { useServer } from '@svc/test-kit/use-server'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RecorderStart } from '../src/open.ts'
import type { ReporterOptions } from '../src/options.ts'
import type { Recorder } from '../src/recorder.ts'
import { makeFolder, removeFolders } from './folders.ts'
import { hear } from './hear.ts'
import { failed, journalFiles, named, passed, startIn } from './recording.ts'

const server = useServer()
afterAll(() => {
  removeFolders()
})

let said: string[] = []
beforeEach(() => {
  said = []
  hear(said)
})
afterEach(() => void vi.restoreAllMocks())

/** An execution as the server tells it, as far as the tests ask. */
interface Told {
  counts: Record<'total' | 'passed' | 'failed' | 'flaky' | 'skipped', number>
  project: string
  suite: string
  warnings: string[]
  results: { file: string; titles: string[]; status: string; attempts: Attempt[] }[]
}

let builds = 0

/** Reports to the real server and reads back what it holds. */
const report = async (
  work: (recorder: Recorder) => void,
  options: ReporterOptions = {},
  start: Partial<RecorderStart> = {},
): Promise<Told> => {
  const root = makeFolder()
  const build = `build-${++builds}`
  const recorder = startIn(
    root,
    { url: server.url, apiKey: server.apiKey, project: 'limits', build, ...options },
    start,
  )
  work(recorder)
  await recorder.finish({ status: 'failed' })
  expect(said.join('')).toMatch(/^svc: [\d,]+ results? sent → /)
  expect(journalFiles(root)).toEqual([])
  const id = said.join('').match(/executions\/([0-9a-f-]+)/)?.[1]
  return server.get(`/api/executions/${id}`)
}

/** The first attempt of a test that failed. */
const first = ({ results }: Told): Attempt => {
  const attempt = results.find(({ status }) => status === 'failed')?.attempts[0]
  if (!attempt) throw new Error('nothing was stored')
  return attempt
}

const bytes = (text: string | undefined) => Buffer.byteLength(text ?? '')

/** Without control characters each is one byte, with them six in JSON, and each emoji is four. */
const LONG = ['a'.repeat(5_000_000), '\u0001'.repeat(200_000), '😀'.repeat(100_000), 'a😀'.repeat(70_000)]

const nested = (depth: number, message = String(depth)): Failure =>
  depth === 0 ? { message } : { message, cause: nested(depth - 1) }

const nestedSteps = (depth: number): Step =>
  depth === 0
    ? { title: 'last', durationMs: 1 }
    : { title: String(depth), durationMs: 1, steps: [nestedSteps(depth - 1)] }

describe('regardless of its size, a run reaches the server, cut and marked', () => {
  test.each(LONG.map((text) => [JSON.stringify(text.slice(0, 4)), text]))(
    'each text too long: %s',
    async (_, text) => {
      const failure: Failure = {
        message: text,
        name: text,
        stack: text,
        snippet: text,
        expected: text,
        actual: text,
      }
      const told = await report((recorder) => {
        recorder.attempt(
          named('t', { titles: [text, text, text], file: `a/${text}.test.ts`, variant: text }),
          failed('', {
            errors: [{ ...failure, location: { file: text, line: 1 }, cause: failure, errors: [failure] }],
            stdout: text,
            stderr: text,
            attachments: [{ name: text, contentType: text, path: text }],
            steps: [{ title: text, category: text, durationMs: 1, error: text }],
            annotations: [{ type: text, description: text }],
            tags: [text, `${text}2`],
            location: { file: text, line: 1 },
          }),
        )
        recorder.attempt(named('skipped'), {
          ...passed(),
          status: 'skipped',
          skip: { kind: 'skip', reason: text },
        })
        recorder.error({ ...failure, cause: failure }, text)
        recorder.warning(text)
      })
      expect(told.counts).toMatchObject({ total: 2, failed: 1, skipped: 1, errors: 1 })
      const { errors = [], truncated, stdout, tags } = first(told)
      expect(truncated).toEqual(
        expect.arrayContaining([
          'title',
          'message',
          'name',
          'stack',
          'snippet',
          'expected',
          'actual',
          'stdout',
          'stderr',
          'attachments',
          'steps',
          'annotations',
          'tags',
        ]),
      )
      expect(bytes(errors[0]?.message)).toBeGreaterThan(LIMITS.messageBytes - 4)
      expect(bytes(errors[0]?.message)).toBeLessThanOrEqual(LIMITS.messageBytes)
      expect(bytes(stdout)).toBeGreaterThan(LIMITS.outputTailBytes - 4)
      expect(text.startsWith(errors[0]?.message ?? 'nothing')).toBe(true)
      expect(JSON.stringify(told)).not.toMatch(/\\ud[89a-f]|\ufffd/)
      expect(new Set(tags).size).toBe(2)
    },
  )

  test('too many and too deep of everything', async () => {
    const told = await report((recorder) => {
      recorder.attempt(
        named('many'),
        failed('', {
          errors: Array.from({ length: 10_000 }, (_, index) => ({ message: `error ${index}` })),
          steps: Array.from({ length: 100_000 }, () => ({ title: 's', durationMs: 1 })),
          attachments: Array.from({ length: 10_000 }, () => ({ name: 'a', contentType: 'b' })),
          annotations: Array.from({ length: 10_000 }, () => ({ type: 'a' })),
          tags: Array.from({ length: 10_000 }, (_, index) => `tag ${index}`),
        }),
      )
      recorder.attempt(
        named('deep', { titles: [...Array.from({ length: 500 }, (_, index) => `block ${index}`), 'deep'] }),
        failed('', { errors: [nested(1000)], steps: [nestedSteps(1000)] }),
      )
      for (let index = 0; index < 1000; index += 1) recorder.warning(`warning ${index}`)
    })
    const [deep, many] = ['deep', 'many'].map((title) =>
      told.results.find(({ titles }) => titles.at(-1) === title),
    )
    expect(many?.attempts[0]?.errors).toHaveLength(LIMITS.errors)
    expect(many?.attempts[0]?.steps).toHaveLength(LIMITS.steps)
    expect(many?.attempts[0]?.truncated).toEqual(['errors', 'attachments', 'steps', 'annotations', 'tags'])
    expect(deep?.titles).toHaveLength(LIMITS.titleDepth + 1)
    expect(deep?.titles.at(-2)).toMatch(/^block 63 › block 64 › .* › block 499$/)
    expect(deep?.attempts[0]?.truncated).toEqual(['cause', 'steps'])
  })

  test('all of it at once: the longest texts in as many errors and steps as there may be', {
    tags: 'thorough',
  }, async () => {
    const text = '\u0001'.repeat(40_000)
    const failure: Failure = { message: text, stack: text, snippet: text, expected: text, actual: text }
    const errors = Array.from({ length: 20 }, () => ({
      ...failure,
      errors: [failure, failure, failure],
      cause: failure,
    }))
    const steps = Array.from({ length: 500 }, () => ({ title: text, durationMs: 1, error: text }))
    const told = await report((recorder) => {
      for (let index = 0; index < 5; index += 1)
        recorder.attempt(named(`t${index}`), failed('', { errors, steps }))
      for (let index = 0; index < 5; index += 1) recorder.error({ ...failure, errors: errors.slice(0, 19) })
    })
    expect(told.counts).toMatchObject({ total: 5, failed: 5, errors: 5 })
    expect(first(told).truncated).toContain('errors')
    expect(first(told).truncated).toContain('steps')
  })

  test('hundreds of repeats are kept, and details only of the first 50 that failed', async () => {
    const details = { stdout: 'printed', steps: [{ title: 'click', durationMs: 1 }], tags: ['@slow'] }
    const told = await report((recorder) => {
      for (let repeat = 0; repeat < 300; repeat += 1) {
        recorder.attempt(named('burned in'), passed({ repeat }))
        recorder.attempt(named('fails'), failed(`no ${repeat}`, { repeat, ...details }))
      }
    })
    const [fails, burned] = told.results.sort((one, other) => one.status.localeCompare(other.status))
    expect([burned?.attempts.length, fails?.attempts.length]).toEqual([300, 300])
    expect(fails?.attempts[49]).toMatchObject(details)
    const last = fails?.attempts[299]
    expect(last).toMatchObject({ errors: [{ message: 'no 299' }], truncated: ['stdout', 'steps', 'tags'] })
    expect([last?.stdout, last?.steps, last?.tags]).toEqual([undefined, undefined, undefined])
    expect(told.warnings).toEqual([])
  })

  test('a test with more attempts than are stored still has the right result', async () => {
    const told = await report((recorder) => {
      for (let repeat = 0; repeat < 1_200; repeat += 1) {
        recorder.attempt(named('burned in'), passed({ repeat }))
        recorder.attempt(
          named('fails late'),
          repeat === 1_100 ? failed('at last', { repeat }) : passed({ repeat }),
        )
      }
      for (let index = 0; index < 1_100; index += 1) recorder.attempt(named('passes at last'), failed('no'))
      recorder.attempt(named('passes at last'), passed())
    })
    expect(told.counts).toMatchObject({ total: 3, passed: 1, failed: 1, flaky: 1 })
    expect(told.results.map(({ attempts }) => attempts.length).sort()).toEqual([1_000, 1_001, 1_001])
    expect(told.warnings).toEqual([expect.stringMatching(/more than 1000 passed or 1000 failed attempts/)])
  })
})

describe('odd values are mended, not refused', () => {
  test('characters that no database keeps', async () => {
    const odd = 'a\ud800b\udc00c\u0000d\u001b[31me\u001b[39m\u2028f\u2029g\u0007h\r\ni\ufeffj\u202ek'
    const kept = 'a\\ud800b\\udc00c\u2400de\u2028f\u2029g\u0007h\r\ni\ufeffj\u202ek'
    const told = await report((recorder) => {
      recorder.attempt(
        named('', { titles: [odd, odd], file: 'a.test.ts', variant: odd }),
        failed('', {
          errors: [{ message: odd, stack: odd }],
          tags: [odd],
          stdout: odd,
          annotations: [{ type: odd }],
        }),
      )
      recorder.attempt(named('', { titles: ['', ''] }), passed())
    })
    expect(told.counts).toMatchObject({ total: 2, passed: 1, failed: 1 })
    const test = told.results.find(({ status }) => status === 'failed')
    const title = kept.replace('de', 'd\u241b[31me\u241b[39m')
    expect(test?.titles).toEqual([title, title])
    expect(test?.attempts[0]).toMatchObject({
      errors: [{ message: kept, stack: kept }],
      stdout: kept,
      annotations: [{ type: kept }],
    })
  })

  test('invalid numbers, missing locations, empty names', async () => {
    const now = Date.now()
    const told = await report((recorder) => {
      const times = [Number.NaN, -1, Number.POSITIVE_INFINITY, 1e300, 0.1]
      times.forEach((odd, index) => {
        recorder.attempt(
          named(`t${index}`),
          failed('x', {
            startedAt: now + odd,
            durationMs: odd,
            location: { file: 'a', line: odd, column: odd },
            errors: [
              { message: 'x', location: { file: 'a', line: -1 } },
              { message: '', location: { file: '', line: 3, column: 0.5 } },
            ],
            steps: [{ title: '', durationMs: odd }],
            attachments: [{ name: '', contentType: '', sizeBytes: odd }],
            annotations: [{ type: '' }],
            tags: ['', 'kept'],
          }),
        )
      })
    })
    expect(told.counts).toMatchObject({ total: 5, failed: 5 })
    expect(first(told)).toMatchObject({ annotations: [{ type: 'note' }], tags: ['kept'] })
    expect(first(told).errors?.map(({ location }) => location)).toEqual([undefined, { file: '', line: 3 }])
  })

  test('a clock that was set from 1970 to today in mid-run', async () => {
    const told = await report((recorder) => recorder.attempt(named('t'), passed()), {}, { startedAt: 1000 })
    expect(told.counts).toMatchObject({ total: 1, passed: 1 })
  })

  test('settings of every length and kind', async () => {
    const long = 'ä b/'.repeat(2_000)
    const told = await report(
      (recorder) => recorder.attempt(named('t'), passed()),
      {
        suite: long,
        leg: long,
        job: long,
        variant: long,
        tags: [long, '', ...Array.from({ length: 300 }, (_, index) => `t${index}`)],
        build: `${long}1`,
      },
      { shard: { index: 9, total: 3 }, runner: { name: 'r'.repeat(300) }, startedAt: Number.NaN },
    )
    expect(told.counts.total).toBe(1)
    expect(bytes(told.suite)).toBeLessThanOrEqual(200)
  })

  test('a project whose name is not a slug is reported under one', async () => {
    const told = await report((recorder) => recorder.attempt(named('t'), passed()), {
      project: 'My Shop (web)',
    })
    expect(told).toMatchObject({ project: 'my-shop-web' })
  })
})
