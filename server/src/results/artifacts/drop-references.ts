import { type Db, type Dialect, forUpdate, insertColumns, isOneOf } from '../../ground/store/portable.ts'

/** The executions whose artifacts go, and the state of the artifacts' rows afterwards. */
export interface Dropped {
  dialect: Dialect
  /** Internal ids, at most as many as a transaction should handle. */
  executionIds: number[]
  /** Milliseconds since the epoch. */
  now: number
  /** Keeps the rows as left out, with this sentence as the reason; if absent, deletes the rows. */
  reason?: string
}

/**
 * Drops the references of executions to their artifacts, within the caller's transaction. Files without a reference from
 * another execution of the organization are queued, and `removeGarbage` removes them after the commit.
 * Returns how many rows changed.
 */
export async function dropReferences(
  db: Db,
  { dialect, executionIds, now, reason }: Dropped,
): Promise<number> {
  const ofThese = isOneOf(dialect, 'execution_id', executionIds)
  const fileIds = (
    await db
      .selectFrom('artifact')
      .select('file_id')
      .distinct()
      .where(ofThese)
      .where('file_id', 'is not', null)
      .execute()
  ).map((row) => row.file_id as number)
  const touched =
    reason === undefined
      ? await db.deleteFrom('artifact').where(ofThese).executeTakeFirst()
      : await db
          .updateTable('artifact')
          .set({ state: 'left', reason, file_id: null })
          .where(ofThese)
          .where('state', '!=', 'left')
          .executeTakeFirst()
  await queueUnreferenced(db, dialect, fileIds, now)
  return Number('numDeletedRows' in touched ? touched.numDeletedRows : touched.numUpdatedRows)
}

/** Deletes the rows of unreferenced files, and queues their keys for removal. */
export async function queueUnreferenced(
  db: Db,
  dialect: Dialect,
  fileIds: number[],
  now: number,
): Promise<void> {
  if (fileIds.length === 0) return
  // Locked first: an upload that is about to refer to a file waits, and then finds it gone.
  await db
    .selectFrom('artifact_file')
    .select('id')
    .where(isOneOf(dialect, 'id', fileIds))
    .orderBy('id')
    .$call(forUpdate(dialect))
    .execute()
  const unused = await db
    .selectFrom('artifact_file')
    .select(['id', 'key'])
    .where(isOneOf(dialect, 'id', fileIds))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('artifact').select('artifact.id').whereRef('artifact.file_id', '=', 'artifact_file.id'),
        ),
      ),
    )
    .execute()
  if (unused.length === 0) return
  await insertColumns(db, dialect, 'artifact_garbage', {
    key: unused.map((row) => row.key),
    released_at: now,
  })
  await db
    .deleteFrom('artifact_file')
    .where(
      isOneOf(
        dialect,
        'id',
        unused.map((row) => row.id),
      ),
    )
    .execute()
}
