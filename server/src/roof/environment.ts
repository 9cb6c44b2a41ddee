import { z } from 'zod'
import { DURATION_FORM, parseDuration } from '../ground/kernel/duration.ts'
import { GITHUB_ISSUER, readIssuerAddress } from '../ground/kernel/issuer-address.ts'
import { DEFAULT_CONNECTIONS, LEAST_CONNECTIONS } from '../ground/store/connection-shares.ts'
import { readS3Address, S3_ADDRESS_RULE } from '../results/artifacts/s3-address.ts'
import { DEFAULT_RETENTION } from '../upkeep/retention/periods.ts'

const MIB = 1024 * 1024

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

/** At most an hour, because supervisors kill a server that stops more slowly than a fraction of that. */
const wait = () =>
  z
    .string()
    .transform(parseDuration)
    .refine((ms) => ms !== null && ms <= 3_600_000, `must be ${DURATION_FORM}, at most 1h; 0s for none`)
    .transform(Number)
    .optional()

const perMinute = (fallback: number) =>
  count(fallback, Number.MAX_SAFE_INTEGER, 'must be a whole number per minute, or 0 for no limit')

/** Whole days; null for no limit. */
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

const ORIGIN_RULE =
  'must be an origin with a host name of its own, such as https://svc-artifacts.example.com, without a path'

const CONNECTIONS_RULE = `must be the number of connections to Postgres this server may have, ${LEAST_CONNECTIONS} to 1000`

const postgresAddress = z
  .url({
    protocol: /^postgres(ql)?$/,
    error: 'must be the address of a Postgres database: postgres://user:password@host:5432/name',
  })
  .optional()

const WAKE_RULE =
  'must be the address of a Postgres database, postgres://user:password@host:5432/name, or of NATS, nats://host:4222 or tls://host:4222, several of one cluster separated by commas'

const wakeAddress = z.union(
  [
    z.url({ protocol: /^postgres(ql)?$/ }),
    z
      .string()
      .refine((text) =>
        text
          .split(',')
          .every((address) => z.url({ protocol: /^(nats|tls)$/, hostname: /./ }).safeParse(address).success),
      ),
  ],
  WAKE_RULE,
)

/** The variables that the server reads, with their defaults and the values they accept. */
export const Environment = z.object({
  SVC_PORT: count(4700, 65_535, 'must be a port from 1 to 65535, or 0 for any free one'),
  SVC_HOST: z.string().default('127.0.0.1'),
  SVC_METRICS_PORT: count(0, 65_535, 'must be a port from 1 to 65535, or 0 for no metrics'),
  SVC_METRICS_HOST: z.string().optional(),
  SVC_DATA: z.string().default('.svc-data'),
  DATABASE_URL: postgresAddress,
  SVC_DATABASE_CONNECTIONS: count(DEFAULT_CONNECTIONS, 1_000, CONNECTIONS_RULE).refine(
    (most) => most >= LEAST_CONNECTIONS,
    CONNECTIONS_RULE,
  ),
  SVC_WAKE_URL: wakeAddress.optional(),
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
  // Longer than storing a large upload takes, and shorter than reporters wait for an answer.
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
  SVC_ARTIFACTS_URL: z
    .string()
    .transform((text, check) => {
      const address = readS3Address(text)
      if (address === null) check.addIssue(S3_ADDRESS_RULE)
      return address ?? z.NEVER
    })
    .optional(),
  SVC_ARTIFACTS_REDIRECT: z
    .enum(['0', '1'], 'must be 1 to let programs download artifacts from the bucket itself, otherwise 0')
    .default('0'),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  SVC_ARTIFACTS_SHARED: z
    .enum(
      ['0', '1'],
      'must be 1 if all servers of the database have the same SVC_ARTIFACTS_FOLDER, otherwise 0',
    )
    .default('0'),
  SVC_ARTIFACTS_ORIGIN: z
    .url({ protocol: /^https?$/, error: ORIGIN_RULE })
    .refine(
      (address) => URL.canParse(address) && `${new URL(address).origin}/` === new URL(address).href,
      ORIGIN_RULE,
    )
    .transform((address) => new URL(address).origin)
    .optional(),
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
  SVC_ARCHIVE_SILENT_AGENTS: days(30),
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

export type Environment = z.output<typeof Environment>
