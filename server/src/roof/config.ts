import type { MessageRetention } from '../agents/bus/message-retention.ts'
import type { RateLimitConfig } from '../doors/rest/rate-limit.ts'
import type { StoreAddress } from '../ground/store/open.ts'
import type { FirstKey } from '../people/identity/bootstrap.ts'
import { MOST_OBJECT_BYTES, type S3Address, type S3Credentials } from '../results/artifacts/s3-address.ts'
import type { RetentionDays } from '../upkeep/retention/periods.ts'
import { Environment } from './environment.ts'

/** Requests of one address without a valid credential, per minute. */
const FAILURES_PER_MINUTE = 30
/**
 * Used with Postgres, for a load balancer in front of several servers: two of its checks, at the
 * usual interval.
 */
const DRAIN_WAIT_MS = 5_000
/** Wrong passwords for one account before the next attempt must wait. */
const WRONG_PASSWORDS = 10

/** The environment's settings, resolved once. */
export interface Config {
  /** 0 selects any free port. */
  port: number
  host: string
  /** Where Prometheus reads metrics; null: nowhere. */
  metrics: { host: string; port: number } | null
  store: StoreAddress
  /** Address of the Postgres over which replicas notify each other; null for a single process. */
  wake: string | null
  /** The server's public address, without a slash at the end; null: the address it listens on. */
  baseUrl: string | null
  /** The rights of the first key. */
  firstKey: FirstKey
  /** A part without a sign of life for this long counts as lost. */
  incompleteAfterMs: number
  /** An execution settles after this quiet period. */
  settleAfterMs: number
  rateLimits: RateLimitConfig
  /** Limits of request bodies. */
  uploads: {
    /** The limit for one credential at a time; 0 means no limit. */
    atOnce: number
    /** The limit for all bodies together. */
    memoryBytes: number
    /** How long a request waits for free memory. */
    waitMs: number
  }
  artifacts: {
    /** The folder of artifacts; with a bucket, that of uploads on their way. */
    folder: string
    /** The bucket of artifacts; null: the folder. */
    bucket: { address: S3Address; credentials: S3Credentials } | null
    /** True if programs download from the bucket itself. */
    redirects: boolean
    /** True if all servers of the database have this folder, or a bucket. */
    shared: boolean
    /** The origin that shows artifacts and the viewer of traces; null: the server's own. */
    origin: string | null
    /** The maximum size of one artifact. */
    fileBytes: number
    /** The maximum number of artifacts of one execution. */
    executionFiles: number
    /** The maximum size of all artifacts of one execution together. */
    executionBytes: number
    /** The maximum number of concurrent downloads of one credential. */
    downloads: number
  }
  /** The retention periods of organizations without their own. */
  retention: RetentionDays
  webhooks: {
    /** True if webhook receivers may be on this machine and in its network, and use http. */
    allowPrivate: boolean
  }
  oidc: {
    /** The trusted issuers of workflows' tokens, in normalized spelling; the server contacts no others. */
    issuers: string[]
  }
  /** The model that computes vectors of documents for searches; null: searches compare only words. */
  embeddings: { url: string; model: string; key: string | null } | { folder: string; model: string } | null
  /** Who may create organizations over HTTP: any person, an admin of some organization, or nobody. */
  organizations: 'open' | 'admins' | 'closed'
  /**
   * On SIGTERM: how long the server still accepts requests while `/readyz` fails, so that balancers notice.
   */
  drainWaitMs: number
  /** Streams of messages that one credential, and one organization, may keep open; 0 means no limit. */
  busStreams: { credential: number; organization: number }
  /** The secret that encrypts the signing keys of agents; null: see `bus/open-signer.ts`. */
  secret: string | null
  bus: {
    /** The maximum number of unread messages of one agent. */
    inboxMessages: number
    retention: MessageRetention
    /** Agents that are silent for so many days are archived; null: none. */
    silentDays: number | null
  }
  /**
   * True to start with an empty database although artifacts, or the write-ahead log, of another one
   * exist.
   */
  startsEmpty: boolean
  /** False if the server offers only the API, without pages. */
  hasDashboard: boolean
  /** The number of trusted proxies in front of the server that write X-Forwarded-For. */
  proxies: number
}

/** Variables have invalid values; the message lists each with the values it accepts. */
export class ConfigError extends Error {}

/** Reads the environment. An empty variable counts as unset. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== '')
  const result = Environment.safeParse(
    Object.fromEntries(given.map(([name, value]) => [name, value?.trim()])),
    // To compile a parser takes longer than its only use.
    { jitless: true },
  )
  if (!result.success) {
    // The message omits values: DATABASE_URL contains a password.
    throw new ConfigError(
      result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join('\n'),
    )
  }
  const env = result.data
  if (env.SVC_WAKE_URL !== undefined && env.DATABASE_URL === undefined)
    throw new ConfigError('SVC_WAKE_URL requires DATABASE_URL: a server on SQLite has no replicas.')
  if (env.SVC_METRICS_PORT !== 0 && env.SVC_METRICS_PORT === env.SVC_PORT)
    throw new ConfigError('SVC_METRICS_PORT must be another port than SVC_PORT.')
  return {
    port: env.SVC_PORT,
    host: env.SVC_HOST,
    metrics:
      env.SVC_METRICS_PORT === 0
        ? null
        : { host: env.SVC_METRICS_HOST ?? env.SVC_HOST, port: env.SVC_METRICS_PORT },
    store:
      env.DATABASE_URL === undefined
        ? { folder: env.SVC_DATA }
        : { postgres: env.DATABASE_URL, connections: env.SVC_DATABASE_CONNECTIONS },
    wake: env.SVC_WAKE_URL ?? env.DATABASE_URL ?? null,
    baseUrl: env.SVC_BASE_URL?.replace(/(?<!\/)\/+$/, '') ?? null,
    firstKey: env.SVC_FIRST_KEY,
    incompleteAfterMs: env.SVC_INCOMPLETE_AFTER,
    settleAfterMs: env.SVC_SETTLE_AFTER,
    rateLimits: {
      reads: env.SVC_RATE_READ,
      writes: env.SVC_RATE_WRITE,
      ingestBytes: env.SVC_RATE_INGEST_BYTES,
      failures: FAILURES_PER_MINUTE,
      signIns: env.SVC_RATE_SIGN_IN,
      wrongPasswords: WRONG_PASSWORDS,
    },
    uploads: {
      atOnce: env.SVC_UPLOADS_AT_ONCE,
      memoryBytes: env.SVC_UPLOAD_MEMORY,
      waitMs: env.SVC_UPLOAD_WAIT,
    },
    artifacts: {
      folder: env.SVC_ARTIFACTS_FOLDER ?? `${env.SVC_DATA}/artifacts`,
      bucket: readBucket(env),
      redirects: env.SVC_ARTIFACTS_REDIRECT === '1',
      shared: env.SVC_ARTIFACTS_SHARED === '1' || env.SVC_ARTIFACTS_URL !== undefined,
      origin: readArtifactsOrigin(env),
      fileBytes: env.SVC_ARTIFACT_BYTES,
      executionFiles: env.SVC_EXECUTION_ARTIFACTS,
      executionBytes: env.SVC_EXECUTION_ARTIFACT_BYTES,
      downloads: env.SVC_ARTIFACT_DOWNLOADS,
    },
    retention: {
      archiveAfterDays: env.SVC_ARCHIVE_AFTER,
      passingDetailDays: env.SVC_KEEP_PASSING_DETAIL,
      failingDetailDays: env.SVC_KEEP_FAILING_DETAIL,
      passingArtifactDays: env.SVC_KEEP_PASSING_ARTIFACTS,
      failingArtifactDays: env.SVC_KEEP_FAILING_ARTIFACTS,
      executionDays: env.SVC_KEEP_EXECUTIONS,
      auditDays: env.SVC_KEEP_AUDIT,
    },
    webhooks: { allowPrivate: env.SVC_WEBHOOKS_PRIVATE === '1' },
    embeddings: readEmbeddings(env),
    oidc: { issuers: env.SVC_OIDC_ISSUERS },
    organizations: env.SVC_ORGANIZATIONS,
    drainWaitMs: env.SVC_DRAIN_WAIT ?? (env.DATABASE_URL === undefined ? 0 : DRAIN_WAIT_MS),
    busStreams: {
      credential: env.SVC_BUS_STREAMS,
      organization: env.SVC_BUS_STREAMS_ORGANIZATION,
    },
    secret: env.SVC_SECRET ?? null,
    bus: {
      inboxMessages: env.SVC_INBOX_MESSAGES,
      retention: {
        endedDays: env.SVC_KEEP_READ_MESSAGES,
        deliveredDays: env.SVC_KEEP_DELIVERED_MESSAGES,
        pendingDays: env.SVC_KEEP_PENDING_MESSAGES,
      },
      silentDays: env.SVC_ARCHIVE_SILENT_AGENTS,
    },
    startsEmpty: env.SVC_START_EMPTY === '1',
    hasDashboard: env.SVC_DASHBOARD === '1',
    proxies: env.SVC_TRUST_PROXY,
  }
}

function readBucket(env: Environment): Config['artifacts']['bucket'] {
  const { SVC_ARTIFACTS_URL: address, AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = env
  if (address === undefined) {
    if (env.SVC_ARTIFACTS_REDIRECT === '0') return null
    throw new ConfigError('SVC_ARTIFACTS_REDIRECT requires SVC_ARTIFACTS_URL: a folder has no addresses.')
  }
  if (id === undefined || secret === undefined)
    throw new ConfigError(
      'SVC_ARTIFACTS_URL requires AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: the key for the bucket.',
    )
  if (env.SVC_ARTIFACT_BYTES > MOST_OBJECT_BYTES)
    throw new ConfigError(`SVC_ARTIFACT_BYTES must be at most ${MOST_OBJECT_BYTES} with SVC_ARTIFACTS_URL.`)
  const token = env.AWS_SESSION_TOKEN
  return {
    address,
    credentials: { accessKeyId: id, secretAccessKey: secret, ...(token && { sessionToken: token }) },
  }
}

function readArtifactsOrigin({
  SVC_ARTIFACTS_ORIGIN: origin,
  SVC_BASE_URL: own,
}: Environment): string | null {
  if (origin === undefined) return null
  if (own === undefined)
    throw new ConfigError('SVC_ARTIFACTS_ORIGIN requires SVC_BASE_URL: artifacts must not share its cookies.')
  if (new URL(own).protocol === 'https:' && !origin.startsWith('https:'))
    throw new ConfigError('SVC_ARTIFACTS_ORIGIN must begin with https, like SVC_BASE_URL.')
  const [ownName, name] = [own, origin].map((address) => new URL(address).hostname.replace(/\.$/, ''))
  if (ownName === name)
    throw new ConfigError(
      'SVC_ARTIFACTS_ORIGIN must have another host name than SVC_BASE_URL: cookies do not distinguish ports.',
    )
  return origin
}

function readEmbeddings(env: Environment): Config['embeddings'] {
  const { SVC_EMBEDDINGS_URL: url, SVC_EMBEDDINGS_PATH: folder, SVC_EMBEDDINGS_MODEL: model } = env
  if (url !== undefined && folder !== undefined)
    throw new ConfigError('SVC_EMBEDDINGS_URL and SVC_EMBEDDINGS_PATH exclude each other: set one of them.')
  if (folder !== undefined) return { folder, model: model ?? nameOf(folder) }
  if (url === undefined) {
    if (model === undefined && env.SVC_EMBEDDINGS_KEY === undefined) return null
    throw new ConfigError('SVC_EMBEDDINGS_MODEL and SVC_EMBEDDINGS_KEY need SVC_EMBEDDINGS_URL.')
  }
  if (model === undefined)
    throw new ConfigError('SVC_EMBEDDINGS_MODEL is required with SVC_EMBEDDINGS_URL: the name of its model.')
  return { url, model, key: env.SVC_EMBEDDINGS_KEY ?? null }
}

/** The last part of a path. */
const nameOf = (folder: string): string => folder.split(/[/\\]/).findLast((name) => name !== '') ?? folder
