import { expect, test } from 'vitest'
import { DEFAULT_RETENTION } from '../upkeep/retention/periods.ts'
import { ConfigError, readConfig } from './config.ts'

test('an empty environment is a server of one’s own on this machine', () => {
  expect(readConfig({})).toEqual({
    port: 4700,
    host: '127.0.0.1',
    metrics: null,
    store: { folder: '.svc-data' },
    wake: null,
    baseUrl: null,
    firstKey: 'ci',
    incompleteAfterMs: 900_000,
    settleAfterMs: 60_000,
    rateLimits: {
      reads: 100,
      writes: 10,
      ingestBytes: 536_870_912,
      failures: 30,
      signIns: 20,
      wrongPasswords: 10,
    },
    uploads: { atOnce: 16, memoryBytes: 134_217_728, waitMs: 5_000 },
    artifacts: {
      folder: '.svc-data/artifacts',
      bucket: null,
      redirects: false,
      shared: false,
      origin: null,
      fileBytes: 52_428_800,
      executionFiles: 500,
      executionBytes: 1_073_741_824,
      downloads: 8,
    },
    retention: DEFAULT_RETENTION,
    webhooks: { allowPrivate: false },
    embeddings: null,
    oidc: { issuers: ['https://token.actions.githubusercontent.com'] },
    organizations: 'admins',
    hasDashboard: true,
    busStreams: { credential: 100, organization: 2_000 },
    drainWaitMs: 0,
    secret: null,
    bus: {
      inboxMessages: 10_000,
      retention: { endedDays: 30, deliveredDays: 90, pendingDays: 180 },
      silentDays: 30,
    },
    startsEmpty: false,
    proxies: 0,
  })
  expect(readConfig({ SVC_PORT: '', SVC_HOST: ' ' })).toEqual(readConfig({}))
})

test('every variable is taken', () => {
  expect(
    readConfig({
      SVC_PORT: '0',
      SVC_HOST: '::',
      SVC_DATA: '/data',
      DATABASE_URL: 'postgres://u:p@db/svc',
      SVC_DATABASE_CONNECTIONS: '7',
      SVC_WAKE_URL: 'postgres://u:p@past-the-pooler/svc',
      SVC_BASE_URL: 'https://tests.example.com/',
      SVC_FIRST_KEY: 'admin',
      SVC_INCOMPLETE_AFTER: '2h',
      SVC_SETTLE_AFTER: '90s',
      SVC_RATE_READ: '0',
      SVC_RATE_WRITE: '1000',
      SVC_RATE_INGEST_BYTES: '1',
      SVC_UPLOADS_AT_ONCE: '0',
      SVC_UPLOAD_MEMORY: '5',
      SVC_UPLOAD_WAIT: '0',
      SVC_ARTIFACTS_FOLDER: '/artifacts',
      SVC_ARTIFACTS_SHARED: '1',
      SVC_ARTIFACTS_URL: 's3://bucket/svc?endpoint=http://minio:9000&region=eu',
      SVC_ARTIFACTS_REDIRECT: '1',
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_SESSION_TOKEN: 'token',
      SVC_ARTIFACTS_ORIGIN: 'https://files.example.com/',
      SVC_ARTIFACT_BYTES: '2000000000',
      SVC_EXECUTION_ARTIFACTS: '3',
      SVC_EXECUTION_ARTIFACT_BYTES: '4',
      SVC_ARTIFACT_DOWNLOADS: '0',
      SVC_ARCHIVE_AFTER: '1d',
      SVC_KEEP_PASSING_DETAIL: '2d',
      SVC_KEEP_FAILING_DETAIL: 'forever',
      SVC_KEEP_PASSING_ARTIFACTS: '4d',
      SVC_KEEP_FAILING_ARTIFACTS: '5d',
      SVC_KEEP_EXECUTIONS: '99999d',
      SVC_KEEP_AUDIT: '7d',
      SVC_SECRET: 's'.repeat(32),
      SVC_INBOX_MESSAGES: '7',
      SVC_KEEP_READ_MESSAGES: '1d',
      SVC_KEEP_DELIVERED_MESSAGES: 'forever',
      SVC_KEEP_PENDING_MESSAGES: '3d',
      SVC_ARCHIVE_SILENT_AGENTS: 'forever',
      SVC_WEBHOOKS_PRIVATE: '1',
      SVC_OIDC_ISSUERS:
        'https://GitHub.example.com:443/_services/token/, http://127.0.0.1:8080\nhttp://127.0.0.1:8080/ http://[::1]',
      SVC_ORGANIZATIONS: 'closed',
      SVC_DASHBOARD: '0',
      SVC_DRAIN_WAIT: '2m',
      SVC_START_EMPTY: '1',
      SVC_EMBEDDINGS_URL: 'http://localhost:11434/v1',
      SVC_EMBEDDINGS_MODEL: 'small',
      SVC_EMBEDDINGS_KEY: 'k',
      SVC_TRUST_PROXY: '2',
      SVC_BUS_STREAMS: '7',
      SVC_BUS_STREAMS_ORGANIZATION: '70',
      SVC_METRICS_PORT: '4701',
    }),
  ).toEqual({
    port: 0,
    host: '::',
    metrics: { host: '::', port: 4701 },
    firstKey: 'admin',
    store: { postgres: 'postgres://u:p@db/svc', connections: 7 },
    wake: 'postgres://u:p@past-the-pooler/svc',
    baseUrl: 'https://tests.example.com',
    incompleteAfterMs: 7_200_000,
    settleAfterMs: 90_000,
    rateLimits: { reads: 0, writes: 1_000, ingestBytes: 1, failures: 30, signIns: 20, wrongPasswords: 10 },
    uploads: { atOnce: 0, memoryBytes: 5, waitMs: 0 },
    artifacts: {
      folder: '/artifacts',
      bucket: {
        address: { endpoint: 'http://minio:9000', region: 'eu', bucket: 'bucket', prefix: 'svc/' },
        credentials: { accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 'token' },
      },
      redirects: true,
      shared: true,
      origin: 'https://files.example.com',
      fileBytes: 2_000_000_000,
      executionFiles: 3,
      executionBytes: 4,
      downloads: 0,
    },
    retention: {
      archiveAfterDays: 1,
      passingDetailDays: 2,
      failingDetailDays: null,
      passingArtifactDays: 4,
      failingArtifactDays: 5,
      executionDays: 99_999,
      auditDays: 7,
    },
    webhooks: { allowPrivate: true },
    embeddings: { url: 'http://localhost:11434/v1', model: 'small', key: 'k' },
    oidc: {
      issuers: ['https://github.example.com/_services/token', 'http://127.0.0.1:8080', 'http://[::1]'],
    },
    organizations: 'closed',
    hasDashboard: false,
    busStreams: { credential: 7, organization: 70 },
    drainWaitMs: 120_000,
    secret: 's'.repeat(32),
    bus: {
      inboxMessages: 7,
      retention: { endedDays: 1, deliveredDays: null, pendingDays: 3 },
      silentDays: null,
    },
    startsEmpty: true,
    proxies: 2,
  })
})

test('a server behind a load balancer waits 5 s before it ends, unless configured otherwise', () => {
  const waitOf = (env: Record<string, string>) => readConfig(env).drainWaitMs
  expect(waitOf({ DATABASE_URL: 'postgres://u:p@db/svc' })).toBe(5_000)
  expect(waitOf({ DATABASE_URL: 'postgres://u:p@db/svc', SVC_DRAIN_WAIT: '0s' })).toBe(0)
  expect(waitOf({ SVC_DRAIN_WAIT: '30s' })).toBe(30_000)
  for (const wrong of ['5', '-1s', '2h'])
    expect(messageOf(() => waitOf({ SVC_DRAIN_WAIT: wrong }))).toMatch(
      /^SVC_DRAIN_WAIT must be .*0s for none/,
    )
})

test('invalid variables are listed together with the values that they accept, without their own values', () => {
  const wrong = {
    SVC_PORT: '70000',
    SVC_SETTLE_AFTER: '60',
    SVC_RATE_READ: 'many',
    DATABASE_URL: 'mysql://root:secret@db',
    SVC_BASE_URL: 'tests.example.com',
    SVC_DATABASE_CONNECTIONS: '6',
    SVC_ARTIFACTS_SHARED: 'yes',
    SVC_UPLOAD_WAIT: '2m',
  }
  const message = messageOf(() => readConfig(wrong))
  expect(message).toMatch(/^SVC_UPLOAD_WAIT must be at most a minute/m)
  expect(message.split('\n')).toHaveLength(8)
  expect(message).toMatch(/^SVC_PORT must be a port from 1 to 65535/m)
  expect(message).toMatch(/^SVC_SETTLE_AFTER must be a number with a unit: 90s, 15m/m)
  expect(message).toMatch(/^SVC_RATE_READ must be a whole number per minute, or 0/m)
  expect(message).toMatch(/^DATABASE_URL must be the address of a Postgres database/m)
  expect(message).toMatch(/^SVC_BASE_URL must be the address people use/m)
  expect(message).toMatch(/^SVC_DATABASE_CONNECTIONS must be the number of connections .* 7 to 1000/m)
  expect(message).toMatch(/^SVC_ARTIFACTS_SHARED must be 1 if all servers/m)
  expect(message).not.toContain('secret')
})

test('a list of issuers has https addresses, or http ones of this very machine, and nothing secret', () => {
  const read = (text: string) => readConfig({ SVC_OIDC_ISSUERS: text }).oidc.issuers
  expect(read('none')).toEqual([])
  // Every spelling of this machine is listed under the one that tokens are compared with.
  expect(read('http://2130706433 http://0x7f.1:80/ http://localhost:1')).toEqual([
    'http://127.0.0.1',
    'http://localhost:1',
  ])
  for (const wrong of [
    'http://issuer.example.com',
    'http://10.0.0.1',
    'http://127.0.0.1.example.com',
    'http://[::ffff:127.0.0.1]',
    'ftp://issuer.example.com',
    'https://user:secret@issuer.example.com',
    'https://:secret@issuer.example.com',
    'https://@issuer.example.com',
    'https://issuer.example.com/?a=secret',
    'https://issuer.example.com/?',
    'https://issuer.example.com/#',
    'https://good.example.com,none',
    'issuer.example.com',
    ',',
  ]) {
    const message = messageOf(() => read(wrong))
    expect(message, wrong).toMatch(/^SVC_OIDC_ISSUERS must be the https addresses of issuers/)
    expect(message).not.toContain('secret')
  }
  expect(messageOf(() => readConfig({ SVC_ORGANIZATIONS: 'all' }))).toMatch(
    /^SVC_ORGANIZATIONS must be open, admins or closed/,
  )
})

function messageOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return ''
}

test('replicas notify each other over their database unless another address is given, and SQLite has none', () => {
  expect(readConfig({ DATABASE_URL: 'postgres://u:p@db/svc' }).wake).toBe('postgres://u:p@db/svc')
  expect(() => readConfig({ SVC_WAKE_URL: 'postgres://u:p@db/svc' })).toThrow(/SVC_WAKE_URL.*DATABASE_URL/)
  expect(() => readConfig({ DATABASE_URL: 'postgres://u:p@db/svc', SVC_WAKE_URL: 'redis://db' })).toThrow(
    /^SVC_WAKE_URL must be the address of a Postgres database/,
  )
  const nats = (SVC_WAKE_URL: string) =>
    readConfig({ DATABASE_URL: 'postgres://u:p@db/svc', SVC_WAKE_URL }).wake
  expect(nats('nats://a:4222,nats://b:4222')).toBe('nats://a:4222,nats://b:4222')
  expect(nats('tls://u:p@a:4222')).toBe('tls://u:p@a:4222')
  for (const wrong of ['nats://a:4222,', 'nats://a:4222,postgres://db/svc', 'nats:', 'a:4222'])
    expect(() => nats(wrong)).toThrow(/^SVC_WAKE_URL must be .* nats:/)
})

test('an embedding model is an address with a name, or a folder', () => {
  const read = (more: Record<string, string>) => readConfig(more).embeddings
  expect(read({ SVC_EMBEDDINGS_PATH: '/models/small' })).toEqual({ folder: '/models/small', model: 'small' })
  for (const [given, message] of [
    [{ SVC_EMBEDDINGS_URL: 'http://localhost/v1' }, 'SVC_EMBEDDINGS_MODEL is required'],
    [{ SVC_EMBEDDINGS_URL: 'ftp://x' }, 'SVC_EMBEDDINGS_URL takes the address'],
    [{ SVC_EMBEDDINGS_KEY: 'k' }, 'need SVC_EMBEDDINGS_URL'],
    [{ SVC_EMBEDDINGS_URL: 'http://x', SVC_EMBEDDINGS_PATH: '/x' }, 'exclude each other'],
  ] as const)
    expect(() => read(given)).toThrow(message)
})

test('the origin of artifacts is an origin whose host name is not the server’s', () => {
  const originOf = (text: string, own: string | undefined = 'https://tests.example.com') =>
    readConfig({ SVC_ARTIFACTS_ORIGIN: text, SVC_BASE_URL: own }).artifacts.origin
  expect(originOf('HTTPS://Files.Example.com:443')).toBe('https://files.example.com')
  expect(originOf('http://artifacts.localhost:4700', 'http://localhost:4700')).toBe(
    'http://artifacts.localhost:4700',
  )
  for (const text of [
    'files.example.com',
    'https://files.example.com/a',
    'https://a@files.example.com',
    'ftp://a',
  ])
    expect(() => originOf(text)).toThrow('SVC_ARTIFACTS_ORIGIN must be an origin')
  for (const same of ['http://tests.example.com:4701', 'http://Tests.example.com.:4701'])
    expect(() => originOf(same, 'http://tests.example.com:4700')).toThrow(
      'SVC_ARTIFACTS_ORIGIN must have another host name than SVC_BASE_URL',
    )
  // Otherwise its host name could be the one at which people sign in, on another port.
  expect(() => readConfig({ SVC_ARTIFACTS_ORIGIN: 'http://localhost:4701' })).toThrow(
    'SVC_ARTIFACTS_ORIGIN requires SVC_BASE_URL',
  )
  expect(() => originOf('http://files.example.com')).toThrow(
    'SVC_ARTIFACTS_ORIGIN must begin with https, like SVC_BASE_URL',
  )
})

test('a bucket needs its address, its key and artifacts that it can store', () => {
  const key = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }
  const given = { SVC_ARTIFACTS_URL: 's3://bucket?region=eu-central-1', ...key }
  expect(readConfig(given).artifacts).toMatchObject({
    bucket: {
      address: { endpoint: 'https://s3.eu-central-1.amazonaws.com' },
      credentials: { accessKeyId: 'id' },
    },
    shared: true,
    redirects: false,
  })
  // A machine has such a key for many reasons.
  expect(readConfig(key).artifacts.bucket).toBeNull()
  for (const [wrong, message] of [
    [{ ...given, SVC_ARTIFACTS_URL: 's3://bucket' }, /^SVC_ARTIFACTS_URL must be the address of a bucket/],
    [{ ...given, AWS_SECRET_ACCESS_KEY: '' }, /requires AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/],
    [{ ...given, SVC_ARTIFACT_BYTES: '5368709121' }, /SVC_ARTIFACT_BYTES must be at most 5368709120/],
    [{ SVC_ARTIFACTS_REDIRECT: '1' }, /SVC_ARTIFACTS_REDIRECT requires SVC_ARTIFACTS_URL/],
    [{ ...given, SVC_ARTIFACTS_REDIRECT: 'yes' }, /SVC_ARTIFACTS_REDIRECT must be 1/],
  ] as const)
    expect(() => readConfig(wrong)).toThrow(message)
})
