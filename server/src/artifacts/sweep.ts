import type { Store } from '../store/open.ts'
import { isOneOf } from '../store/portable.ts'
import type { Artifacts } from './open.ts'
import { removeGarbage } from './remove-garbage.ts'

/** An upload that nobody has gone on with for so long begins anew. */
const UPLOAD_KEPT_MS = 7 * 86_400_000
/** Longer than between a file's arrival and its row's, however slow the database. */
const ORPHAN_AFTER_MS = 86_400_000
const BATCH = 500

/** Removes files that nobody refers to and uploads that nobody goes on with. */
export async function sweepArtifacts(store: Store, artifacts: Artifacts, now: number): Promise<void> {
  while ((await removeGarbage(store, artifacts.files)) > 0);
  await artifacts.incoming.removeOlder(now - UPLOAD_KEPT_MS)
}

/**
 * Removes files without a row: a kill between an arrival and its row leaves one. Walks all files, so it is for once
 * a day. Returns how many were removed.
 */
export async function removeOrphans(store: Store, { files }: Artifacts, now: number): Promise<number> {
  let removed = 0
  let batch: string[] = []
  const check = async () => {
    const rows = await store.read
      .selectFrom('artifact_file')
      .select('key')
      .where(isOneOf(store.dialect, 'key', batch))
      .execute()
    const known = new Set(rows.map((row) => row.key))
    for (const key of batch.filter((one) => !known.has(one))) {
      await files.delete(key)
      removed++
    }
    batch = []
  }
  for await (const { key, storedAt } of files.list()) {
    if (storedAt >= now - ORPHAN_AFTER_MS) continue
    batch.push(key)
    if (batch.length === BATCH) await check()
  }
  if (batch.length > 0) await check()
  return removed
}
