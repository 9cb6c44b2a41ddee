import { defineConfig } from 'vitest/config'

const inSource = ['packages/*/src/**/*.test.ts', 'server/src/**/*.test.ts', 'scripts/**/*.test.ts']
const withRunners = ['packages/*/test/**/*.test.ts', 'server/test/**/*.test.ts']

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: inSource, testTimeout: 20_000 } },
      // Real runners, real processes, packed tarballs: slow, so they get room and their own project.
      { test: { name: 'integration', include: withRunners, testTimeout: 120_000, hookTimeout: 180_000 } },
    ],
  },
})
