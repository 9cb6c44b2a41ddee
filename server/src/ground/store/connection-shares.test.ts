import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { emptyPostgres } from '../../testing/each-database.ts'
import {
  ANSWER_THREADS,
  connectionShares,
  DEFAULT_CONNECTIONS,
  LEAST_CONNECTIONS,
  type Pool,
  WAKE_CONNECTIONS,
} from './connection-shares.ts'
import { connect, connectToRead, openStore, type Store } from './open.ts'

test('the shares of all pools are all connections, and none is empty', () => {
  expect(connectionShares(DEFAULT_CONNECTIONS)).toEqual({ main: 9, ingest: 10, answers: 5 })
  for (let connections = LEAST_CONNECTIONS; connections <= 200; connections++) {
    const { main, ingest, answers } = connectionShares(connections)
    expect(WAKE_CONNECTIONS + main + ingest + ANSWER_THREADS * answers).toBe(connections)
    expect(Math.min(main, ingest)).toBeGreaterThanOrEqual(2)
    expect(answers).toBeGreaterThanOrEqual(1)
  }
})

test('however much is asked at once, no pool has more connections than its share', async () => {
  const address = { ...(await emptyPostgres()), connections: LEAST_CONNECTIONS }
  const stores: [Pool, Store][] = [
    ['main', await openStore(address)],
    ['ingest', await connect(address, { pool: 'ingest' })],
    ['answers', await connectToRead(address)],
  ]
  for (const [, store] of stores) onTestFinished(() => store.close())
  for (const [pool, { read }] of stores) {
    const pids = new Set<number>()
    const reads = Array.from({ length: 20 }, async () => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(read)
      pids.add(rows[0]?.pid ?? 0)
    })
    await Promise.all(reads)
    expect(pids.size).toBeLessThanOrEqual(connectionShares(LEAST_CONNECTIONS)[pool])
  }
})
