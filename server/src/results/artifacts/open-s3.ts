import type { Clock } from '../../ground/kernel/clock.ts'
import { openArtifactFolder } from './folder.ts'
import type { ArtifactLimits } from './limits.ts'
import { type ArtifactPlace, type Artifacts, checkFolder } from './open.ts'
import { MARKS, type ReplicaMarks } from './replica-marks.ts'
import { type Bucket, bodyOf, openBucket } from './s3/bucket.ts'
import { readText, S3Refusal } from './s3/connection.ts'
import { openPieces } from './s3/pieces.ts'
import { openS3Store } from './s3/store.ts'
import { describeS3, type S3Address, type S3Credentials } from './s3-address.ts'

const ELSEWHERE = 'It is in another region: correct region= or endpoint= in the address.'

const ADVICE: Record<string, string> = {
  NoSuchBucket: 'It does not exist: create it, or correct its name.',
  InvalidAccessKeyId: 'The server does not know AWS_ACCESS_KEY_ID: correct it.',
  SignatureDoesNotMatch:
    'AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID, or the region is wrong.',
  AccessDenied:
    'The key may not use it: allow s3:ListBucket on the bucket, and s3:GetObject, s3:PutObject and s3:DeleteObject on its objects.',
  AuthorizationHeaderMalformed: 'The region is wrong: correct region= in the address.',
  PermanentRedirect: ELSEWHERE,
  RequestTimeTooSkewed: 'The clocks of this machine and of the server differ: correct them.',
  ExpiredToken: 'AWS_SESSION_TOKEN has expired: use a key that does not expire.',
  InvalidToken: 'AWS_SESSION_TOKEN does not belong to the key: correct it, or unset it.',
}

const UNREACHABLE = 'Its server does not answer: check endpoint= in the address, and the network.'

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

/** One line that names the bucket, its problem, and what to do. `error` is what a check of the bucket threw. */
function whyNotUsable(bucket: string, error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  const said = cause instanceof Error ? cause.message || cause.name : String(cause)
  const advice = cause instanceof S3Refusal ? adviceFor(cause) : UNREACHABLE
  return `The bucket of SVC_ARTIFACTS_URL (${bucket}) cannot be used. ${advice} The server said: ${said}`
}

const adviceFor = ({ code, status }: S3Refusal): string =>
  ADVICE[code] ?? (status < 400 ? ELSEWHERE : 'Check that the endpoint speaks S3.')
