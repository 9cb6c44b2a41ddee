import { randomBytes } from 'node:crypto'
import { describe, inject } from 'vitest'
import { makeApp, type TestApp, type TestAppOptions } from './make-app.ts'
import { createDatabase } from './postgres.ts'

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

/** A database of its own for one test, in the server that the test command started. */
export const emptyPostgres = (): Promise<{ postgres: string }> => create()

/** The same with all tables in it. */
const migratedPostgres = (): Promise<{ postgres: string }> => create(inject('templates').postgres)

const create = (template?: string) =>
  createDatabase(inject('postgres'), `test_${randomBytes(6).toString('hex')}`, template)
