import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { join } from 'node:path'
import type { StoreAddress } from '../../server/src/ground/store/open.ts'
import { withPostgresIn } from '../databases.ts'
import { say } from '../report.ts'
import { buildHistory } from './build-history.ts'

export type Database = 'SQLite' | 'Postgres'
export const DATABASES: Database[] = ['SQLite', 'Postgres']

/** Sizes of a history by name, in runs of 20,000 results. */
export const SIZES = { '200k': 10, '1m': 50, '10m': 500 } as const
export type Size = keyof typeof SIZES

/** A history in a running database, and a key that reads it. */
export interface History {
  address: StoreAddress
  key: string
  /** On SQLite the folder of the file; on Postgres the folder of the cluster. */
  folder: string
}

const WORKSPACE = join(import.meta.dirname, '../..')
const KEPT = join(WORKSPACE, '.test', 'scale')

/** Changes with the tables and with the code that fills them, so that a cached history equals a new one. */
const HASH_OF_WRITERS = hashOfWriters()

/** Room for a history, a copy of it and, on Postgres, its log; bytes a result. */
const ROOM_PER_RESULT = { SQLite: 150, Postgres: 500 }
const ROOM = 2 ** 31

/** Gives a history, built at its first use and cached; nothing may write to it. */
export async function withHistory<T>(
  database: Database,
  size: Size,
  work: (history: History) => Promise<T>,
): Promise<T> {
  const folder = await kept(database, size)
  return open(database, folder, work)
}

/** Gives a temporary copy of a history that may be written to. */
export async function withCopy<T>(
  database: Database,
  size: Size,
  work: (history: History) => Promise<T>,
): Promise<T> {
  const source = await kept(database, size)
  const folder = mkdtempSync(join(KEPT, 'copy-'))
  try {
    chmodSync(folder, 0o755)
    // As it was, owners included: the Postgres cluster belongs to a user of its own.
    execFileSync('cp', ['-a', `${source}/.`, folder])
    return await open(database, folder, work)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Removes every history that was kept. */
export function removeHistories(): void {
  rmSync(KEPT, { recursive: true, force: true })
}

async function kept(database: Database, size: Size): Promise<string> {
  const name = `${database.toLowerCase()}-${size}`
  const folder = join(KEPT, `${name}-${HASH_OF_WRITERS}`)
  if (existsSync(folder)) return folder
  mkdirSync(KEPT, { recursive: true })
  for (const older of readdirSync(KEPT))
    if (older.startsWith(`${name}-`)) rmSync(join(KEPT, older), { recursive: true, force: true })
  refuseWithoutRoom(database, size)
  const begun = performance.now()
  // In another folder first, so that an interrupted build never counts as complete.
  const place = mkdtempSync(join(KEPT, 'building-'))
  try {
    chmodSync(place, 0o755)
    const build = (address: StoreAddress) => buildHistory(address, SIZES[size], join(place, 'key'))
    if (database === 'SQLite') await build({ folder: place })
    else await withPostgresIn(join(place, 'data'), true, (address) => build({ postgres: address }))
    renameSync(place, folder)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
  const seconds = Math.round((performance.now() - begun) / 1000)
  say(`Built ${name} in ${seconds} s; kept in ${folder.slice(WORKSPACE.length + 1)}.`)
  return folder
}

async function open<T>(database: Database, folder: string, work: (history: History) => Promise<T>) {
  const key = readFileSync(join(folder, 'key'), 'utf8')
  if (database === 'SQLite') return work({ address: { folder }, key, folder })
  return withPostgresIn(join(folder, 'data'), false, (postgres) =>
    work({ address: { postgres }, key, folder }),
  )
}

function hashOfWriters(): string {
  const files = globSync(
    [
      'server/src/ground/store/migrations/*.ts',
      'server/src/{results/executions,uploads/ingest}/*.ts',
      'bench/scale/{made,build}-history.ts',
    ],
    { cwd: WORKSPACE },
  )
  const hash = createHash('sha256')
  for (const file of files.filter((each) => !each.endsWith('.test.ts')).sort())
    hash.update(`${file}\n${readFileSync(join(WORKSPACE, file), 'utf8')}`)
  return hash.digest('hex').slice(0, 12)
}

function refuseWithoutRoom(database: Database, size: Size): void {
  const { bavail, bsize } = statfsSync(KEPT)
  const wanted = ROOM + SIZES[size] * 20_000 * ROOM_PER_RESULT[database]
  const free = bavail * bsize
  if (free < wanted)
    throw new Error(
      `A history of ${size} on ${database} needs ${gib(wanted)} free, and there are ${gib(free)}. "bench scale --remove" removes those that are kept.`,
    )
}

const gib = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GiB`
