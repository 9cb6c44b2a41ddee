/** A bucket of a server that speaks S3, and the names in it that belong to svc. */
export interface S3Address {
  /** Origin of the server, without a slash at the end. */
  endpoint: string
  region: string
  bucket: string
  /** Begins every name; empty or with a slash at the end. */
  prefix: string
}

/** A key for the bucket. */
export interface S3Credentials {
  accessKeyId: string
  secretAccessKey: string
  /** Only temporary credentials have one. */
  sessionToken?: string
}

/** S3 stores at most 5 GiB with one request. */
export const MOST_OBJECT_BYTES = 5 * 1024 ** 3

export const S3_ADDRESS_RULE =
  'must be the address of a bucket, such as s3://bucket/prefix?region=eu-central-1, or s3://bucket/prefix?endpoint=https://s3.example.com for a server that is not Amazon’s. The prefix has letters, digits and . _ - / only'

/** Reads `s3://bucket/prefix?endpoint=…&region=…`; null if it is anything else. */
export function readS3Address(text: string): S3Address | null {
  const [, bucket, path = '', query = ''] = ADDRESS.exec(text) ?? []
  if (bucket === undefined) return null
  const given = new URLSearchParams(query)
  const { endpoint = null, region = null, ...others } = Object.fromEntries(given)
  if (Object.keys(others).length > 0 || given.size !== new Set(given.keys()).size) return null
  const prefix = path.replace(/^\/|\/$/g, '')
  if (prefix.split('/').some((name) => /^\.+$/.test(name))) return null
  const server = endpoint ?? (region && `https://s3.${region}.amazonaws.com`)
  if (!server || !isOrigin(server) || (region !== null && !/^[\w-]+$/.test(region))) return null
  return {
    endpoint: new URL(server).origin,
    // Most other servers accept this one, whatever their own is called.
    region: region ?? 'us-east-1',
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
  }
}

const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w.-]+)*\/?)(?:\?(.*))?$/

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, origin, href } = new URL(text)
  return /^https?:$/.test(protocol) && `${origin}/` === href
}

/** The bucket as people name it. */
export const describeS3 = ({ endpoint, bucket, prefix }: S3Address): string =>
  `s3://${bucket}/${prefix} at ${endpoint}`
