import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@svc/test-kit/free-port'
import pg from 'pg'
import { loadEmbeddedPostgres } from './postgres.ts'

/** A Postgres server of one test file alone, to be cut, stopped, paused and set to read-only. */
export interface OwnPostgres {
  /** Of its first database. */
  address: string
  /** Who its processes run as. */
  userId: number
  /** Makes a database, with what `create database` takes, and returns its address. */
  makeDatabase(name: string, options?: string): Promise<string>
  /** Asks it as its superuser, on a connection of its own. */
  ask<Row extends object>(text: string, address?: string): Promise<Row[]>
  /** Ends all connections but the one that asks. Returns how many. */
  cut(): Promise<number>
  /** `SIGINT`: fast, connections are ended in order. `SIGQUIT`: immediate, as after a crash. */
  stop(signal: 'SIGINT' | 'SIGQUIT'): Promise<void>
  /** Starts it again, unless it runs. */
  start(): Promise<void>
  /** Pauses all its processes: connections stay open, and nothing answers. */
  pause(): Promise<void>
  resume(): void
  setReadOnly(isReadOnly: boolean): Promise<void>
  /** Ends it and removes its files. */
  remove(): Promise<void>
}

/** Starts one; `folder` is the location of its files, a temporary one if absent. */
export async function startOwnPostgres(
  folder = mkdtempSync(join(tmpdir(), 'svc-outage-')),
): Promise<OwnPostgres> {
  // As root the server runs as a user of its own, who has to reach it.
  chmodSync(folder, 0o755)
  const data = join(folder, 'data')
  const port = await freePort()
  const EmbeddedPostgres = await loadEmbeddedPostgres()
  const server = new EmbeddedPostgres({
    databaseDir: data,
    user: 'svc',
    password: 'svc',
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'shared_buffers=16MB', '-c', 'fsync=off'],
    onLog: () => undefined,
    onError: () => undefined,
  })
  const address = `postgres://svc:svc@127.0.0.1:${port}/postgres`
  const processId = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  let paused: number[] = []

  const ask = async <Row extends object>(text: string, database = address): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: database })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }
  const resume = () => {
    for (const pid of paused) signal(pid, 'SIGCONT')
    paused = []
  }
  const stop = async (how: NodeJS.Signals) => {
    const pid = processId()
    signal(pid, how)
    while (signal(pid, 0)) await sleep(20)
  }

  await server.initialise()
  await server.start()
  return {
    address,
    ask,
    resume,
    stop,
    async start() {
      if (!existsSync(join(data, 'postmaster.pid'))) await server.start()
    },
    userId: statSync(data).uid,
    async makeDatabase(name, options = '') {
      await ask(`create database ${name} ${options}`)
      return address.replace(/postgres$/, name)
    },
    async cut() {
      const cut = await ask(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      )
      return cut.length
    },
    async pause() {
      const processes = await ask<{ pid: number }>(
        'select pid from pg_stat_activity where pid <> pg_backend_pid()',
      )
      // The postmaster first, so that it starts no more.
      paused = [processId(), ...processes.map(({ pid }) => pid)]
      for (const pid of paused) signal(pid, 'SIGSTOP')
    },
    async setReadOnly(isReadOnly) {
      await ask(`alter system set default_transaction_read_only = ${isReadOnly}`)
      await ask('select pg_reload_conf()')
    },
    async remove() {
      resume()
      await stop('SIGQUIT').catch(() => undefined)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** False if there is no such process any more. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
