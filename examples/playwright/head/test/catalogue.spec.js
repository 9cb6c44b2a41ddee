const { expect, test } = require('./shop.js')

test.describe('catalogue', () => {
  test('lists the products', async ({ request, shop }) => {
    const response = await request.get(`${shop}/products`)
    expect(response.status()).toBe(200)
    expect(await response.json()).toHaveLength(3)
  })

  test('answers 404 for an unknown product', async ({ request, shop }) => {
    const response = await request.get(`${shop}/products/spaceship`)
    expect(response.status()).toBe(404)
  })

  test('finds products by a word', { tag: '@search' }, async ({ request, shop }) => {
    const found = await (await request.get(`${shop}/search?q=lamp`)).json()
    expect(found.map(({ id }) => id)).toEqual(['lamp'])
  })

  test('recommends two products', async ({ request, shop }, info) => {
    const response = await request.get(`${shop}/recommendations`, {
      headers: { 'x-try': String(info.retry) },
    })
    expect(response.status()).toBe(200)
    expect(await response.json()).toHaveLength(2)
  })
})
