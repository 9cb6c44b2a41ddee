const { add, expect, test } = require('./shop.js')

test.describe('checkout', () => {
  test('charges what the cart comes to', async ({ page }) => {
    await test.step('fill the cart', async () => {
      await add(page, 'Mug')
      await add(page, 'Lamp')
    })
    await page.getByRole('button', { name: 'Pay' }).click()
    await expect(page.getByRole('status')).toHaveText('Charged 41.89 EUR')
  })

  test('refuses a card that has expired', async ({ page }) => {
    await add(page, 'Mug')
    await page.getByLabel('Expires').fill('01/20')
    await page.getByRole('button', { name: 'Pay' }).click()
    await expect(page.getByRole('status')).toHaveText('This card has expired')
  })

  test('ships for free from 50 euros on', async ({ page }) => {
    await add(page, 'Chair')
    await expect(page.locator('#sums')).toContainText('Shipping0.00 EUR')
  })

  test('shows a bill as designed', async ({ page }) => {
    await add(page, 'Lamp')
    await expect(page.locator('#cart')).toHaveScreenshot('bill.png', { timeout: 3_000 }) // A busy machine takes long to draw two equal frames.
  })
})
