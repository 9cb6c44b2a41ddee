import { expect, test } from 'vitest'
import { readText } from './testing/read.ts'

/** The beginnings of files as their tools write them. */
const FILES: Record<string, [name: string, command: string]> = {
  [JSON.stringify({
    stats: {
      suites: 1,
      tests: 2,
      passes: 1,
      pending: 0,
      failures: 1,
      start: '2026-01-01T00:00:00Z',
      duration: 4,
    },
    tests: [{ title: 'pays', fullTitle: 'cart pays', duration: 1, currentRetry: 0, err: {} }],
    passes: [],
  })]: ['Mocha JSON', 'mocha --reporter xunit'],
  [JSON.stringify({
    stats: { suites: 1, tests: 1, passes: 1, pending: 0, failures: 0, testsRegistered: 1 },
    results: [],
  })]: ['mochawesome JSON', 'mocha --reporter xunit'],
  [JSON.stringify({
    version: '3.13.2',
    examples: [
      { id: './cart_spec.rb[1:1]', description: 'pays', status: 'passed', file_path: './cart_spec.rb' },
    ],
    summary: { duration: 0.1, example_count: 1 },
  })]: ['RSpec JSON', 'RspecJunitFormatter'],
  [lines(
    { protocolVersion: '0.1.1', runnerVersion: '1.26.0', pid: 1, type: 'start', time: 0 },
    { suite: { id: 0, platform: 'vm', path: 'test/cart_test.dart' }, type: 'suite', time: 0 },
  )]: ['dart test', 'tojunit'],
  [lines(
    { Time: '2026-01-01T10:00:00Z', Action: 'start', Package: 'example.com/shop' },
    { Time: '2026-01-01T10:00:00Z', Action: 'run', Package: 'example.com/shop', Test: 'TestPays' },
  )]: ['go test -json', 'gotestsum --junitfile'],
  [lines({ ImportPath: 'example.com/shop', Action: 'build-output', Output: '# example.com/shop\n' })]: [
    'go test -json',
    'gotestsum --junitfile',
  ],
  [lines({ type: 'suite', event: 'started', test_count: 1 })]: ['cargo test', 'cargo nextest'],
  [JSON.stringify({ created: 1, duration: 1, exitcode: 1, root: '/r', summary: { collected: 1 } })]: [
    'pytest-json-report',
    'pytest -o junit_family=xunit1 --junitxml',
  ],
  [JSON.stringify([{ uri: 'a.feature', id: 'cart', keyword: 'Feature', elements: [] }])]: [
    'Cucumber JSON',
    'junit:',
  ],
  '<?xml version="1.0" encoding="UTF-8"?>\n<failsafe-summary result="null" timeout="false"><completed>3</completed></failsafe-summary>':
    ['Failsafe', 'TEST-*.xml'],
  '<?xml version="1.0" encoding="UTF-8"?>\n<testng-results total="1"><suite name="S"/></testng-results>': [
    'TestNG',
    'TEST-*.xml',
  ],
  '<?xml version="1.0" encoding="UTF-8"?>\n<robot generator="Robot 7.0" rpa="false"><suite id="s1"/></robot>':
    ['Robot Framework', 'robot --xunit'],
  'TAP version 13\n# Subtest: pays\nok 1 - pays\n': ['TAP', '--test-reporter=junit'],
  '1..2\nok 1 - pays\nnot ok 2 - ships\n': ['TAP', '--test-reporter=junit'],
  '=== RUN   TestPays\n--- PASS: TestPays (0.00s)\nPASS\n': ['go test -v', 'go-junit-report'],
}

function lines(...events: object[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join('')
}

test.each(Object.entries(FILES).map(([text, [name, command]]) => ({ text, name, command })))(
  '$name is refused by its name, with the way to JUnit XML',
  async ({ text, name, command }) => {
    for (const format of [undefined, 'ctrf']) {
      const { file, outcome } = await readText(text, format ? { format } : {})
      expect(file.problem?.reason).toContain(name)
      expect(file.problem?.reason).toContain(command)
      expect(file.problem?.reason).not.toMatch(/none of the known formats/)
      expect(outcome).toMatchObject({ isBroken: true, tests: 0 })
    }
  },
)

test('white space alone is an empty file, however it is read', async () => {
  for (const text of [' ', '\n\n\t\r\n', '\ufeff', '\ufeff \n', ' '.repeat(200_000)])
    for (const format of [undefined, 'junit', 'ctrf', 'trx'])
      expect((await readText(text, format ? { format } : {})).file.problem?.reason).toMatch(
        /^the file is empty/,
      )
})

test('JSON that is broken before its format shows has a place', async () => {
  const of = async (text: string) => (await readText(text)).file.problem
  expect(await of('{\n  "results": {,\n')).toMatchObject({ place: { line: 2, column: 15 } })
  expect(await of('{\n  "results"')).toMatchObject({
    reason: expect.stringContaining('it ends in the middle'),
    place: { line: 2, column: 12 },
  })
  expect(await of('{"a": 1}\n]')).toMatchObject({ place: { line: 2, column: 1 } })
  expect(await of('[1, 2,, 3]')).toMatchObject({ place: { line: 1, column: 7 } })
  expect((await of('{"a": 1}'))?.reason).toMatch(/none of the known formats/)
  expect((await of('hello'))?.reason).toMatch(/none of the known formats/)
})
