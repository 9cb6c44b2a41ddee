import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.js'],
    retry: 1,
    reporters: ['default', ['@svc/vitest', { project: 'shop', suite: 'cart' }]],
  },
})
