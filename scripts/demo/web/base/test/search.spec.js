const { expect, test } = require('./shop.js')

test.describe('search', () => {
  test('suggests while typing', async ({ page }) => {
    await page.getByRole('searchbox').pressSequentially('la')
    await expect(page.locator('#suggestions li')).toHaveText(['Lamp'])
  })

  test('keeps what was typed', async ({ page }) => {
    await page.getByRole('searchbox').fill('chair')
    await expect(page.getByRole('searchbox')).toHaveValue('chair')
  })
})
