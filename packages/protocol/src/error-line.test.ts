import { expect, test } from 'vitest'
import { errorLine } from './error-line.ts'

test.each([
  [
    'of Playwright',
    `expect(locator).toHaveText(expected) failed

Locator:  getByTestId('exported')
Expected: "3 orders exported"
Received: "2 orders exported"
Timeout:  1000ms

Call log:
  - Expect "toHaveText" getByTestId('exported') with timeout 1000ms`,
    `toHaveText: getByTestId('exported') · Expected: "3 orders exported" · Received: "2 orders exported"`,
  ],
  [
    'of Playwright, without values in a line',
    `Error: expect(locator).not.toHaveText(expected) failed

Locator: locator('#suggestions li')
Timeout: 1000ms
- Expected  - 3
+ Received  + 1`,
    `not.toHaveText: locator('#suggestions li')`,
  ],
  [
    'of Jest',
    'expect(received).resolves.toBe(expected) // Object.is equality\n\nExpected: 1999\nReceived: 1998',
    'resolves.toBe: Expected: 1999 · Received: 1998',
  ],
  [
    'of Jest, with more words',
    'expect(received).toHaveLength(expected)\n\nExpected length: 2\nReceived length: 3\nReceived array:  [1, 2, 3]',
    'toHaveLength: Expected length: 2 · Received length: 3',
  ],
  [
    'with a diff only',
    'expect(received).toEqual(expected)\n\n- Expected\n+ Received',
    'expect(received).toEqual(expected)',
  ],
  ['with its own words', '\n  the total is off  \nExpected: 1\nReceived: 2', 'the total is off'],
  [
    'of a call',
    'expected 1999 to be 1998 // Object.is equality',
    'expected 1999 to be 1998 // Object.is equality',
  ],
  ['that is empty', '', ''],
])('an error %s', (_, message, line) => {
  expect(errorLine(message)).toBe(line)
})

test('a huge hostile line is answered at once', () => {
  const long = `expect(${'a.b('.repeat(50_000)}`
  expect(errorLine(`${long}\nLocator: ${' '.repeat(100_000)}`)).toBe(long)
})

test('a value is cut, so that a row stays a row', () => {
  const message = `expect(locator).toHaveText(expected) failed\n\nExpected: "a"\nReceived: "${'x'.repeat(9_000)}"`
  const line = errorLine(message)
  expect(line).toMatch(/^toHaveText: Expected: "a" · Received: "x+…$/)
  expect(line.length).toBeLessThan(200)
})
