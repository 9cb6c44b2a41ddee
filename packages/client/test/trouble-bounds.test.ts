// @module-tag thorough
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS } from '@svc/protocol'
import { useServer } from '@svc/test-kit/use-server'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RecorderStart } from '../src/open.ts'
import type { Recorder } from '../src/recorder.ts'
import { makeFolder, removeFolders } from './folders.ts'
import { hear } from './hear.ts'
import { failed, journalFiles, named, passed, startIn } from './recording.ts'

const server = useServer()
afterAll(removeFolders)

let said: string[] = []
beforeEach(() => {
  said = []
  hear(said)
})
afterEach(() => void vi.restoreAllMocks())

interface Case {
  work(recorder: Recorder): void
  total: number
  start?: Partial<RecorderStart>
  /** The text of CODEOWNERS. */
  owners?: string
}

const KIB = 1024
/** Titles of these sizes in bytes; `number` keeps those of different groups apart. */
const blocks = (number: number, ...sizes: number[]) => sizes.map((size) => `${number} `.padEnd(size, 'é a'))

/** As many tests in a few describe blocks. */
const nestedIn = (tests: number, groups: number, ...sizes: number[]): Case => ({
  total: tests,
  work(recorder) {
    const titles = Array.from({ length: groups }, (_, number) => blocks(number, ...sizes))
    for (let index = 0; index < tests; index += 1)
      recorder.attempt(
        named('', { titles: [...(titles[index % groups] as string[]), `test ${index}`] }),
        passed(),
      )
  },
})

const each = (total: number, attempt: (index: number) => ReturnType<typeof passed>): Case => ({
  total,
  work(recorder) {
    for (let index = 0; index < total; index += 1) recorder.attempt(named(`test ${index}`), attempt(index))
  },
})

/** Six bytes of JSON for each. */
const BELLS = '\u0007'.repeat(4 * KIB)

const CASES: Record<string, Case> = {
  'describe blocks of 2 KiB above 20,000 tests': nestedIn(20_000, 10, 2 * KIB),
  'describe blocks of 30 KiB above 5,000 tests': nestedIn(5_000, 10, 15 * KIB, 15 * KIB),
  'describe blocks of 70 KiB above 5,000 tests': nestedIn(5_000, 10, ...Array(10).fill(7 * KIB)),
  'describe blocks of 1 MiB in 64 levels': nestedIn(50, 50, ...Array(64).fill(16 * KIB)),
  '500 levels of 2 KiB': nestedIn(600, 3, ...Array(500).fill(2 * KIB)),
  'a journal of more than 32 MiB, of describe blocks': nestedIn(600, 600, ...Array(5).fill(14 * KIB)),
  'titles of characters that no database stores': {
    total: 2,
    work(recorder) {
      const title = '\0'.repeat(LIMITS.titleBytes)
      recorder.attempt(named('', { titles: [title, title], file: title, variant: title }), passed())
      recorder.attempt(named('other'), failed('x', { tags: [title.slice(0, 200), title] }))
    },
  },
  'binary output, and texts of halves of characters': each(4, (index) => {
    const text = (index % 2 ? '\0' : '\ud800').repeat(40 * KIB)
    const error = {
      message: text,
      name: text,
      stack: text,
      snippet: text,
      expected: text,
      actual: `${text}!`,
    }
    return failed('', {
      errors: [{ ...error, cause: { message: text, expected: text } }],
      stdout: text,
      stderr: text,
      steps: [{ title: text, category: text, durationMs: 1, error: text }],
      attachments: [{ name: text, contentType: text, path: text }],
      annotations: [{ type: text, description: text }],
      location: { file: text, line: 1 },
      skip: { kind: 'skip', reason: text },
    })
  }),
  'soft assertions: 20 errors of each of 6,000 tests': each(6_000, () =>
    failed('', { errors: Array.from({ length: 20 }, (_, index) => ({ message: `no ${index}` })) }),
  ),
  'two errors of each of 13,000 tests, all different': each(13_000, (index) =>
    failed('', { errors: [{ message: `one ${index}` }, { message: `other ${index}` }] }),
  ),
  'a reason and an error of each of 13,000 tests, all different': each(13_000, (index) =>
    failed(`no ${index}`, { skip: { kind: 'skip', reason: `later ${index}` } }),
  ),
  'an annotation of characters that are removed': each(1, () =>
    failed('x', { annotations: [{ type: '\u001b[31m\u001b[0m' }] }),
  ),
  'attachments, annotations and paths that are long in JSON': each(3, () =>
    failed('', {
      errors: Array.from({ length: 20 }, () => ({
        message: BELLS.repeat(4),
        stack: BELLS.repeat(8),
        location: { file: BELLS, line: 1 },
        frames: Array.from({ length: 3 }, () => ({ location: { file: BELLS, line: 1 }, snippet: BELLS })),
      })),
      attachments: Array.from({ length: 100 }, () => ({ name: BELLS, contentType: BELLS, path: BELLS })),
      annotations: Array.from({ length: 100 }, () => ({ type: BELLS, description: BELLS })),
      steps: Array.from({ length: 500 }, () => ({ title: BELLS, category: BELLS, durationMs: 1 })),
    }),
  ),
  'owners of files that are long in JSON': { ...nestedIn(1, 1), owners: '\u0007'.repeat(2_000_000) },
  'owners of files, and then results of many megabytes': {
    ...each(700, () => failed('', { errors: [{ message: 'no', stack: '"'.repeat(32 * KIB) }] })),
    owners: '/a/"folder" @somebody\n'.repeat(140_000),
  },
  'a runner without a name and with a long version': {
    ...nestedIn(1, 1),
    start: { runner: { name: '', version: 'v'.repeat(5_000) } },
  },
}

test.each(Object.entries(CASES))('every result arrives: %s', async (name, { work, total, start, owners }) => {
  const root = makeFolder()
  if (owners !== undefined) writeFileSync(join(root, 'CODEOWNERS'), owners)
  const options = {
    url: server.url,
    apiKey: server.apiKey,
    project: 'bounds',
    build: name,
    timeoutMs: 600_000,
  }
  const recorder = startIn(root, options, start)
  work(recorder)
  await recorder.finish({ status: 'failed' })
  expect(said.join('')).toMatch(/^svc: [\d,]+ results? sent → /)
  expect(journalFiles(root)).toEqual([])
  const id = said.join('').match(/executions\/([0-9a-f-]+)/)?.[1]
  const told = await server.get<{ counts: { total: number } }>(`/api/executions/${id}?limit=1`)
  expect(told.counts.total).toBe(total)
})
