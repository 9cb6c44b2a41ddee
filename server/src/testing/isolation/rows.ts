import type { TestApp } from '../make-app.ts'

/** Columns that any accepted request may update. */
const OF_USE = new Set(['last_used_at', 'used', 'last_seen_at', 'live_until'])

/** Every row of every table, as text that begins with the table's name. */
export async function readRows({ store }: Pick<TestApp, 'store'>): Promise<Set<string>> {
  const tables = (await store.lookup.introspection.getTables()).filter(({ name }) => !isIndex(name))
  const rows = await Promise.all(
    tables.map(async ({ name }) => {
      const all = await store.lookup
        .selectFrom(name as 'session')
        .selectAll()
        .execute()
      return all.map(
        (row) =>
          `${name} ${JSON.stringify(name === 'session' ? { ...row, expires_at: 0 } : row, withoutUse)}`,
      )
    }),
  )
  return new Set(rows.flat())
}

/**
 * Full-text tables and their parts: all organizations share their pages, and other tables have the same text. Refusals of
 * uploads: the refusal itself is what they record. Counts of changes: every change is what they record.
 */
const isIndex = (name: string) =>
  /^(?:(?:chunk_words|bus_message_words)(?:_|$)|refused_upload$|change_count$)/.test(name)

const withoutUse = (name: string, value: unknown) => (OF_USE.has(name) ? undefined : value)

/** Rows that are not among the others. */
export const missingFrom = (rows: Iterable<string>, others: Set<string>): string[] =>
  [...rows].filter((row) => !others.has(row))
