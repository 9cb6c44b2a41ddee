const { defineConfig } = require('@playwright/test')

module.exports = defineConfig({
  testDir: 'test',
  retries: 1,
  workers: 2,
  fullyParallel: true,
  reporter: [['list'], ['@svc/playwright', { project: 'shop', suite: 'api' }]],
  projects: [
    { name: 'eu', metadata: { currency: 'EUR' } },
    { name: 'us', metadata: { currency: 'USD' }, testMatch: 'prices.spec.js' },
  ],
})
