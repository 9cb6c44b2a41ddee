import { expect, test } from 'vitest'
import { percentText } from './percent-text.ts'

test('only a rate without any failure is 100 %, and only one without any success is 0 %', () => {
  expect([0, 1].map(percentText)).toEqual(['0 %', '100 %'])
  expect([249 / 250, 0.9996, 0.99999999].map(percentText)).toEqual(['99.6 %', '>99.9 %', '>99.9 %'])
  expect([1 / 250, 0.0004, 1e-9].map(percentText)).toEqual(['0.4 %', '<0.1 %', '<0.1 %'])
  for (let of = 2; of < 3_000; of += 7) {
    expect(percentText((of - 1) / of)).not.toBe('100 %')
    expect(percentText(1 / of)).not.toBe('0 %')
  }
})

test('a rate has a decimal near the ends', () => {
  expect([0.0412, 0.05, 1 / 3, 0.5, 0.954, 0.9].map(percentText)).toEqual([
    '4.1 %',
    '5 %',
    '33 %',
    '50 %',
    '95.4 %',
    '90 %',
  ])
})
