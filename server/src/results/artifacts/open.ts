import type { ArtifactStore } from './artifact-store.ts'
import { openDiskStore } from './disk-store.ts'
import { type ArtifactFolder, openArtifactFolder } from './folder.ts'
import { type Incoming, openIncoming } from './incoming.ts'
import type { ArtifactLimits } from './limits.ts'

/** The location of artifacts, and their limits. */
export interface Artifacts {
  folder: ArtifactFolder
  files: ArtifactStore
  incoming: Incoming
  limits: ArtifactLimits
}

/** Artifacts below one folder, which is created with the first one. `isShared`: other servers use it too. */
export function openArtifacts(path: string, limits: ArtifactLimits, isShared = false): Artifacts {
  const folder = openArtifactFolder(path)
  return { folder, files: openDiskStore(folder), incoming: openIncoming(folder, isShared), limits }
}
