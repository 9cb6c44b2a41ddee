const { advance, grossOf } = require('../src/order.js')
const { charge } = require('../src/payment.js')

jest.retryTimes(1)

describe('order', () => {
  test('is paid, sent and delivered', () => {
    const delivered = ['paid', 'sent', 'delivered'].reduce(advance, { state: 'placed' })
    expect(delivered.state).toBe('delivered')
  })

  test('cannot be sent before it is paid', () => {
    expect(() => advance({ state: 'placed' }, 'sent')).toThrow('cannot go from placed to sent')
  })

  test('costs its lines and their tax', () => {
    const lines = [
      { net: 1000, kind: 'book' },
      { net: 2000, kind: 'other' },
    ]
    expect(grossOf({ lines })).toBe(3450)
  })

  test.todo('can be split into several parcels')

  describe('payment', () => {
    test('charges the whole sum', () => {
      expect(charge(3450)).toEqual({ cents: 3450, state: 'charged' })
    })
  })
})
