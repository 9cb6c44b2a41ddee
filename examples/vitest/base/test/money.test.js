import { describe, expect, test } from 'vitest'
import { format, sum } from '../src/money.js'

describe('money', () => {
  test.each([
    [0, '€0.00'],
    [5, '€0.05'],
    [1250, '€12.50'],
  ])('prints %i cents as %s', (cents, text) => {
    expect(format(cents)).toBe(text)
  })

  test('puts the minus of a refund in front', () => {
    expect(format(-490)).toBe('-€4.90')
  })

  test('adds up', () => {
    expect(sum([100, 250, 5])).toBe(355)
  })
})
