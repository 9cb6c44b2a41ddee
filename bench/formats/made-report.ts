import { once } from 'node:events'
import { createWriteStream } from 'node:fs'

/** The parameters of a benchmark's report. */
export type Kind = 'junit' | 'playwright-json'

export const MIB = 1024 * 1024
const TESTS_PER_FILE = 50
const FAILS_EVERY = 40
const START = Date.parse('2026-03-02T08:00:00Z')

/**
 * Writes a report of about so many bytes as its tool would, and says how many tests it has. With more `logs` each test
 * has printed so many times as much, and there are fewer of them.
 */
export const makeReport = async (path: string, kind: Kind, bytes: number, logs = 1): Promise<number> => {
  const file = createWriteStream(path)
  let written = 0
  const write = async (text: string) => {
    written += Buffer.byteLength(text)
    if (!file.write(text)) await once(file, 'drain')
  }
  const make = MAKERS[kind](Array.from({ length: logs }, () => LOG).join('\n'))
  await write(make.begin)
  let tests = 0
  for (let number = 0; written < bytes; number += 1) {
    await write(make.file(number, number === 0))
    tests += TESTS_PER_FILE
  }
  await write(make.end(tests))
  file.end()
  await once(file, 'finish')
  return tests
}

interface Maker {
  begin: string
  file(number: number, isFirst: boolean): string
  end(tests: number): string
}

const LOG = Array.from(
  { length: 14 },
  (_, line) => `[info] request ${line} took ${line * 7} ms, answered 200 with "${'abcdefgh'.repeat(9)}"`,
).join('\n')
const FRAMES = Array.from(
  { length: 12 },
  (_, line) => `    at step${line} (/home/ci/shop/src/module${line}/handler.ts:${line + 10}:${line + 3})`,
).join('\n')

const failsAt = (number: number, index: number) => (number * TESTS_PER_FILE + index) % FAILS_EVERY === 0

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const junitTest = (number: number, index: number, log: string): string => {
  const head = `    <testcase name="adds item ${index} to the cart › and keeps it" classname="tests/area${number % 40}/cart${number}.spec.ts" time="0.${100 + index}">`
  const failure = failsAt(number, index)
    ? `\n      <failure message="Error: expected ${index} to be ${index + 1}" type="FAILURE"><![CDATA[Error: expected ${index}\n${FRAMES}]]></failure>`
    : ''
  return `${head}${failure}\n      <system-out>${escaped(log)}\n${escaped(log)}</system-out>\n    </testcase>`
}

const playwrightTest = (number: number, index: number, log: string) => {
  const error = {
    message: `Error: expected ${index} to be ${index + 1}`,
    stack: `Error: expected ${index}\n${FRAMES}`,
    location: { file: `/home/ci/shop/tests/cart${number}.spec.ts`, line: 10, column: 5 },
  }
  const isFailed = failsAt(number, index)
  return {
    title: `adds item ${index} to the cart › and keeps it`,
    ok: !isFailed,
    tags: ['smoke'],
    tests: [
      {
        timeout: 30_000,
        annotations: [],
        expectedStatus: 'passed',
        projectId: 'chromium',
        projectName: 'chromium',
        results: [
          {
            workerIndex: 0,
            parallelIndex: 0,
            status: isFailed ? 'failed' : 'passed',
            duration: 100 + index,
            ...(isFailed ? { error } : {}),
            errors: isFailed ? [{ location: error.location, message: error.stack }] : [],
            stdout: log.split('\n').map((line) => ({ text: `${line}\n` })),
            stderr: [],
            retry: 0,
            startTime: new Date(START + number * 10).toISOString(),
            annotations: [],
            attachments: [],
          },
        ],
        status: isFailed ? 'unexpected' : 'expected',
      },
    ],
    id: `${number}-${index}`,
    file: `tests/area${number % 40}/cart${number}.spec.ts`,
    line: 10 + index,
    column: 1,
  }
}

const all = <T>(make: (index: number) => T): T[] =>
  Array.from({ length: TESTS_PER_FILE }, (_, index) => make(index))

const MAKERS: Record<Kind, (log: string) => Maker> = {
  junit: (log) => ({
    begin: '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="shop">\n',
    file: (number) =>
      `  <testsuite name="cart ${number}" timestamp="2026-03-02T08:00:00.000Z">\n${all((index) => junitTest(number, index, log)).join('\n')}\n  </testsuite>\n`,
    end: () => '</testsuites>\n',
  }),
  'playwright-json': (log) => ({
    begin: `{\n  "config": ${JSON.stringify({ rootDir: '/home/ci/shop', version: '1.65.1', projects: [] })},\n  "suites": [\n`,
    file: (number, isFirst) => {
      const title = `tests/area${number % 40}/cart${number}.spec.ts`
      const specs = all((index) => playwrightTest(number, index, log))
      const suite = {
        title,
        file: title,
        column: 0,
        line: 0,
        specs: [],
        suites: [{ title: 'the cart', file: title, line: 3, column: 1, specs }],
      }
      return `${isFirst ? '' : ',\n'}${JSON.stringify(suite, null, 2)}`
    },
    end: () =>
      `\n  ],\n  "errors": [],\n  "stats": ${JSON.stringify({ startTime: new Date(START).toISOString(), duration: 60_000 }, null, 2)}\n}\n`,
  }),
}
