import { type Db, type Dialect, forUpdate, insertColumns, isOneOf } from '../store/portable.ts'

/** Which artifacts go, and what is left of them. */
export interface Release {
  dialect: Dialect
  /** Internal ids, as many as a transaction should hold. */
  executionIds: number[]
  /** Milliseconds since the epoch. */
  now: number
  /** Keeps the rows as left out, with this sentence as the reason; absent: the rows are deleted. */
  reason?: string
}

/**
 * Lets go of the artifacts of executions, within the caller's transaction. Files that no other execution of the
 * organization refers to are noted and removed after the commit, by `removeGarbage`. Returns how many rows were touched.
 */
export async function releaseArtifacts(
  db: Db,
  { dialect, executionIds, now, reason }: Release,
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
  await releaseFiles(db, dialect, fileIds, now)
  return Number('numDeletedRows' in touched ? touched.numDeletedRows : touched.numUpdatedRows)
}

/** Deletes the rows of files that no artifact refers to, and notes their keys for removal. */
export async function releaseFiles(db: Db, dialect: Dialect, fileIds: number[], now: number): Promise<void> {
  if (fileIds.length === 0) return
  // Held first: an upload that is about to refer to one waits, and finds it gone.
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
