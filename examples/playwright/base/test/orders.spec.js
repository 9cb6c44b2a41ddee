const { expect, test } = require('./shop.js')

test.describe('orders', () => {
  test('are placed', async ({ request, shop }) => {
    const order = await test.step('send the order', async () => {
      const response = await request.post(`${shop}/orders`, { data: { items: ['mug', 'lamp'] } })
      expect(response.status()).toBe(201)
      return response.json()
    })
    expect(order).toEqual({ state: 'placed', items: 2 })
  })

  test('need an item', async ({ request, shop }) => {
    const response = await request.post(`${shop}/orders`, { data: { items: [] } })
    expect(response.status()).toBe(400)
  })

  test('can be paid in instalments', async () => {
    test.skip(true, 'the bank has no test account yet')
  })
})
