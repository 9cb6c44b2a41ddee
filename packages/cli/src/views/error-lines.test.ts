import { expect, test } from 'vitest'
import { errorLines } from './error-lines.ts'

test('says what was expected and what came', () => {
  expect(
    errorLines(
      'expect(received).toBe(expected) // Object.is equality\n\nExpected: "Thanks"\nReceived: "Paid"\n\nCall log:\n  - x',
    ),
  ).toEqual([
    'expect(received).toBe(expected) // Object.is equality',
    '  Expected: "Thanks"',
    '  Received: "Paid"',
  ])
  expect(errorLines('Not equal:\nexpected: 5\nactual  : 6')).toEqual([
    'Not equal:',
    '  expected: 5',
    '  actual : 6',
  ])
  expect(errorLines('- Expected\n+ Received\n\n  {\n-   "a": 1,\n+   "a": 2,\n  }')).toEqual([
    '- Expected',
    '  + Received',
    '  - "a": 1,',
    '  + "a": 2,',
  ])
  expect(errorLines('\n  only this\nat a.ts:1')).toEqual(['only this'])
  expect(errorLines('')).toEqual([''])
})

test('of many values the first', () => {
  const lines = errorLines(`differs\n${Array.from({ length: 30 }, (_, i) => `- ${i}`).join('\n')}`)
  expect(lines).toHaveLength(10)
  expect(lines.at(-1)).toBe('  and 22 more lines')
})
