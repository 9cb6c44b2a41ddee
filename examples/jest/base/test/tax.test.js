const { taxOf } = require('../src/tax.js')

describe('tax', () => {
  test.each([
    ['book', 1000, 70],
    ['food', 250, 18],
    ['other', 1000, 190],
  ])('of a %s for %i', (kind, net, tax) => {
    expect(taxOf(net, kind)).toBe(tax)
  })

  test('of an unknown kind is the full rate', () => {
    expect(taxOf(100, 'riddle')).toBe(19)
  })
})
