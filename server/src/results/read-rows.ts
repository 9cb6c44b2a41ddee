import type { Store } from '../store/open.ts'
import { type Db, type Dialect, isOneOf } from '../store/portable.ts'
import { type ArchiveBlock, ArchiveDamaged, type ArchivedResult, decodeBlock } from './archive/block.ts'

/** A result's row, from its table or from an archive. */
export type ResultRow = ArchivedResult & { execution_id: number }

/**
 * Reads rows of executions that may be archived or restored during the read, and retries if that happened.
 * `read` receives the archived executions and the times of their archiving: their rows in `result` and
 * `attempt` are obsolete.
 */
export async function readUnmoved<T>(
  store: Store,
  executionIds: number[],
  read: (archived: ReadonlyMap<number, number>) => Promise<T>,
): Promise<T> {
  for (;;) {
    const before = await readMarks(store, executionIds)
    const given = await read(before.archived)
    if ((await readMarks(store, executionIds)).mark === before.mark) return given
  }
}

async function readMarks(store: Store, executionIds: number[]) {
  const rows = await store.lookup
    .selectFrom('execution')
    .select(['id', 'revision', 'archived_at'])
    .where(isOneOf(store.dialect, 'id', executionIds))
    .orderBy('id')
    .execute()
  return {
    archived: new Map(
      rows.flatMap((row): [number, number][] =>
        row.archived_at === null ? [] : [[row.id, row.archived_at]],
      ),
    ),
    mark: rows.map((row) => `${row.id}/${row.revision}/${row.archived_at}`).join(),
  }
}

/**
 * All results and attempts of an archived execution in the order of their tables' keys, including superseded
 * ones with their negative verdict; null if it is not archived. Throws `ArchiveDamaged` with the name of the
 * execution.
 */
export const readArchive = (store: Store, executionId: number): Promise<ArchiveBlock | null> =>
  readUnmoved(store, [executionId], async (archived) =>
    archived.has(executionId) ? readAllBlocks(store.read, executionId) : null,
  )

/** The same within a transaction, for an execution that is known to be archived. */
export async function readAllBlocks(db: Db, executionId: number): Promise<ArchiveBlock> {
  const all: ArchiveBlock = { results: [], attempts: [] }
  for (let number = 0; ; number++) {
    const block = await readBlock(db, executionId, number)
    if (!block) return all
    for (const row of block.results) all.results.push(row)
    for (const row of block.attempts) all.attempts.push(row)
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

/** The number of the block in which the results after a place begin; null if no results follow it. */
export async function blockAfter(
  db: Db,
  executionId: number,
  after: readonly [testId: number, part: number] | null,
): Promise<number | null> {
  const row = await db
    .selectFrom('archive')
    .select('number')
    .where('execution_id', '=', executionId)
    // Clamped to the column's range: a forged cursor may exceed it, and Postgres would reject the query.
    .where('last_test_id', '>=', Math.max(-1, Math.min(after?.[0] ?? 0, 2_147_483_647)))
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  return row?.number ?? null
}

/**
 * The rows of `result` that these executions have for these tests, in no order, including superseded ones
 * with their negative verdict. Reads archived executions from the blocks that contain any of the tests.
 */
export const readResultRows = (
  store: Store,
  executionIds: number[],
  testIds: number[],
): Promise<ResultRow[]> =>
  executionIds.length === 0 || testIds.length === 0
    ? Promise.resolve([])
    : readUnmoved(store, executionIds, (archived) =>
        readRows(store.read, store.dialect, { executionIds, archived: archived.keys(), testIds }),
      )

interface Wanted {
  executionIds: number[]
  archived: Iterable<number>
  testIds: number[]
}

async function readRows(db: Db, dialect: Dialect, wanted: Wanted): Promise<ResultRow[]> {
  const { testIds } = wanted
  const archived = new Set(wanted.archived)
  const live = wanted.executionIds.filter((id) => !archived.has(id))
  const rows: ResultRow[] =
    live.length === 0
      ? []
      : await db
          .selectFrom('result')
          .selectAll()
          .where(isOneOf(dialect, 'execution_id', live))
          .where(isOneOf(dialect, 'test_id', testIds))
          .execute()
  for (const row of await readArchivedResults(db, [...archived], testIds)) rows.push(row)
  return rows
}

/** Result rows of archived executions: of these tests, or of all. */
export async function readArchivedResults(
  db: Db,
  executionIds: number[],
  testIds: number[] | null,
): Promise<ResultRow[]> {
  const asked = testIds && new Set(testIds)
  let [least, most] = asked ? [Number.POSITIVE_INFINITY, -1] : [0, Number.MAX_SAFE_INTEGER]
  for (const id of asked ?? []) [least, most] = [Math.min(least, id), Math.max(most, id)]
  const rows: ResultRow[] = []
  // One execution at a time: twenty of them at once would be twenty runs in memory.
  for (const executionId of executionIds) {
    const blocks = await db
      .selectFrom('archive')
      .select(['number', 'first_test_id', 'last_test_id'])
      .where('execution_id', '=', executionId)
      .orderBy('number')
      .execute()
    for (const { number, first_test_id, last_test_id } of blocks) {
      if (first_test_id > most || last_test_id < least) continue
      const block = await readBlock(db, executionId, number)
      for (const row of block?.results ?? [])
        if (!asked || asked.has(row.test_id)) rows.push({ execution_id: executionId, ...row })
    }
  }
  return rows
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
