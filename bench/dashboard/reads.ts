import BetterSqlite from 'better-sqlite3'
import type { CompiledQuery } from 'kysely'
import { sqliteFile } from '../../server/src/ground/store/open.ts'
import { sampleOf } from '../measure.ts'
import { figure, heading, spread, table, type Verdict } from '../report.ts'
import { type History, withHistory } from '../scale/kept.ts'
import { openTimedApp, type TimedApp } from '../scale/timed-app.ts'
import { type PageRead, readPages } from './page-reads.ts'

const ROUNDS = 7
/** A table read from end to end, or rows sorted after they were read. */
const UNORDERED = /^SCAN (?!CONSTANT|\d|.*VIRTUAL)|TEMP B-TREE/

/**
 * The cost of each read of each page in a database of 200,000 results, with the number of its
 * statements and their plans.
 */
export async function benchPageReads(): Promise<Verdict[]> {
  heading('Reads of the dashboard, executions of 20,000 tests, 200,000 results, SQLite')
  const rows = await withHistory('SQLite', '200k', measureReads)
  table(
    ['page', 'read', 'statements', 'in the database', 'rows', 'answer', 'scans and sorts'],
    rows.map(({ page, path, statements, ms, rows: read, bytes, plans }) => [
      page,
      `\`${path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32}/g, '…')}\``,
      String(statements),
      spread(ms, 'ms'),
      read.toLocaleString('en-US'),
      figure(bytes / 1_000, 'kB'),
      plans.join(', ') || 'none',
    ]),
  )
  return []
}

async function measureReads(history: History) {
  const app = openTimedApp(history.address, history.key)
  try {
    const measured = []
    for (const read of await readPages(app.store)) measured.push(await measureRead(app, read, history.folder))
    return measured
  } finally {
    await app.close()
  }
}

async function measureRead(app: TimedApp, { page, path }: PageRead, folder: string) {
  const asked = []
  for (let round = 0; round < ROUNDS; round++) asked.push(await app.ask(path))
  const [{ queries, rows, statements, bytes } = { queries: [], rows: 0, statements: 0, bytes: 0 }] = asked
  const ms = sampleOf(asked.map(({ databaseMs }) => databaseMs))
  return { page, path, statements, rows, bytes, ms, plans: plansOf(folder, queries) }
}

/** SQLite's plan steps for these statements that use neither a key nor the order of an index, each once. */
function plansOf(folder: string, queries: readonly CompiledQuery[]): string[] {
  const database = new BetterSqlite(sqliteFile(folder), { readonly: true })
  try {
    const details = queries.flatMap(({ sql, parameters }) =>
      database
        .prepare<unknown[], { detail: string }>(`explain query plan ${sql}`)
        .all(...parameters)
        .map(({ detail }) => detail),
    )
    return [...new Set(details.filter((detail) => UNORDERED.test(detail)))]
  } finally {
    database.close()
  }
}
