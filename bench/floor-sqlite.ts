import { hash } from 'node:crypto'
import Database from 'better-sqlite3'
import { type Cell, STORED, type StoredRows, type Table } from './stored-rows.ts'

/**
 * The minimum cost of SQLite itself: the same rows in the same order, one prepared insert each, in
 * one transaction.
 */
export interface SqliteFloor {
  /** Stores a run whose tests are known, milliseconds. */
  insertRun(round: number): number
  /** Stores a run of a new project: its files and tests as well. */
  insertFirstRun(round: number): number
  close(): void
}

/** Works on a copy of a database that contains one run, so that both start from the same state. */
export function openSqliteFloor(source: string, copy: string): SqliteFloor {
  const original = new Database(source, { readonly: true })
  original.prepare('vacuum into ?').run(copy)
  const rows = Object.fromEntries(
    Object.entries(STORED).map(([name, sql]) => [name, read(original, sql)]),
  ) as unknown as StoredRows
  original.close()

  const database = new Database(copy)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  database.pragma('cache_size = -16384')
  const insert = (table: keyof StoredRows, ...given: string[]) => {
    const columns = [...given, ...rows[table].columns]
    return database.prepare(
      `insert into "${table}" (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
    )
  }
  const result = insert('result', 'execution_id')
  const attempt = insert('attempt', 'execution_id')
  const reason = insert('reason', 'project_id')
  const file = insert('file', 'project_id')
  const test = insert('test', 'project_id')
  const project = database.prepare(
    `insert into project (public_id, organization_id, slug, name, created_at) values (?, 1, ?, ?, 0)`,
  )
  const anew = (round: number, table: Table): Cell[][] =>
    table.rows.map(([key, ...rest]) => [hash('sha256', `${round} ${key}`).slice(0, 32), ...rest])

  const inTransaction = (work: () => void): number => {
    const begun = performance.now()
    database.exec('begin immediate')
    work()
    database.exec('commit')
    return performance.now() - begun
  }
  const insertResults = (executionId: number, reasons: Cell[][], projectId: number) => {
    for (const row of reasons) reason.run(projectId, row)
    for (const row of rows.result.rows) result.run(executionId, row)
    for (const row of rows.attempt.rows) attempt.run(executionId, row)
  }
  return {
    insertRun(round) {
      const reasons = anew(round, rows.reason)
      return inTransaction(() => insertResults(1_000 + round, reasons, 1))
    },
    insertFirstRun(round) {
      const reasons = anew(round, rows.reason)
      const tests = anew(round, rows.test)
      return inTransaction(() => {
        const name = `first-${round}`
        const projectId = Number(project.run(name, name, name).lastInsertRowid)
        for (const row of rows.file.rows) file.run(projectId, row)
        for (const row of tests) test.run(projectId, row)
        insertResults(100_000 + round, reasons, projectId)
      })
    },
    close: () => database.close(),
  }
}

function read(database: Database.Database, sql: string): Table {
  const statement = database.prepare(sql).raw()
  return { columns: statement.columns().map(({ name }) => name), rows: statement.all() as Cell[][] }
}
