const { isValid } = require('../src/coupon.js')

const coupon = { from: '2026-11-01', until: '2026-11-30' }

describe('coupon', () => {
  test('cannot be used early', () => {
    expect(isValid(coupon, '2026-10-31')).toBe(false)
  })

  test('can be used on its first day', () => {
    expect(isValid(coupon, '2026-11-01')).toBe(true)
  })

  test('can be used on its last day', () => {
    expect(isValid(coupon, '2026-11-30')).toBe(true)
  })

  test('cannot be used late', () => {
    expect(isValid(coupon, '2026-12-01')).toBe(false)
  })
})
