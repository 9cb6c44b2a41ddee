import type { Clock } from '../../ground/kernel/clock.ts'
import { openArtifactFolder } from './folder.ts'
import type { ArtifactLimits } from './limits.ts'
import { type ArtifactPlace, type Artifacts, checkFolder } from './open.ts'
import { MARKS, type ReplicaMarks } from './replica-marks.ts'
import { type Bucket, bodyOf, openBucket } from './s3/bucket.ts'
import { readText } from './s3/connection.ts'
import { openPieces } from './s3/pieces.ts'
import { openS3Store } from './s3/store.ts'
import { whyNotUsable } from './s3/why-not-usable.ts'
import { describeS3, type S3Address, type S3Credentials } from './s3-address.ts'

interface S3Artifacts {
  address: S3Address
  credentials: S3Credentials
  limits: ArtifactLimits
  /** The folder of this machine for uploads on their way. */
  path: string
  /** True to have addresses from which programs download. */
  redirects: boolean
  clock: Clock
}

/** The bucket does not work; the message says what to do. */
export class BucketNotUsable extends Error {}

/** Artifacts in a bucket, after a first write to it. Throws `BucketNotUsable`. */
export async function openS3Artifacts(parts: S3Artifacts): Promise<Artifacts> {
  const { path, limits, redirects, ...connection } = parts
  const folder = openArtifactFolder(path)
  const bucket = openBucket(connection)
  const name = describeS3(connection.address)
  await bucket.check(true).catch((cause: unknown) => {
    throw new BucketNotUsable(whyNotUsable(name, cause), { cause })
  })
  return {
    folder,
    files: openS3Store(bucket, folder.limit, redirects),
    incoming: openPieces(folder, bucket),
    limits,
    place: { kind: 'bucket', name, marks: marksIn(bucket), owner: ownerOf(bucket) },
    async check(isToWrite) {
      await Promise.all([checkFolder(folder, isToWrite), bucket.check(isToWrite)])
    },
  }
}

function marksIn(bucket: Bucket): ReplicaMarks {
  const nameOf = (id: string) => `${MARKS}/${id}`
  return {
    async list() {
      const ids: string[] = []
      for await (const { name } of bucket.list(`${MARKS}/`)) ids.push(name.slice(MARKS.length + 1))
      return ids
    },
    leave: (id) => bucket.put(nameOf(id), bodyOf('')),
    has: async (id) => (await bucket.sizeOf(nameOf(id))) !== null,
    remove: (id) => bucket.delete(nameOf(id)),
  }
}

const OWNER = '.svc-database'

const ownerOf = (bucket: Bucket): NonNullable<ArtifactPlace['owner']> => ({
  async read() {
    const bytes = await bucket.get(OWNER)
    return bytes && (await readText(bytes))
  },
  write: (id) => bucket.put(OWNER, bodyOf(id)),
})
