import { join } from 'node:path'
import type { ArtifactStore } from './artifact-store.ts'
import { openDiskStore } from './disk-store.ts'
import { type Incoming, openIncoming } from './incoming.ts'
import type { ArtifactLimits } from './limits.ts'

/** The location of artifacts, and their limits. */
export interface Artifacts {
  files: ArtifactStore
  incoming: Incoming
  limits: ArtifactLimits
}

/** Artifacts below one folder, which is created with the first one. `isShared`: other servers use it too. */
export const openArtifacts = (folder: string, limits: ArtifactLimits, isShared = false): Artifacts => ({
  files: openDiskStore(folder),
  incoming: openIncoming(join(folder, 'incoming'), isShared),
  limits,
})
