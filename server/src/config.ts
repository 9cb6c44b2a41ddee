import { z } from 'zod'
import type { MessageRetention } from './bus/message-retention.ts'
import type { FirstKey } from './identity/bootstrap.ts'
import { DURATION_FORM, parseDuration } from './kernel/duration.ts'
import { GITHUB_ISSUER, readIssuerAddress } from './kernel/issuer-address.ts'
import type { RateLimitConfig } from './rest/rate-limit.ts'
import { DEFAULT_RETENTION, type RetentionDays } from './retention/policy.ts'
import { DEFAULT_CONNECTIONS, LEAST_CONNECTIONS } from './store/connection-shares.ts'
import type { StoreAddress } from './store/open.ts'

const MIB = 1024 * 1024
/** Requests of one address without a valid credential, a minute. */
const FAILURES_PER_MINUTE = 30
/** With Postgres, where a balancer may stand before several servers: two of its checks, as most are set. */
const DRAIN_WAIT_MS = 5_000
/** Wrong passwords for one account before the next attempt must wait. */
const WRONG_PASSWORDS = 10

/** The environment's settings, resolved once. */
export interface Config {
  /** 0: any free port. */
  port: number
  host: string
  store: StoreAddress
  /** Address of the Postgres over which replicas notify each other; null for a single process. */
  wake: string | null
  /** The server's public address, without a slash at the end; null: the address it listens on. */
  baseUrl: string | null
  /** The rights of the first key. */
  firstKey: FirstKey
  /** A part without a sign of life for this long is lost. */
  incompleteAfterMs: number
  /** An execution settles after this much quiet. */
  settleAfterMs: number
  rateLimits: RateLimitConfig
  /** Limits of request bodies. */
  uploads: {
    /** Of one credential at a time; 0 means no limit. */
    atOnce: number
    /** All together. */
    memoryBytes: number
    /** How long a request waits for room. */
    waitMs: number
  }
  artifacts: {
    /** The location of artifacts, one folder for all. */
    folder: string
    /** True if all servers of the database have this folder. */
    shared: boolean
    /** One artifact. */
    fileBytes: number
    /** Artifacts of one execution. */
    executionFiles: number
    /** All artifacts of one execution together. */
    executionBytes: number
    /** Downloads of one credential at a time. */
    downloads: number
  }
  /** The retention periods of organizations without their own. */
  retention: RetentionDays
  webhooks: {
    /** True if receivers may be on this machine and in its network, and use http. */
    allowPrivate: boolean
  }
  oidc: {
    /** The trusted issuers of workflows' tokens, in normalized spelling; the server contacts no others. */
    issuers: string[]
  }
  /** The model that makes vectors of documents for searches; null: searches compare words only. */
  embeddings: { url: string; model: string; key: string | null } | { folder: string; model: string } | null
  /** Who may create organizations over HTTP: any person, an admin of some organization, or nobody. */
  organizations: 'open' | 'admins' | 'closed'
  /**
   * On SIGTERM: how long the server still accepts requests while `/readyz` fails, so that balancers notice.
   */
  drainWaitMs: number
  /** Streams of messages that one credential, and one organization, may keep open; 0 means no limit. */
  busStreams: { credential: number; organization: number }
  /** Encrypts the signing keys of agents; null: see `bus/open-signer.ts`. */
  secret: string | null
  bus: {
    /** Unread messages of one agent. */
    inboxMessages: number
    retention: MessageRetention
  }
  /** True to start with an empty database beside artifacts, or the write-ahead log, of another. */
  startsEmpty: boolean
  /** False: the server has an API and no pages. */
  hasDashboard: boolean
  /** Archives of packages that the server has offered. */
  packagesFolder: string
  /** The number of trusted proxies in front of the server that write X-Forwarded-For. */
  proxies: number
}

const count = (fallback: number, max: number, rule: string) =>
  z
    .string()
    .regex(/^\d{1,15}$/, rule)
    .transform(Number)
    .refine((value) => value <= max, rule)
    .default(fallback)

const duration = (fallbackMs: number) =>
  z
    .string()
    .transform(parseDuration)
    .refine((ms) => ms !== null && ms > 0, `must be ${DURATION_FORM}`)
    .transform(Number)
    .default(fallbackMs)

/** At most an hour: a supervisor kills a server that stops more slowly than a fraction of it. */
const wait = () =>
  z
    .string()
    .transform(parseDuration)
    .refine((ms) => ms !== null && ms <= 3_600_000, `must be ${DURATION_FORM}, at most 1h; 0s for none`)
    .transform(Number)
    .optional()

const perMinute = (fallback: number) =>
  count(fallback, Number.MAX_SAFE_INTEGER, 'must be a whole number per minute, or 0 for no limit')

/** Whole days; null for ever. */
const days = (fallback: number | null) =>
  z
    .string()
    .regex(/^([1-9]\d{0,4}d|forever)$/, 'must be a number of days such as 30d, or forever')
    .transform((text) => (text === 'forever' ? null : Number.parseInt(text, 10)))
    .default(fallback)

/** Addresses separated by commas or spaces; `none` is an empty list. */
const issuers = z
  .string()
  .transform((text, check) => {
    if (text === 'none') return []
    const all = text
      .split(/[\s,]+/)
      .filter((each) => each !== '')
      .map(readIssuerAddress)
    const good = all.filter((each) => each !== null)
    if (good.length < all.length || good.length === 0)
      check.addIssue(
        'must be the https addresses of issuers, separated by commas and without names, passwords and queries, or none. An issuer on this machine (127.0.0.1, [::1], localhost) may have http',
      )
    return [...new Set(good)]
  })
  .default([GITHUB_ISSUER])

const bytes = (fallback: number) =>
  count(fallback, Number.MAX_SAFE_INTEGER, 'must be a whole number of bytes')

const CONNECTIONS_RULE = `must be the number of connections to Postgres this server may have, ${LEAST_CONNECTIONS} to 1000`

const postgresAddress = z
  .url({
    protocol: /^postgres(ql)?$/,
    error: 'must be the address of a Postgres database: postgres://user:password@host:5432/name',
  })
  .optional()

const Environment = z.object({
  SVC_PORT: count(4700, 65_535, 'must be a port from 1 to 65535, or 0 for any free one'),
  SVC_HOST: z.string().default('127.0.0.1'),
  SVC_DATA: z.string().default('.svc-data'),
  DATABASE_URL: postgresAddress,
  SVC_DATABASE_CONNECTIONS: count(DEFAULT_CONNECTIONS, 1_000, CONNECTIONS_RULE).refine(
    (most) => most >= LEAST_CONNECTIONS,
    CONNECTIONS_RULE,
  ),
  SVC_WAKE_URL: postgresAddress,
  SVC_BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be the address people use, such as https://tests.example.com' })
    .optional(),
  SVC_FIRST_KEY: z
    .enum(
      ['ci', 'admin'],
      'must be ci for a first key that sends and reads results, or admin for a key with all rights',
    )
    .default('ci'),
  SVC_INCOMPLETE_AFTER: duration(15 * 60_000),
  SVC_SETTLE_AFTER: duration(60_000),
  SVC_RATE_READ: perMinute(100),
  SVC_RATE_WRITE: perMinute(10),
  SVC_RATE_SIGN_IN: perMinute(20),
  SVC_RATE_INGEST_BYTES: perMinute(512 * MIB),
  SVC_UPLOADS_AT_ONCE: count(
    16,
    10_000,
    'must be the number of bodies a credential may send at once, or 0 for no limit',
  ),
  SVC_UPLOAD_MEMORY: bytes(128 * MIB),
  // Longer than storing a large upload takes, shorter than reporters wait for an answer.
  SVC_UPLOAD_WAIT: z
    .string()
    .transform((text) => (text === '0' ? 0 : parseDuration(text)))
    .refine(
      (ms) => ms !== null && ms <= 60_000,
      `must be at most a minute: ${DURATION_FORM}; or 0 for no wait`,
    )
    .transform(Number)
    .default(5_000),
  SVC_ARTIFACTS_FOLDER: z.string().optional(),
  SVC_ARTIFACTS_SHARED: z
    .enum(
      ['0', '1'],
      'must be 1 if all servers of the database have the same SVC_ARTIFACTS_FOLDER, otherwise 0',
    )
    .default('0'),
  SVC_ARTIFACT_BYTES: bytes(50 * MIB),
  SVC_EXECUTION_ARTIFACTS: count(
    500,
    100_000,
    'must be the number of artifacts an execution may have, 0 to 100000',
  ),
  SVC_EXECUTION_ARTIFACT_BYTES: bytes(1024 * MIB),
  SVC_ARTIFACT_DOWNLOADS: count(
    8,
    10_000,
    'must be the number of artifacts a credential may download at once, or 0 for no limit',
  ),
  SVC_ARCHIVE_AFTER: days(DEFAULT_RETENTION.archiveAfterDays),
  SVC_KEEP_PASSING_DETAIL: days(DEFAULT_RETENTION.passingDetailDays),
  SVC_KEEP_FAILING_DETAIL: days(DEFAULT_RETENTION.failingDetailDays),
  SVC_KEEP_PASSING_ARTIFACTS: days(DEFAULT_RETENTION.passingArtifactDays),
  SVC_KEEP_FAILING_ARTIFACTS: days(DEFAULT_RETENTION.failingArtifactDays),
  SVC_KEEP_EXECUTIONS: days(DEFAULT_RETENTION.executionDays),
  SVC_KEEP_AUDIT: days(DEFAULT_RETENTION.auditDays),
  SVC_KEEP_READ_MESSAGES: days(30),
  SVC_KEEP_DELIVERED_MESSAGES: days(90),
  SVC_KEEP_PENDING_MESSAGES: days(180),
  SVC_WEBHOOKS_PRIVATE: z
    .enum(['0', '1'], 'must be 1 to let webhooks reach addresses that are not on the internet, otherwise 0')
    .default('0'),
  SVC_EMBEDDINGS_URL: z
    .url({
      protocol: /^https?$/,
      error: 'takes the address of an OpenAI-compatible API, such as http://localhost:11434/v1',
    })
    .optional(),
  SVC_EMBEDDINGS_MODEL: z.string().max(200, 'takes the name of a model').optional(),
  SVC_EMBEDDINGS_KEY: z.string().optional(),
  SVC_EMBEDDINGS_PATH: z.string().optional(),
  SVC_OIDC_ISSUERS: issuers,
  SVC_ORGANIZATIONS: z
    .enum(
      ['open', 'admins', 'closed'],
      'must be open, admins or closed: any person, an admin of an organization, or only the operator creates organizations',
    )
    .default('admins'),
  SVC_BUS_STREAMS: count(
    100,
    100_000,
    'must be the number of streams of messages a credential may keep open, or 0 for no limit',
  ),
  SVC_BUS_STREAMS_ORGANIZATION: count(
    2_000,
    100_000,
    'must be the number of streams of messages an organization may keep open, or 0 for no limit',
  ),
  SVC_SECRET: z
    .string()
    .min(32, 'must have at least 32 random characters, such as those of openssl rand -hex 32')
    .optional(),
  SVC_INBOX_MESSAGES: count(
    10_000,
    1_000_000,
    'must be the number of unread messages an agent may have, 1 to 1000000',
  ).refine((most) => most >= 1, 'must be the number of unread messages an agent may have, 1 to 1000000'),
  SVC_DRAIN_WAIT: wait(),
  SVC_START_EMPTY: z
    .enum(['0', '1'], 'must be 1 to start with an empty database next to data of another, otherwise 0')
    .default('0'),
  SVC_DASHBOARD: z.enum(['0', '1'], 'must be 0 for a server without pages, otherwise 1').default('1'),
  SVC_TRUST_PROXY: count(0, 10, 'must be the number of proxies in front of the server, 0 to 10'),
})

/** Variables have invalid values; the message lists each with the values it accepts. */
export class ConfigError extends Error {}

/** Reads the environment. An empty variable counts as unset. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== '')
  const result = Environment.safeParse(
    Object.fromEntries(given.map(([name, value]) => [name, value?.trim()])),
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
  return {
    port: env.SVC_PORT,
    host: env.SVC_HOST,
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
      shared: env.SVC_ARTIFACTS_SHARED === '1',
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
    },
    startsEmpty: env.SVC_START_EMPTY === '1',
    hasDashboard: env.SVC_DASHBOARD === '1',
    packagesFolder: `${env.SVC_DATA}/packages`,
    proxies: env.SVC_TRUST_PROXY,
  }
}

function readEmbeddings(env: z.output<typeof Environment>): Config['embeddings'] {
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
