import { sql } from 'kysely'
import { newId } from '../../ground/kernel/id.ts'
import { type Db, type Dialect, forUpdate, insertColumns, isOneOf } from '../../ground/store/portable.ts'
import type { JournalPart } from './find-part.ts'

/** A file by its checksum and size. */
export interface WantedFile {
  sha256: string
  sizeBytes: number
}

export interface NamedFile {
  id: number
  /** True if the project already has the file, so that it need not be sent. */
  isStored: boolean
}

interface Interning {
  organizationId: number
  part: JournalPart
  /** Ids of stored files that are missing in this server's store. */
  lost: Set<number>
  now: number
}

export const contentNameOf = ({ sha256, sizeBytes }: WantedFile) => `${sha256}/${sizeBytes}`

/**
 * The organization's files of these names; creates absent ones. A file that only another project has must be
 * sent again: a known checksum must not reveal what a key may not see, nor that it exists.
 */
export async function internFiles(
  db: Db,
  dialect: Dialect,
  wanted: WantedFile[],
  { organizationId, part, lost, now }: Interning,
): Promise<Map<string, NamedFile>> {
  const names = new Map(wanted.map((one) => [contentNameOf(one), one]))
  if (names.size === 0) return new Map()
  const all = [...names.values()]
  await insertColumns(
    db,
    dialect,
    'artifact_file',
    {
      organization_id: organizationId,
      created_at: now,
      sha256: all.map((one) => one.sha256),
      size_bytes: all.map((one) => one.sizeBytes),
      key: all.map((one) => `${one.sha256.slice(0, 2)}/${one.sha256.slice(2)}.${newId(now)}`),
    },
    'on conflict (organization_id, sha256, size_bytes) do nothing',
  )
  // Locked until the rows that refer to them are written, so that they do not count as unused.
  const rows = await db
    .selectFrom('artifact_file')
    .select(['id', 'sha256', 'size_bytes'])
    .where('organization_id', '=', organizationId)
    .where(
      isOneOf(
        dialect,
        'sha256',
        all.map((one) => one.sha256),
      ),
    )
    .orderBy('id')
    .$call(forUpdate(dialect))
    .execute()
  const ids = rows.map((row) => row.id)
  const stored = await db
    .selectFrom('artifact_file')
    .select('id')
    .where(isOneOf(dialect, 'id', ids))
    .where(isIn(part.projectId))
    .execute()
  const had = new Set(stored.map((row) => row.id))
  return new Map(
    rows.map((row) => [
      contentNameOf({ sha256: row.sha256, sizeBytes: row.size_bytes }),
      { id: row.id, isStored: had.has(row.id) && !lost.has(row.id) },
    ]),
  )
}

/** How many artifacts with a file are looked at: a project that has none of the newest sends it again. */
const MOST_LOOKED_AT = 200

/** True for a file that the project has according to the newest artifacts: any number of runs may have the same one. */
const isIn = (projectId: number) => sql<boolean>`exists (
  select 1 from (
    select state, execution_id from artifact where artifact.file_id = artifact_file.id
    order by artifact.id desc limit ${sql.lit(MOST_LOOKED_AT)}
  ) as newest join execution on execution.id = newest.execution_id
  where newest.state = 'stored' and execution.project_id = ${projectId})`
