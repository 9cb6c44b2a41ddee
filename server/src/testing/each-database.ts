import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { describe, inject } from 'vitest'
import { makeApp, type TestApp, type TestAppOptions } from './make-app.ts'

type MakeApp = (options?: Omit<TestAppOptions, 'address'>) => Promise<TestApp>

/** Runs one suite of tests on SQLite and on a real Postgres: what holds for one must hold for the other. */
export function onEachDatabase(name: string, suite: (make: MakeApp) => void): void {
  describe(`${name}, SQLite`, () => suite((options) => makeApp(options)))
  describe(`${name}, Postgres`, () =>
    suite(async (options) => makeApp({ ...options, address: await emptyPostgres() })))
}

/** A database of its own for one test, in the server that the test command started. */
export async function emptyPostgres(): Promise<{ postgres: string }> {
  const address = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const own = new URL(address)
  own.pathname = `/${name}`
  return { postgres: own.href }
}
