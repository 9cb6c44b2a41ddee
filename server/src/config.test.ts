import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { DEFAULT_RETENTION } from './retention/policy.ts'

test('an empty environment is a server of one’s own on this machine', () => {
  expect(readConfig({})).toEqual({
    port: 4700,
    host: '127.0.0.1',
    store: { folder: '.svc-data' },
    baseUrl: null,
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
      fileBytes: 52_428_800,
      executionFiles: 500,
      executionBytes: 1_073_741_824,
      downloads: 8,
    },
    retention: DEFAULT_RETENTION,
    webhooks: { allowPrivate: false },
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
      SVC_BASE_URL: 'https://tests.example.com/',
      SVC_INCOMPLETE_AFTER: '2h',
      SVC_SETTLE_AFTER: '90s',
      SVC_RATE_READ: '0',
      SVC_RATE_WRITE: '1000',
      SVC_RATE_INGEST_BYTES: '1',
      SVC_UPLOADS_AT_ONCE: '0',
      SVC_UPLOAD_MEMORY: '5',
      SVC_UPLOAD_WAIT: '0',
      SVC_ARTIFACTS_FOLDER: '/artifacts',
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
      SVC_WEBHOOKS_PRIVATE: '1',
      SVC_TRUST_PROXY: '2',
    }),
  ).toEqual({
    port: 0,
    host: '::',
    store: { postgres: 'postgres://u:p@db/svc' },
    baseUrl: 'https://tests.example.com',
    incompleteAfterMs: 7_200_000,
    settleAfterMs: 90_000,
    rateLimits: { reads: 0, writes: 1_000, ingestBytes: 1, failures: 30, signIns: 20, wrongPasswords: 10 },
    uploads: { atOnce: 0, memoryBytes: 5, waitMs: 0 },
    artifacts: {
      folder: '/artifacts',
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
    proxies: 2,
  })
})

test('a wrong variable is named with what it takes, all of them at once, and no value is repeated', () => {
  const wrong = {
    SVC_PORT: '70000',
    SVC_SETTLE_AFTER: '60',
    SVC_RATE_READ: 'many',
    DATABASE_URL: 'mysql://root:secret@db',
    SVC_BASE_URL: 'tests.example.com',
    SVC_UPLOAD_WAIT: '2m',
  }
  const message = messageOf(() => readConfig(wrong))
  expect(message).toMatch(/^SVC_UPLOAD_WAIT takes up to a minute/m)
  expect(message.split('\n')).toHaveLength(6)
  expect(message).toMatch(/^SVC_PORT takes a port from 1 to 65535/m)
  expect(message).toMatch(/^SVC_SETTLE_AFTER takes a number with a unit: 90s, 15m/m)
  expect(message).toMatch(/^SVC_RATE_READ takes a whole number a minute, or 0/m)
  expect(message).toMatch(/^DATABASE_URL takes the address of a Postgres database/m)
  expect(message).toMatch(/^SVC_BASE_URL takes the address people use/m)
  expect(message).not.toContain('secret')
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
