import { expect, test } from 'vitest'
import { encodeRanSet, foundIn } from './ran-set.ts'

const intersect = (ids: number[], wanted: number[]) =>
  [...foundIn(encodeRanSet(ids).data, wanted)].map((place) => wanted[place])

test('a set has its tests and no others', () => {
  expect(intersect([5, 3, 4, 9, 4], [1, 2, 3, 4, 5, 6, 8, 9, 10])).toEqual([3, 4, 5, 9])
  expect(intersect([], [1])).toEqual([])
  expect(intersect([7], [])).toEqual([])
  const big = [1, 127, 128, 129, 16_383, 16_384, 2_147_483_646, 2_147_483_647]
  expect(intersect(big, big)).toEqual(big)
  expect(intersect(big, [2, 126, 130, 16_382, 16_385, 2_147_483_645])).toEqual([])
  const third = Array.from({ length: 3_000 }, (_, i) => i * 3)
  expect(
    intersect(
      third,
      Array.from({ length: 9_001 }, (_, i) => i),
    ),
  ).toEqual(third)
})

test('the same tests have the same hash in any order, and 20,000 of them few bytes', () => {
  expect(encodeRanSet([3, 1, 2]).hash).toBe(encodeRanSet([1, 2, 3, 3]).hash)
  expect(encodeRanSet([1, 2]).hash).not.toBe(encodeRanSet([1, 3]).hash)
  const ids = Array.from({ length: 20_000 }, (_, i) => 70_000 + i).filter((id) => (id * 7_919) % 100 !== 0)
  expect(encodeRanSet(ids).data.length).toBeLessThan(700)
})
