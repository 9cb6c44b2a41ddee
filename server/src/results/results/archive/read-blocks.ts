import type { Db } from '../../../ground/store/portable.ts'
import { type ArchiveBlock, ArchiveDamaged, decodeBlock } from './block.ts'

/**
 * The blocks of an archive in their order, one at a time; with `testIds`, only those that may
 * contain one of these tests. Throws `ArchiveDamaged`, which names the execution.
 */
export async function* readBlocks(
  db: Db,
  executionId: number,
  testIds: Iterable<number> | null = null,
): AsyncGenerator<ArchiveBlock> {
  let [least, most] = testIds ? [Number.POSITIVE_INFINITY, -1] : [0, Number.MAX_SAFE_INTEGER]
  for (const id of testIds ?? []) [least, most] = [Math.min(least, id), Math.max(most, id)]
  const blocks = await db
    .selectFrom('archive')
    .select(['number', 'first_test_id', 'last_test_id'])
    .where('execution_id', '=', executionId)
    .orderBy('number')
    .execute()
  for (const { number, first_test_id, last_test_id } of blocks) {
    if (first_test_id > most || last_test_id < least) continue
    const block = await readBlock(db, executionId, number)
    if (block) yield block
  }
}

/** One block of an archive; null if the archive has no block of this number. */
export async function readBlock(db: Db, executionId: number, number: number): Promise<ArchiveBlock | null> {
  const row = await db
    .selectFrom('archive')
    .select('data')
    .where('execution_id', '=', executionId)
    .where('number', '=', number)
    .executeTakeFirst()
  return row ? decode(executionId, number, row.data) : null
}

/** The number of the block in which the results after a place begin; null if none come after it. */
export async function blockAfter(
  db: Db,
  executionId: number,
  after: readonly [testId: number, part: number] | null,
): Promise<number | null> {
  const row = await db
    .selectFrom('archive')
    .select('number')
    .where('execution_id', '=', executionId)
    // Not one above the column's maximum: a forged cursor would request it, and Postgres would
    // refuse.
    .where('last_test_id', '>=', Math.max(-1, Math.min(after?.[0] ?? 0, 2_147_483_647)))
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  return row?.number ?? null
}

function decode(executionId: number, number: number, data: Uint8Array): ArchiveBlock {
  try {
    return decodeBlock(data)
  } catch (cause) {
    if (!(cause instanceof ArchiveDamaged)) throw cause
    throw new ArchiveDamaged(`Block ${number} of the archive of execution ${executionId}: ${cause.message}`, {
      cause,
    })
  }
}
