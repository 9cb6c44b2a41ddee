import { expect, test } from 'vitest'
import { count, duration } from './words.ts'

test('durations never read 1000 ms, 60.0 s or 60 s', () => {
  expect([0, 0.4, 5, 999.4, 999.6, 1_050, 59_940, 59_960, 90_000, 119_600, 3_600_000].map(duration)).toEqual([
    '0 ms',
    '0 ms',
    '5 ms',
    '999 ms',
    '1.0 s',
    '1.1 s',
    '59.9 s',
    '1 min 0 s',
    '1 min 30 s',
    '2 min 0 s',
    '60 min 0 s',
  ])
  expect([count(0, 'test'), count(1, 'test'), count(2, 'test')]).toEqual(['0 tests', '1 test', '2 tests'])
})
