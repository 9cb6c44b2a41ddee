import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import type { Artifacts } from './open.ts'

/**
 * Longer than the time between the arrival of a file and of its row in any database, milliseconds.
 */
const ORPHAN_AFTER_MS = 86_400_000
const BATCH = 500

/**
 * Removes files without a row, such as those left by a kill between the two. It reads the names of
 * all files, so run it once a day. Returns how many it removed.
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
