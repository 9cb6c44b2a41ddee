import type { Store } from '../../ground/store/open.ts'
import type { Db } from '../../ground/store/portable.ts'
import { lockExecution } from '../executions/lock.ts'
import { type ArchiveBlock, decodeBlock, encodeBlock } from './archive/block.ts'

/**
 * The number of results in a block: enough to fill most pages of the database, and few enough to
 * unpack for one page of an answer.
 */
const BLOCK_ROWS = 20_480
/** The number of rows per read, so that converting them does not block the event loop. */
const READ_ROWS = 4_096
/** The size of output and steps of failed attempts in one block; above it, the block ends earlier. */
const BLOCK_DETAIL_CHARACTERS = 8 * 1024 * 1024
/** One test with more, of at most 4 bytes each, might not be unpacked again; a block has all rows of a test. */
const MOST_DETAIL_CHARACTERS = 32 * 1024 * 1024

/** An execution that is being archived, in its state at the start. */
export interface Packing {
  id: number
  revision: number
}

/**
 * Packs the next results of a settled execution: one read outside of any transaction, then one
 * small write. When all are packed it seals the archive; from then on, the archive is read and the
 * rows are leftovers. Work done before a kill stays done. `changed`: it was reopened or deleted,
 * and its blocks were removed with that. `too large`: one test has more than `most` characters of details; its
 * execution is marked, stays in rows until retention removes them, and is not tried again.
 */
export async function packNext(
  store: Store,
  packing: Packing,
  now: number,
  most = MOST_DETAIL_CHARACTERS,
): Promise<'packed' | 'sealed' | 'changed' | 'too large'> {
  const place = await lastPacked(store.read, packing.id)
  const block = await readRows(store, packing.id, place.testId, most)
  const isTooLarge = block === 'too large'
  const data = block && !isTooLarge ? await packAndProve(block) : null
  return store.write(async (db, changes) => {
    const isThere = await db
      .selectFrom('execution')
      .select('id')
      .where('id', '=', packing.id)
      .executeTakeFirst()
    if (!isThere) return 'changed'
    const execution = await lockExecution(db, store.dialect, packing.id)
    changes.onlyOf(execution.project_id)
    if (execution.revision !== packing.revision || execution.state === 'running') return 'changed'
    // Another server may have packed the same rows meanwhile.
    const isNext = (await lastPacked(db, packing.id)).number === place.number
    if (!isNext) return 'packed'
    if (isTooLarge) {
      await leaveInRows(db, packing.id)
      return 'too large'
    }
    if (!block || !data) {
      await seal(db, packing.id, now)
      return 'sealed'
    }
    await db
      .insertInto('archive')
      .values({
        execution_id: packing.id,
        number: place.number + 1,
        first_test_id: block.results[0]?.test_id ?? 0,
        last_test_id: block.results.at(-1)?.test_id ?? 0,
        results: block.results.length,
        data,
      })
      .execute()
    return 'packed'
  })
}

async function leaveInRows(db: Db, id: number): Promise<void> {
  await db.updateTable('execution').set({ unarchivable: 1 }).where('id', '=', id).execute()
  await db.deleteFrom('archive').where('execution_id', '=', id).execute()
}

async function seal(db: Db, id: number, now: number): Promise<void> {
  await db
    .updateTable('execution')
    .set({ archived_at: now })
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .execute()
  await leaveOver(db, id)
}

/**
 * Records that an execution's rows in `result` and `attempt` are obsolete; `deleteLeftovers`
 * deletes them.
 */
export async function leaveOver(db: Db, executionId: number): Promise<void> {
  await db
    .insertInto('leftover')
    .values({ execution_id: executionId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function lastPacked(db: Db, executionId: number): Promise<{ number: number; testId: number }> {
  const row = await db
    .selectFrom('archive')
    .select(['number', 'last_test_id'])
    .where('execution_id', '=', executionId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { number: row?.number ?? -1, testId: row?.last_test_id ?? -1 }
}

/** The rows of the next tests, complete tests only; null if none remain. */
async function readRows(
  store: Store,
  executionId: number,
  afterTestId: number,
  most: number,
): Promise<ArchiveBlock | 'too large' | null> {
  const results: ArchiveBlock['results'] = []
  let isLast = false
  while (!isLast && results.length < BLOCK_ROWS) {
    const last = results.at(-1)
    const rows = await readResults(store, executionId, last?.test_id ?? afterTestId, last?.part ?? 32_767)
    for (const row of rows) results.push(row)
    isLast = rows.length < READ_ROWS
  }
  if (results.length === 0) return null
  if (!isLast) dropLastTest(results)
  for (;;) {
    const range = [results[0]?.test_id ?? 0, results.at(-1)?.test_id ?? 0] as const
    const size = await detailSize(store, executionId, range)
    if (range[0] === range[1] && size > most) return 'too large'
    if (size <= BLOCK_DETAIL_CHARACTERS || range[0] === range[1])
      return { results, attempts: await readAttempts(store, executionId, range) }
    results.length = Math.ceil(results.length / 2)
    dropLastTest(results)
  }
}

/** Its rows may continue after the last one here. A block always contains all rows of a test. */
function dropLastTest(results: ArchiveBlock['results']): void {
  const last = results.at(-1)?.test_id
  if (results[0]?.test_id === last) return
  while (results.at(-1)?.test_id === last) results.pop()
}

const readResults = (store: Store, executionId: number, testId: number, part: number) =>
  store.read
    .selectFrom('result')
    .select(['test_id', 'part', 'verdict', 'start_ms', 'duration_us', 'reason_id'])
    .where('execution_id', '=', executionId)
    .where((eb) => eb(eb.refTuple('test_id', 'part'), '>', eb.tuple(testId, part)))
    .orderBy('test_id')
    .orderBy('part')
    .limit(READ_ROWS)
    .execute()

async function detailSize(store: Store, executionId: number, range: readonly [number, number]) {
  const { size } = await store.read
    .selectFrom('attempt')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>(eb.fn('length', ['detail'])), eb.lit(0)).as('size'))
    .where('execution_id', '=', executionId)
    .where('test_id', '>=', range[0])
    .where('test_id', '<=', range[1])
    .executeTakeFirstOrThrow()
  return Number(size)
}

const readAttempts = (store: Store, executionId: number, range: readonly [number, number]) =>
  store.read
    .selectFrom('attempt')
    .select(['test_id', 'part', 'entry', 'repeat', 'status', 'start_ms', 'duration_us', 'reasons', 'detail'])
    .where('execution_id', '=', executionId)
    .where('test_id', '>=', range[0])
    .where('test_id', '<=', range[1])
    .orderBy('test_id')
    .orderBy('part')
    .orderBy('entry')
    .execute()

/** The rows are deleted once this is stored, so it is unpacked again first. */
async function packAndProve(block: ArchiveBlock): Promise<Buffer> {
  const data = await encodeBlock(block)
  const read = decodeBlock(data)
  if (!areEqual(read.results, block.results) || !areEqual(read.attempts, block.attempts))
    throw new Error('An unpacked archive differs from the packed rows')
  return data
}

const areEqual = <T extends object>(some: T[], others: T[]): boolean =>
  some.length === others.length &&
  some.every((row, i) => {
    const other = others[i] as T
    for (const name in row) if (row[name] !== other[name]) return false
    return true
  })
