const { defineConfig } = require('@playwright/test')

const launchOptions = {
  executablePath: process.env.DEMO_CHROMIUM,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
}

module.exports = defineConfig({
  testDir: 'test',
  retries: 1,
  workers: 2,
  fullyParallel: true,
  expect: { timeout: 1_000 },
  // The pull request's run compares its pictures with those of main's.
  updateSnapshots: process.env.GITHUB_EVENT_NAME === 'push' ? 'all' : 'none',
  reporter: [['list'], ['@svc/playwright', { project: 'shop', suite: 'web' }]],
  use: { launchOptions, trace: 'on-first-retry', screenshot: 'only-on-failure', locale: 'en-GB' },
  projects: [
    { name: 'desktop', use: { viewport: { width: 960, height: 620 } } },
    {
      name: 'phone',
      testMatch: 'checkout.spec.js',
      use: { viewport: { width: 390, height: 700 }, hasTouch: true },
    },
  ],
})
