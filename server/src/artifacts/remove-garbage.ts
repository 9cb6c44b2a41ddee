import type { Store } from '../store/open.ts'
import { isOneOf } from '../store/portable.ts'
import type { ArtifactStore } from './artifact-store.ts'

const BATCH = 500

/** Removes unreferenced files, oldest first. Returns how many. */
export async function removeGarbage(store: Store, files: ArtifactStore): Promise<number> {
  const rows = await store.read
    .selectFrom('artifact_garbage')
    .select('key')
    .orderBy('released_at')
    .limit(BATCH)
    .execute()
  if (rows.length === 0) return 0
  const keys = rows.map((row) => row.key)
  // A kill in between leaves the queue intact, and removing an absent file does nothing.
  for (const key of keys) await files.delete(key)
  await store.write((db) =>
    db
      .deleteFrom('artifact_garbage')
      .where(isOneOf(store.dialect, 'key', keys))
      .execute(),
  )
  return keys.length
}
