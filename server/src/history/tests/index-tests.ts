import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Store } from '../../ground/store/open.ts'
import { encodeTrigrams, trigramsOf } from './trigrams.ts'

/**
 * Tests per block. Neighbours share files and describe blocks, so that a block has few trigrams of its own.
 */
export const BLOCK_TESTS = 256
/** Characters that are read in one turn of the event loop, 10 ms at most. */
const PAUSE_AFTER = 256 * 1024

/**
 * Makes blocks of new tests; fewer than a block remain, because a search reads those directly. Within one
 * project, commits follow the order of test ids. Projects take turns, a block each. Returns how many blocks it made.
 */
export async function indexTests(store: Store): Promise<number> {
  let made = 0
  let waiting = await readWaiting(store)
  while (waiting.length > 0) {
    const more: typeof waiting = []
    for (const { id, mark } of waiting) {
      const block = await readBlock(store, id, mark)
      if (!block) continue
      await store.write((db) =>
        db
          .insertInto('test_block')
          .values({ project_id: id, ...block })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      )
      made++
      more.push({ id, mark: block.last_id })
    }
    waiting = more
  }
  return made
}

/** Projects with a block's worth of tests after the last of their blocks. */
async function readWaiting({ read }: Store) {
  const { rows } = await sql<{ id: number; mark: number }>`
    select id, mark from (
      select project.id, coalesce((select last_id from test_block where project_id = project.id
        order by first_id desc limit 1), 0) as mark from project) marked
    where exists (select 1 from test where test.project_id = marked.id and test.id > marked.mark
      order by test.id limit 1 offset ${sql.lit(BLOCK_TESTS - 1)})`.execute(read)
  return rows
}

async function readBlock(store: Store, projectId: number, after: number) {
  const rows = await store.read
    .selectFrom('test')
    .innerJoin('file', 'file.id', 'test.file_id')
    .select(['test.id', 'test.titles', 'file.path'])
    .where('test.project_id', '=', projectId)
    .where('test.id', '>', after)
    .orderBy('test.id')
    .limit(BLOCK_TESTS)
    .execute()
  const [first, last] = [rows[0], rows[BLOCK_TESTS - 1]]
  if (!first || !last) return null
  const trigrams = new Set<number>()
  for (const path of new Set(rows.map((row) => row.path))) trigramsOf(path, trigrams)
  let read = 0
  for (const { titles } of rows) {
    trigramsOf(titles, trigrams)
    read += titles.length
    // Nearly all blocks are shorter; the longest have 16 MiB.
    if (read > PAUSE_AFTER) {
      await setImmediate()
      read = 0
    }
  }
  return { first_id: first.id, last_id: last.id, trigrams: encodeTrigrams(trigrams) }
}
