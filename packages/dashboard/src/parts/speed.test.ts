import { expect, test } from 'vitest'
import { speedOf } from './speed.ts'

test('medians are compared, and a difference of a quarter may be the machines', () => {
  expect(speedOf([4_000, 4_000, 90_000], [50, 50, 50, 50])).toEqual({
    change: 'slower',
    recentMs: 4_000,
    earlierMs: 50,
  })
  expect(speedOf([50, 50, 50], [80, 80, 80])?.change).toBe('faster')
  expect(speedOf([124, 124, 124], [100, 100, 100])?.change).toBe('same')
  expect(speedOf([100, 100, 100], [124, 124, 124])?.change).toBe('same')
})

test('fewer than three passes of a side tell nothing', () => {
  expect(speedOf([4_000, 4_000], [50, 50, 50])).toBeNull()
  expect(speedOf([4_000, 4_000, 4_000], [50, 50])).toBeNull()
})
