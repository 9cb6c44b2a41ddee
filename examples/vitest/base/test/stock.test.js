import { describe, expect, test } from 'vitest'
import { search } from '../src/search.js'
import { available } from '../src/stock.js'

describe('stock', () => {
  test('counts what can be sold', () => {
    expect(available('lamp')).toBe(3)
  })

  test('has none of an unknown product', () => {
    expect(available('spaceship')).toBe(0)
  })
})

describe('search', () => {
  test('finds products by a word', async () => {
    expect(await search('lamp')).toEqual(['desk lamp', 'floor lamp'])
  })
})
