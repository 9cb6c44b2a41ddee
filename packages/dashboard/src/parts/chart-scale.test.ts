import { expect, test } from 'vitest'
import { countScale, durationScale, shareScale } from './chart-scale.ts'

const said = ({ ticks, text }: ReturnType<typeof countScale>) => ticks.map(text)

test('counts have whole steps of 1, 2 and 5', () => {
  expect(said(countScale(0))).toEqual(['0', '1'])
  expect(said(countScale(3))).toEqual(['0', '1', '2', '3'])
  expect(said(countScale(31))).toEqual(['0', '10', '20', '30', '40'])
  expect(said(countScale(20_000))).toEqual(['0', '5,000', '10,000', '15,000', '20,000'])
})

test('durations have the steps of a clock', () => {
  expect(said(durationScale(0))).toEqual(['0', '1 ms'])
  expect(said(durationScale(3_200))).toEqual(['0', '1 s', '2 s', '3 s', '4 s'])
  expect(said(durationScale(100_000))).toEqual(['0', '30 s', '1 min', '1 min 30 s', '2 min'])
  expect(said(durationScale(5 * 3_600_000))).toEqual(['0', '2 h', '4 h', '6 h'])
})

test('a rate begins at a floor just below its least value, and always ends at 100 %', () => {
  expect(said(shareScale(0.996))).toEqual(['99 %', '99.5 %', '100 %'])
  expect(said(shareScale(0.93))).toEqual(['90 %', '95 %', '100 %'])
  expect(said(shareScale(0.1))).toEqual(['0 %', '50 %', '100 %'])
  expect(said(shareScale(1))).toEqual(['99 %', '99.5 %', '100 %'])
})

test('a duration beyond all steps still has its scale', () => {
  const { high, ticks } = durationScale(30 * 86_400_000)
  expect(high).toBeGreaterThanOrEqual(30 * 86_400_000)
  expect(ticks.length).toBeLessThanOrEqual(6)
})
