import { expect, test } from 'vitest'
import { shownAttempts } from './shown-attempts.ts'

test('of many attempts, those around the chosen one are shown', () => {
  const ends = (count: number, at: number) => [shownAttempts(count, at)[0], shownAttempts(count, at).at(-1)]
  expect(shownAttempts(0, 0)).toEqual([])
  expect(shownAttempts(3, 2)).toEqual([0, 1, 2])
  expect(ends(24, 23)).toEqual([0, 23])
  expect([ends(1_000, 0), ends(1_000, 500), ends(1_000, 999)]).toEqual([
    [0, 23],
    [488, 511],
    [976, 999],
  ])
  expect(shownAttempts(1_000, 500)).toHaveLength(24)
})
