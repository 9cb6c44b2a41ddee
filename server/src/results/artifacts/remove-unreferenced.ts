import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import type { ArtifactStore } from './artifact-store.ts'
import type { Artifacts } from './open.ts'

/** An upload without progress for this long starts again, milliseconds. */
const UPLOAD_KEPT_MS = 7 * 86_400_000

/** Removes unreferenced files and abandoned uploads. */
export async function removeUnreferenced(store: Store, artifacts: Artifacts, now: number): Promise<void> {
  while ((await removeGarbage(store, artifacts.files)) > 0);
  await artifacts.incoming.removeOlder(now - UPLOAD_KEPT_MS)
}

const BATCH = 500

/** Removes unreferenced files, oldest first. Returns how many. */
async function removeGarbage(store: Store, files: ArtifactStore): Promise<number> {
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
