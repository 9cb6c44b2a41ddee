import { hash } from 'node:crypto'
import pg from 'pg'
import { openStore } from '../server/src/ground/store/open.ts'
import { type Cell, repeated, STORED, type StoredRows, type Table } from './stored-rows.ts'

/** The cost of Postgres itself: the same rows in one transaction, with one unnested insert per table. */
export interface PostgresFloor {
  /** Stores a run whose tests are known, milliseconds. */
  insertRun(round: number): Promise<number>
  close(): Promise<void>
}

/** Works on a database of its own beside one that holds one run. */
export async function openPostgresFloor(address: string): Promise<PostgresFloor> {
  const source = new pg.Client({ connectionString: address })
  await source.connect()
  const rows: Record<string, Table> = {}
  for (const [name, text] of Object.entries(STORED)) {
    const { fields, rows: found } = await source.query({ text, rowMode: 'array' })
    rows[name] = { columns: fields.map((field) => field.name), rows: found as Cell[][] }
  }
  await source.query('create database floor')
  await source.end()
  const own = new URL(address)
  own.pathname = '/floor'
  await (await openStore({ postgres: own.href })).close()
  const client = new pg.Client({ connectionString: own.href })
  await client.connect()
  await client.query(
    `insert into organization (public_id, slug, name, plan, created_at) values ('o','o','o','free',0)`,
  )
  await client.query(
    `insert into project (public_id, organization_id, slug, name, created_at) values ('p', 1, 'p', 'p', 0)`,
  )
  const { result, attempt, reason } = rows as unknown as StoredRows

  const insert = async (table: string, key: string, id: number, { columns, rows: cells }: Table) => {
    const arrays = [repeated(id, cells.length), ...columns.map((_, i) => cells.map((row) => row[i] ?? null))]
    const types = arrays.map((array, i) => {
      const isText = array.some((cell) => typeof cell === 'string' && !/^\d+$/.test(cell))
      return `$${i + 1}::${isText ? 'text' : 'bigint'}[]`
    })
    const names = [key, ...columns].join(', ')
    await client.query(`insert into "${table}" (${names}) select * from unnest(${types.join(', ')})`, arrays)
  }
  return {
    async insertRun(round) {
      const fresh = {
        ...reason,
        rows: reason.rows.map(([key, ...rest]) => [hash('sha256', `${round} ${key}`).slice(0, 32), ...rest]),
      }
      const begun = performance.now()
      await client.query('begin')
      await insert('reason', 'project_id', 1, fresh)
      await insert('result', 'execution_id', 1_000 + round, result)
      await insert('attempt', 'execution_id', 1_000 + round, attempt)
      await client.query('commit')
      return performance.now() - begun
    },
    close: () => client.end(),
  }
}
