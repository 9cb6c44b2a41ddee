import Database from 'better-sqlite3'
import pg from 'pg'
import { openStore, type StoreAddress, sqliteFile } from '../server/src/ground/store/open.ts'
import { indexTests } from '../server/src/history/tests/index-tests.ts'
import { startBenchServer } from './bench-server.ts'
import { withFolder, withPostgres } from './databases.ts'
import { RUN_SIZE, uploadBody } from './made-run.ts'
import { figure, heading, table, type Verdict } from './report.ts'

const RUNS = 50
const RESULTS = RUNS * RUN_SIZE
const GOALS = { SQLite: 32, Postgres: 100 } as const

export interface Place {
  name: string
  bytes: number
}

/**
 * Bytes of a first-attempt pass at a million results, including everything: tests, files,
 * executions, indexes.
 */
export async function benchStorage(): Promise<Verdict[]> {
  heading(`Storage of ${RESULTS.toLocaleString('en-US')} first-attempt passes (${RUNS} runs)`)
  const places = {
    SQLite: await withFolder(async (folder) => {
      await fill({ folder })
      return readSqlite(sqliteFile(folder))
    }),
    Postgres: await withPostgres(async (address) => {
      await fill({ postgres: address })
      return readPostgres(address)
    }),
  }
  const verdicts: Verdict[] = []
  for (const name of ['SQLite', 'Postgres'] as const) {
    const total = places[name].reduce((sum, place) => sum + place.bytes, 0)
    const small = places[name].filter((place) => place.bytes / RESULTS < 0.05)
    const rest = small.reduce((sum, place) => sum + place.bytes, 0)
    const shown = places[name].filter((place) => !small.includes(place))
    table(
      [name, 'bytes a result'],
      [...shown, { name: `${small.length} others`, bytes: rest }, { name: 'all in', bytes: total }].map(
        (place) => [place.name, figure(place.bytes / RESULTS, 'B')],
      ),
    )
    verdicts.push({
      area: `Storage, ${name}, per first-attempt pass, all in`,
      goal: `≤ ${GOALS[name]} B`,
      measured: figure(total / RESULTS, 'B'),
      isMet: total / RESULTS <= GOALS[name],
    })
  }
  return verdicts
}

async function fill(address: StoreAddress): Promise<void> {
  const server = await startBenchServer(address)
  const firstAt = Date.now() - RUNS * 3_600_000
  for (let run = 0; run < RUNS; run++) {
    const startedAt = firstAt + run * 3_600_000
    await server.ingest(uploadBody({ project: 'shop', build: `run-${run}`, allPass: true, startedAt }))
  }
  await server.close()
  // As the server itself does within half a minute.
  const store = await openStore(address)
  await indexTests(store)
  await store.close()
}

/** Pages of every table and index, after the write-ahead log was folded in. */
export function readSqlite(file: string): Place[] {
  const database = new Database(file)
  database.pragma('wal_checkpoint(TRUNCATE)')
  const places = database
    .prepare('select name, sum(pgsize) as bytes from dbstat group by name order by bytes desc')
    .all() as Place[]
  database.close()
  return places
}

export async function readPostgres(address: string): Promise<Place[]> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `select relname as name, pg_total_relation_size(oid) - case relkind when 'r' then pg_indexes_size(oid) else 0 end
      as bytes
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i') order by 2 desc`,
  )
  await client.end()
  return rows.map(({ name, bytes }) => ({ name, bytes: Number(bytes) }))
}
