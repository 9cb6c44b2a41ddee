const { test: base, expect } = require('@playwright/test')
const { startShop } = require('../src/server.js')

/** Every worker has a shop of its own. */
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
})

module.exports = { expect, test }
