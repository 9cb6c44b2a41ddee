import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { artifactStoreContract } from '../../testing/artifact-store-contract.ts'
import type { ArtifactStore } from './artifact-store.ts'
import { openDiskStore } from './disk-store.ts'
import { openArtifactFolder } from './folder.ts'

/** Objects in memory, with no more than a store of objects over HTTP offers: whole puts, ranged gets, heads, lists. */
const openMemoryStore = (): ArtifactStore => {
  const objects = new Map<string, { bytes: Buffer; storedAt: number }>()
  return {
    isNear: true,
    async put(key, path) {
      objects.set(key, { bytes: await readFile(path), storedAt: Date.now() })
    },
    async get(key, range) {
      const bytes = objects.get(key)?.bytes
      if (!bytes) return null
      return Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes], {
        objectMode: false,
      })
    },
    has: async (key) => objects.get(key)?.bytes.length ?? null,
    async delete(key) {
      objects.delete(key)
    },
    async *list() {
      for (const [key, { storedAt }] of objects) yield { key, storedAt }
    },
  }
}

artifactStoreContract('on disk', (folder) => openDiskStore(openArtifactFolder(folder)))
artifactStoreContract('in memory', openMemoryStore)
