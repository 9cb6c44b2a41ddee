import type { Store } from '../store/open.ts'
import type { Artifacts } from './open.ts'
import { removeGarbage } from './remove-garbage.ts'

/** An upload without progress for this long starts again, milliseconds. */
const UPLOAD_KEPT_MS = 7 * 86_400_000

/** Removes unreferenced files and abandoned uploads. */
export async function removeUnreferenced(store: Store, artifacts: Artifacts, now: number): Promise<void> {
  while ((await removeGarbage(store, artifacts.files)) > 0);
  await artifacts.incoming.removeOlder(now - UPLOAD_KEPT_MS)
}
