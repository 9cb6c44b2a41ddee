const { test: base, expect } = require('@playwright/test')
const { startShop } = require('../src/server.js')

/** Every worker has a shop of its own, and every test begins on its page. */
const test = base.extend({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from the pattern
    async ({}, use) => {
      const shop = await startShop()
      await use(shop.url)
      shop.stop()
    },
    { scope: 'worker' },
  ],
  page: async ({ page, shop }, use, info) => {
    await page.goto(`${shop}/?try=${info.retry}`)
    await use(page)
  },
})

const add = (page, name) => page.getByRole('button', { name: `Add ${name}` }).click()

module.exports = { expect, test, add }
