import { tryFolder } from '../../ground/store/try-folder.ts'
import type { ArtifactStore } from './artifact-store.ts'
import { openDiskStore } from './disk-store.ts'
import { type ArtifactFolder, openArtifactFolder } from './folder.ts'
import { type Incoming, openIncoming } from './incoming.ts'
import type { ArtifactLimits } from './limits.ts'
import { marksInFolder, type ReplicaMarks } from './replica-marks.ts'

/** The location of artifacts, and their limits. */
export interface Artifacts {
  /** On this machine; with S3 it has only what uploads need on their way. */
  folder: ArtifactFolder
  files: ArtifactStore
  incoming: Incoming
  limits: ArtifactLimits
  place: ArtifactPlace
  /** Throws unless the place can be read; with `isToWrite`, also unless it can be written. */
  check(isToWrite: boolean): Promise<void>
}

/** Where the artifacts of all replicas are. */
export interface ArtifactPlace {
  kind: 'folder' | 'bucket'
  /** For people. */
  name: string
  marks: ReplicaMarks
  /** The id of the database that keeps its artifacts there; absent for a folder, which belongs to a machine. */
  owner?: { read(): Promise<string | null>; write(id: string): Promise<void> }
}

/** Artifacts below one folder, which is created with the first one. `isShared`: other servers use it too. */
export function openArtifacts(path: string, limits: ArtifactLimits, isShared = false): Artifacts {
  const folder = openArtifactFolder(path)
  return {
    folder,
    files: openDiskStore(folder),
    incoming: openIncoming(folder, isShared),
    limits,
    place: placeOfFolder(path),
    check: (isToWrite) => checkFolder(folder, isToWrite),
  }
}

export const placeOfFolder = (path: string): ArtifactPlace => ({
  kind: 'folder',
  name: path,
  marks: marksInFolder(path),
})

export async function checkFolder(folder: ArtifactFolder, isToWrite: boolean): Promise<void> {
  await folder.requireSame()
  if (isToWrite) await folder.limit.run(() => tryFolder(folder.path))
}
