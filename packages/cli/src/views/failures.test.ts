import { expect, test } from 'vitest'
import { screenOf } from '../terminal/screen.ts'
import { failuresText } from './failures.ts'

type Cluster = Parameters<typeof failuresText>[0][number]

test('a title or an error without an end does not fill piped output', () => {
  const long = 'zebra "ok" '.repeat(6_000)
  const name = { testId: 'a', file: long, titles: [long, long], variant: '', occurrence: 0 }
  const cluster = {
    ...{ message: `${long}\n${long}`, fingerprint: 'f', sample: [name], tests: 1, legs: [long, long] },
    ...{ owners: [long], errorFiles: [long], failed: 1, flaky: 0, errors: 0, executions: 1, culprit: null },
    firstSeen: { at: '2031-05-04T12:00:00Z', branch: long, commit: null, execution: null },
  } as unknown as Cluster
  const query = { project: long, branch: long, days: 7, execution: undefined, hasMore: false }
  const stdout = { isTTY: false } as Parameters<typeof screenOf>[0]['stdout']
  const text = failuresText([cluster], query, screenOf({ stdout, env: {}, now: Date.now }))
  const title = text.split('\n').find((line) => line.includes('- zebra')) ?? ''
  expect(title.indexOf(' (')).toBeLessThan(420)
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(16_000)
  expect(text).toContain('...')
})
