import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeApp } from '../../testing/make-app.ts'

test.each(['chunk_words', 'bus_message_words'])(
  'FTS5 merges little of %s at once: a deletion takes a short time',
  async (table) => {
    const { store } = await makeApp()
    const { rows } = await sql<{ k: string; v: number }>`
      select k, v from ${sql.table(`${table}_config`)} where k <> 'version' order by k`.execute(store.read)
    expect(rows).toEqual([
      { k: 'deletemerge', v: 25 },
      { k: 'pgsz', v: 500 },
    ])
  },
)
