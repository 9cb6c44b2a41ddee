import { configDefaults, defineConfig } from 'vitest/config'

const PACKED = 'packages/cli/test/published/*.test.ts'

export default defineConfig({
  test: {
    // Most of the time tests wait for processes and databases; one core less is one too few on two.
    maxWorkers: '100%',
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
      // Real runners and real processes: slow, so they get room.
      {
        test: {
          name: 'integration',
          include: ['packages/*/test/**/*.test.ts', 'server/test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, PACKED],
          globalSetup: ['scripts/testing/install-runners.ts', 'scripts/testing/install-chromium.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      // What is published, packed and installed into projects of its own.
      {
        test: {
          name: 'packed',
          include: [PACKED],
          globalSetup: 'packages/cli/test/published/setup.ts',
          maxConcurrency: 2,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
