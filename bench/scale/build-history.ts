import { writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import pg from 'pg'
import { dispatchEvents } from '../../server/src/ground/kernel/events.ts'
import { openStore, type StoreAddress, sqliteFile } from '../../server/src/ground/store/open.ts'
import { indexTests } from '../../server/src/history/tests/index-tests.ts'
import { bootstrap } from '../../server/src/people/identity/bootstrap.ts'
import { processUploadsHere } from '../../server/src/uploads/ingest/process-upload.ts'
import { settleDue } from '../../server/src/uploads/settlement/settle-sweep.ts'
import { madeRun } from './made-history.ts'

const TIMES = { settleAfterMs: 60_000, incompleteAfterMs: 900_000 }

/**
 * Fills an empty database with so many runs, oldest first, each taken in, settled and told of as the server
 * does it, at the time it would have come. The file `keyFile` then holds a key that may read all of it.
 */
export async function buildHistory(address: StoreAddress, runs: number, keyFile: string): Promise<void> {
  const store = await openStore(address)
  const ingest = processUploadsHere(store, TIMES)
  try {
    writeFileSync(keyFile, (await bootstrap(store, () => madeRun(runs).receivedAt, 'admin')) ?? '', {
      mode: 0o600,
    })
    for (let after = runs - 1; after >= 0; after--) {
      const { body, receivedAt } = madeRun(after)
      await ingest.apply({
        kind: 'journal',
        body,
        encoding: 'identity',
        from: 0,
        clientClock: null,
        receivedAt,
        organizationId: 1,
        apiKeyId: 1,
        projectId: null,
        baseUrl: 'http://127.0.0.1',
        defaults: {},
        mayStart: true,
      })
      const settled = await settleDue(store, ingest, TIMES, receivedAt + TIMES.settleAfterMs + 1_000)
      if (settled !== 1) throw new Error(`${settled} executions settled where one was to`)
      await indexTests(store)
      await dispatchEvents(store, { consumers: [], log: () => {} }, receivedAt + TIMES.settleAfterMs + 2_000)
    }
  } finally {
    await ingest.close()
    await store.close()
  }
  await settleDown(address)
}

/** Leaves the database in its state a while after the last write. */
async function settleDown(address: StoreAddress): Promise<void> {
  if ('folder' in address) {
    const database = new Database(sqliteFile(address.folder))
    database.pragma('wal_checkpoint(TRUNCATE)')
    database.close()
    return
  }
  // The database's own housekeeping does this within minutes.
  const client = new pg.Client({ connectionString: address.postgres })
  await client.connect()
  await client.query('vacuum (analyze)')
  await client.query('checkpoint')
  await client.end()
}
