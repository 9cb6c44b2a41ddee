const { add, expect, test } = require('./shop.js')

test.describe('cart', () => {
  test('adds a product', async ({ page }) => {
    await add(page, 'Lamp')
    await expect(page.locator('#lines li')).toHaveCount(1)
  })

  test('keeps its lines over a reload', async ({ page }) => {
    await add(page, 'Mug')
    await page.reload()
    await expect(page.locator('#lines li')).toHaveCount(1)
  })

  test('removes a line', async ({ page }) => {
    await add(page, 'Mug')
    await page.getByRole('button', { name: 'Remove Mug' }).click()
    await expect(page.locator('#lines li')).toHaveCount(0)
  })
})
