import { expect, test } from 'vitest'
import { chanceInRow } from './chance-in-row.ts'

test('the chance of runs in a row is the mean over the rates that earlier runs leave possible', () => {
  // By hand: 3/14, then 4/15, then 5/16.
  expect(chanceInRow(2, 12, 1)).toBeCloseTo(3 / 14)
  expect(chanceInRow(2, 12, 3)).toBeCloseTo((3 / 14) * (4 / 15) * (5 / 16))
  expect(chanceInRow(0, 0, 1)).toBe(0.5)
  expect(chanceInRow(5, 5, 0)).toBe(1)
})
