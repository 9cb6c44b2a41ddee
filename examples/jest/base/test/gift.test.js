const { wrappingFor } = require('../src/gift.js')

describe('gift wrapping', () => {
  test('is cheap for a small order', () => {
    expect(wrappingFor(2)).toBe(250)
  })

  test('costs more for a large one', () => {
    expect(wrappingFor(4)).toBe(500)
  })
})
