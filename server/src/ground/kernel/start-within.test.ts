import { expect, test } from 'vitest'
import { mostTokens } from './most-tokens.ts'
import { startWithin } from './start-within.ts'

const LINES = Array.from({ length: 5_000 }, (_, at) => `line ${at} of a long text\n`).join('')

test.for([0, 1, 1_000, 20_000, 1_000_000])('the longest start within %i is found', (budget) => {
  const start = startWithin(LINES, budget, (part) => part.length)
  expect(start).toBe(LINES.slice(0, budget))
})

test('a start of tokens is within its budget, and little longer ones are not', () => {
  const start = startWithin(LINES, 9_000, mostTokens)
  expect(mostTokens(start)).toBeLessThanOrEqual(9_000)
  expect(mostTokens(LINES.slice(0, start.length * 1.01))).toBeGreaterThan(9_000)
})

test('a text is looked at once, not once for each halving', () => {
  let looked = 0
  startWithin(LINES, LINES.length / 2, (part) => {
    looked += part.length
    return part.length
  })
  expect(looked).toBeLessThan(LINES.length)
})
