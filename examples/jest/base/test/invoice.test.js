const { print } = require('../src/invoice.js')

const lines = [{ net: 1000, kind: 'other' }]

describe('invoice', () => {
  test('names customer and total', async () => {
    const text = await print({ lines, customer: { name: 'Ada', city: 'London' } })
    expect(text).toBe('Ada\nLondon\ntotal 11.90')
  })

  test('is printed for a customer without a city', async () => {
    const text = await print({ lines, customer: { name: 'Ada' } })
    expect(text).toContain('total 11.90')
  })
})
