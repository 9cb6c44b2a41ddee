const { expect, test } = require('./shop.js')

const EXPECTED = { EUR: { mug: 1200, lamp: 2500 }, USD: { mug: 1305, lamp: 2719 } }

test.describe('prices', () => {
  for (const id of ['mug', 'lamp']) {
    test(`of the ${id} are in the currency of the country`, async ({ request, shop }, info) => {
      const { currency } = info.project.metadata
      const product = await (await request.get(`${shop}/products/${id}?currency=${currency}`)).json()
      expect(product.currency).toBe(currency)
      expect(product.price).toBe(EXPECTED[currency][id])
    })
  }

  test('are whole cents', async ({ request, shop }, info) => {
    const { currency } = info.project.metadata
    const { price } = await (await request.get(`${shop}/products/chair?currency=${currency}`)).json()
    expect(Number.isInteger(price)).toBe(true)
  })
})
