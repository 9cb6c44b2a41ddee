import { expect, test } from 'vitest'
import { slotsOf } from './chart-slots.ts'

test('a week is named by its Monday, also if the window begins within it', () => {
  const slots = slotsOf([
    { bucket: '2026-W35', from: '2026-08-30T00:00:00.000Z' },
    { bucket: '2026-W36', from: '2026-08-31T00:00:00.000Z' },
  ])
  expect(slots.map(({ text, tick }) => [text, tick])).toEqual([
    ['Week of 24 Aug', '24 Aug'],
    ['Week of 31 Aug', '31 Aug'],
  ])
})
