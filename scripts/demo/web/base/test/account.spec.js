const { expect, test } = require('./shop.js')

test.describe('account', () => {
  test('shows the newest order first', async ({ page }) => {
    await expect(page.locator('#orders li').first()).toHaveText('Order of 2026-03-14')
  })

  test('exports a year of orders', async ({ page }) => {
    await page.getByRole('button', { name: 'Export a year' }).click()
    await expect(page.getByTestId('exported')).toHaveText('3 orders exported')
  })
})
