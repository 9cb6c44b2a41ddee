import { randomBytes } from 'node:crypto'
import { describe, inject, onTestFinished } from 'vitest'
import { makeApp, type TestApp, type TestAppOptions } from './make-app.ts'
import { createDatabase, dropDatabase } from './postgres.ts'

type MakeApp = (options?: Omit<TestAppOptions, 'address'>) => Promise<TestApp>

/**
 * Runs one suite of tests on SQLite and on a real Postgres: what holds for one must hold for the other. `test` runs it on
 * SQLite and leaves Postgres to `test:all`.
 */
export const onEachDatabase = (name: string, suite: (make: MakeApp) => void): void =>
  declare(name, suite, ['thorough'])

/** The same for a suite that `test` runs on both: each feature has one. */
export const onBothDatabases = (name: string, suite: (make: MakeApp) => void): void =>
  declare(name, suite, [])

function declare(name: string, suite: (make: MakeApp) => void, tags: string[]): void {
  describe(`${name}, SQLite`, () => suite((options) => makeApp(options)))
  describe(`${name}, Postgres`, { tags }, () =>
    suite(async (options) => makeApp({ ...options, address: await migratedPostgres() })),
  )
}

/** An empty database of its own, in the server that the test command started. */
export const emptyPostgres = (): Promise<{ postgres: string }> =>
  createDatabase(inject('postgres'), newName())

/** The same with all tables in it, for one test: it is dropped when the test ends. */
export const migratedPostgres = (): Promise<{ postgres: string }> => {
  const name = newName()
  // Registered before the test opens it, so it runs after the test has closed it.
  onTestFinished(() => dropDatabase(inject('postgres'), name))
  return createDatabase(inject('postgres'), name, inject('templates').postgres)
}

const newName = () => `test_${randomBytes(6).toString('hex')}`
