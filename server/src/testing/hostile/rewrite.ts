import { sql } from 'kysely'
import type { TestApp } from '../make-app.ts'
import { HOSTILE } from './text.ts'

/** Columns that the server restricts to a slug or an address, or covers with a signature. */
const RESTRICTED =
  /^(?:slug|former_slug|email|address|hint|.*_url|credential|source_key|payload|(?:from|to|agent|assigned|created)_name|signature|mac|server_mac)$/

/** Full-text tables, messages, which are signed, and tables that nothing changes. */
const LEFT = /^(?:audit$|document_revision$|(?:chunk_words|bus_message_words)(?:_|$)|bus_message$|kysely_)/

/**
 * Replaces the mark in every text of every table by hostile words, except where a schema restricts what is stored. Texts
 * that are JSON stay JSON. Returns the columns that it changed.
 */
export async function makeHostile(
  { store }: TestApp,
  mark: string,
  words: string = HOSTILE,
): Promise<Set<string>> {
  const changed = new Set<string>()
  const tables = (await store.lookup.introspection.getTables()).filter(({ name }) => !LEFT.test(name))
  for (const { name: table } of tables) {
    const rows: Record<string, unknown>[] = await store.lookup
      .selectFrom(table as 'session')
      .selectAll()
      .execute()
    for (const row of rows) {
      const texts = Object.entries(row).filter(
        (entry): entry is [string, string] =>
          typeof entry[1] === 'string' && entry[1].includes(mark) && !isRestricted(table, entry[0]),
      )
      for (const [column, text] of texts) {
        const hostile = inPlace(text, mark, words)
        await store.write((db) =>
          sql`update ${sql.table(table)} set ${sql.ref(column)} = ${hostile} where ${sql.ref(column)} = ${text}`.execute(
            db,
          ),
        )
        changed.add(`${table}.${column}`)
      }
    }
  }
  return changed
}

const isRestricted = (table: string, column: string): boolean =>
  RESTRICTED.test(column) ||
  (table === 'agent' && column === 'name') ||
  (table === 'webhook' && column === 'name')

function inPlace(text: string, mark: string, words: string): string {
  const isJson = /^[[{"]/.test(text) && isParsed(text)
  return text.replaceAll(mark, isJson ? JSON.stringify(words).slice(1, -1) : words)
}

function isParsed(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
