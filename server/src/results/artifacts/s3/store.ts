import { stat } from 'node:fs/promises'
import { type ArtifactStore, isArtifactKey, requireArtifactKey } from '../artifact-store.ts'
import type { OperationLimit } from '../operation-limit.ts'
import { openWithin, readWithin } from '../read-file.ts'
import type { Bucket } from './bucket.ts'
import type { S3Body } from './connection.ts'

const ADDRESS_SECONDS = 60

/**
 * Stores artifacts as objects of a bucket. `limit` is that of the folder from which they come. With `hasAddresses`, others
 * can download them.
 */
export function openS3Store(bucket: Bucket, limit: OperationLimit, hasAddresses: boolean): ArtifactStore {
  return {
    isNear: false,
    async put(key, path, sha256) {
      await bucket.put(requireArtifactKey(key), await bodyOfFile(limit, path, sha256))
    },
    get: async (key, range) => bucket.get(requireArtifactKey(key), range),
    has: async (key) => bucket.sizeOf(requireArtifactKey(key)),
    delete: async (key) => bucket.delete(requireArtifactKey(key)),
    async *list() {
      for await (const { name, storedAt } of bucket.list(''))
        if (isArtifactKey(name)) yield { key: name, storedAt }
    },
    ...(hasAddresses && {
      addressOf: (key: string, answer: { type: string; disposition: string }) =>
        bucket.presign(requireArtifactKey(key), { ...answer, seconds: ADDRESS_SECONDS }),
    }),
  }
}

/** A local file as the content of an object. */
export async function bodyOfFile(limit: OperationLimit, path: string, sha256: string): Promise<S3Body> {
  const { size } = await limit.run(() => stat(path))
  return {
    sizeBytes: size,
    sha256,
    open: async () => readWithin(limit, await openWithin(limit, path, 'r')),
  }
}
