import { availableParallelism } from 'node:os'
import { LongFilesFirst } from '@svc/test-kit/long-files-first'
import { NODE_CACHE } from '@svc/test-kit/node-cache'
import { THOROUGH } from '@svc/test-kit/thorough'
import { configDefaults, defineConfig } from 'vitest/config'

// For the processes of the test files and their threads: many of them load the same modules.
Object.assign(process.env, NODE_CACHE)
// Reporters under test find no key on a machine whose user has logged in.
process.env.SVC_LOGIN = '0'

const PACKED = 'packages/cli/test/published/*.test.ts'
const REPLICAS = 'server/test/replicas/*.test.ts'

/**
 * Many files share a process. Loading the server in a process for each file takes most of a second. Vitest restores
 * mocks, variables and globals after each test.
 */
const SHARED = {
  isolate: false,
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
  setupFiles: ['packages/test-kit/src/unstub-after-file.ts'],
}

const COMMON = {
  tags: [{ name: THOROUGH, description: 'Runs in `test:all`, not in `test`.' }],
  // For tests that wait for what happens in another process or on a socket. A test that hangs ends; one on a machine
  // with ten times the work it can do does not.
  testTimeout: 1_800_000,
  hookTimeout: 1_800_000,
  expect: { poll: { timeout: 120_000 } },
}

export default defineConfig({
  test: {
    // Tests also wait, for processes, sockets and databases: one file more than there are cores keeps those at work.
    maxWorkers: availableParallelism() + 1,
    teardownTimeout: 120_000,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', '{bench,scripts,tools}/**/*.test.ts'],
          ...SHARED,
          ...COMMON,
        },
      },
      // Everything of the server, on SQLite and on a Postgres that is started for it.
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          ...SHARED,
          globalSetup: [
            'server/src/testing/databases.ts',
            'server/src/testing/s3/install-swift.ts',
            'server/src/testing/install-nats.ts',
          ],
          ...COMMON,
        },
      },
      // Real runners and real processes: slow, so they get room.
      {
        test: {
          name: 'integration',
          include: ['packages/*/test/**/*.test.ts', 'server/test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, PACKED, REPLICAS],
          globalSetup: [
            'packages/test-kit/src/install-runners.ts',
            'packages/test-kit/src/install-chromium.ts',
            'server/src/testing/s3/install-swift.ts',
          ],
          ...COMMON,
        },
      },
      // Two servers in processes of their own, on one Postgres.
      {
        test: {
          name: 'replicas',
          include: [REPLICAS],
          globalSetup: ['server/src/testing/postgres.ts', 'server/src/testing/s3/install-swift.ts'],
          ...COMMON,
        },
      },
      // What is published, packed and installed into projects of its own.
      {
        test: {
          name: 'packed',
          include: [PACKED],
          globalSetup: 'packages/cli/test/published/setup.ts',
          maxConcurrency: 2,
          ...COMMON,
        },
      },
    ],
  },
})
