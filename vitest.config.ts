import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          testTimeout: 20_000,
        },
      },
      // Everything of the server, on SQLite and on a Postgres that is started for it.
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          globalSetup: 'server/src/testing/postgres.ts',
          testTimeout: 30_000,
        },
      },
      // Real runners, real processes, packed tarballs: slow, so they get room.
      {
        test: {
          name: 'integration',
          include: ['packages/*/test/**/*.test.ts', 'server/test/**/*.test.ts'],
          globalSetup: 'scripts/testing/install-runners.ts',
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
