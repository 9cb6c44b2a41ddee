import Database from 'better-sqlite3'
import type { StoredChunk } from './corpus.ts'

/** The peer: an FTS5 table of title, headings and text, the words of the query joined by OR, in the order of bm25. */
export function openPlainFts5(chunks: StoredChunk[], tokenizer: string) {
  const database = new Database(':memory:')
  database.exec(`create virtual table peer using fts5(title, headings, content, tokenize = '${tokenizer}')`)
  const insert = database.prepare('insert into peer (rowid, title, headings, content) values (?, ?, ?, ?)')
  database.transaction(() => {
    for (const [at, { title, headings, content }] of chunks.entries())
      insert.run(at, title, headings.join(' > '), content)
  })()
  const select = database.prepare<[string], { rowid: number }>(
    'select rowid from peer where peer match ? order by bm25(peer), rowid limit 10',
  )
  return async (text: string): Promise<StoredChunk[]> => {
    const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
    const rows = words.length === 0 ? [] : select.all(words.map((word) => `"${word}"`).join(' OR '))
    return rows.map(({ rowid }) => chunks[rowid] as StoredChunk)
  }
}
