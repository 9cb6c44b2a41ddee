import { expect, test } from 'vitest'
import { focusMessage } from './focus-message.ts'
import { valuesOf } from './values-of.ts'

test('the values come behind the first line, and the log has each line once', () => {
  const message = [
    'expect(locator).toHaveText(expected) failed',
    '',
    "Locator:  getByRole('status')",
    'Expected: "Charged 41 EUR"',
    'Received: "Charged 36 EUR"',
    'Timeout:  1000ms',
    '',
    'Call log:',
    '  - waiting for status',
    '    3 × locator resolved to <p>',
    '  - waiting for status',
    '    5 × locator resolved to <p>',
  ].join('\n')
  expect(focusMessage(message).split('\n')).toEqual([
    'expect(locator).toHaveText(expected) failed',
    'Received: "Charged 36 EUR"',
    'Expected: "Charged 41 EUR"',
    "Locator:  getByRole('status')",
    'Timeout:  1000ms',
    'Call log:',
    '  - waiting for status',
    '    3 × locator resolved to <p>',
  ])
})

test('a value of several lines stays whole, and a message without values as it is', () => {
  const lines = ['failed', 'Locator: x', 'Expected: "a', 'b"', 'Received: "a', 'c"', 'Timeout: 1ms']
  expect(focusMessage(lines.join('\n')).split('\n')).toEqual([
    'failed',
    'Received: "a',
    'c"',
    'Expected: "a',
    'b"',
    'Locator: x',
    'Timeout: 1ms',
  ])
  for (const text of ['x is undefined', 'a\n\n  b\n- Expected  - 1\n+ Received  + 1\n\n-  1', ''])
    expect(focusMessage(text)).toBe(text)
})

test('a value with an empty line, which may be its end, keeps its place', () => {
  const text = 'failed\nExpected: "a"\nReceived: "b"\n\nNumber of calls: 1'
  expect(focusMessage(text)).toBe(text.replace('\n\n', '\n'))
})

test('two long values keep their difference', () => {
  const [wanted, got] = ['x', 'y'].map((end) => `${'same '.repeat(300)}${end}`)
  const focused = focusMessage(`failed\nExpected: "${wanted}"\nReceived: "${got}"`)
  expect(focused).toMatch(/same x"$/m)
  expect(focused).toMatch(/same y"$/m)
  expect(focused.length).toBeLessThan(1_000)
})

test('the values of a line are those of the failure, of its message, or the first line that differs', () => {
  const of = (message: string, more: object = {}) => valuesOf(message, { message, ...more }, 60)
  expect(of('expected 2 to be 1', { expected: '1', actual: '2' })).toEqual({ expected: '1', received: '2' })
  expect(of('failed\nExpected: 1\nReceived: 2')).toEqual({ expected: '1', received: '2' })
  const [wanted, got] = ['{\n  "a": 1,\n  "b": 1\n}', '{\n  "a": 1,\n  "b": 2\n}']
  expect(of('not equal', { expected: wanted, actual: got })).toEqual({
    expected: '"b": 1',
    received: '"b": 2',
  })
  const diff = '- Expected  - 1\n+ Received  + 1\n\n  {\n-   "a": 1\n+   "a": 2\n  }'
  expect(of(diff)).toEqual({ expected: '"a": 1', received: '"a": 2' })
  expect(of('x is undefined')).toBeNull()
  expect(of('equal', { expected: 'a', actual: 'a' })).toBeNull()
})
