import { constants, copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS, type ProblemCode } from '@svc/protocol'
import { inject, onTestFinished } from 'vitest'
import { makeSigner } from '../agents/bus/signing/signer.ts'
import { tendWork } from '../agents/bus/work.ts'
import type { DocumentReader } from '../agents/knowledge/documents/document-reader.ts'
import { readDocumentsHere } from '../agents/knowledge/documents/read-here.ts'
import type { VectorSearch } from '../agents/knowledge/search/vector-search.ts'
import type { Behind } from '../doors/mcp/mount.ts'
import type { Rows } from '../doors/mcp/serve.ts'
import type { IntakeLimits } from '../doors/rest/bodies/intake.ts'
import type { RateLimitConfig } from '../doors/rest/rate-limit.ts'
import type { Dashboard } from '../doors/web/dashboard.ts'
import type { Packages } from '../doors/web/packages.ts'
import type { PasswordCost } from '../ground/kernel/context.ts'
import { dispatchEvents } from '../ground/kernel/events.ts'
import type { LogRecord } from '../ground/kernel/log.ts'
import { openStore, type StoreAddress, sqliteFile } from '../ground/store/open.ts'
import type { SharedClock } from '../ground/store/portable.ts'
import { readCursorKey } from '../ground/store/secret.ts'
import { makeLocalWake } from '../ground/wake/local.ts'
import { bootstrap } from '../people/identity/bootstrap.ts'
import type { WhoMakes } from '../people/identity/organizations.ts'
import { makeIssuers } from '../people/oidc/issuers.ts'
import type { ArtifactLimits } from '../results/artifacts/limits.ts'
import { openArtifacts } from '../results/artifacts/open.ts'
import { openS3Artifacts } from '../results/artifacts/open-s3.ts'
import type { S3Parts } from '../results/artifacts/s3/connection.ts'
import { eventConsumers, makeApp as makeServerApp } from '../roof/app.ts'
import { watchParts } from '../roof/readiness.ts'
import { purgeDeleted } from '../upkeep/deletion/purge-deleted.ts'
import { makeDeliverer } from '../upkeep/notifications/deliverer.ts'
import { DEFAULT_RETENTION } from '../upkeep/retention/periods.ts'
import { processUploadsHere } from '../uploads/ingest/process-upload.ts'
import type { UploadProcessor } from '../uploads/ingest/upload-processor.ts'
import { settleDue } from '../uploads/settlement/settle-sweep.ts'
import { makeFolder } from './folder.ts'
import { WEAK_COST } from './people.ts'

/** How long quiet executions of a test are waited for. */
const TEST_TIMES = { settleAfterMs: 60_000, incompleteAfterMs: 900_000 }

const ARTIFACT_LIMITS: ArtifactLimits = {
  fileBytes: LIMITS.artifactBytes,
  executionFiles: LIMITS.artifacts,
  executionBytes: LIMITS.artifactsBytes,
}

const UPLOADS: IntakeLimits = { atOnce: 16, memoryBytes: 128 * 1024 * 1024, waitMs: 0 }

const NO_LIMITS = { reads: 0, writes: 0, ingestBytes: 0, failures: 0, signIns: 0, wrongPasswords: 0 }

/** When every test begins, unless it says otherwise. */
const TEST_TIME = Date.parse('2026-03-02T09:00:00Z')

export interface TestAppOptions {
  /** An empty database, unless `beside` is given; absent: SQLite in a folder that is removed in the end. */
  address?: StoreAddress
  /** Another app, whose database on Postgres this one shares, as a second replica does. */
  beside?: { key: string; store: { address: StoreAddress }; sharedFolder: string | null }
  /** True if other apps share its folder of artifacts. */
  sharedFolder?: boolean
  /** The bucket of its artifacts; none unless given. `redirects` is `false` unless given. */
  bucket?: Pick<S3Parts, 'address' | 'credentials'> & { redirects?: boolean }
  /** Limits are off unless given. */
  rateLimits?: Partial<RateLimitConfig>
  proxies?: number
  ingest?: UploadProcessor
  /** Of passwords; one that tests can afford unless given. */
  passwordCost?: PasswordCost
  /** On the test's own thread unless given. */
  documents?: DocumentReader
  startAt?: number
  /** The test's own unless given; see `sharedClock`. */
  sharedClock?: SharedClock
  /** True unless given: receivers of tests run on this machine. */
  webhooks?: { allowPrivate: boolean }
  /** `open` unless given: most tests are not about who makes an organization. */
  /** None unless given. */
  vectors?: VectorSearch | null
  organizations?: WhoMakes
  /** As a server takes them unless given, but none waits. */
  uploads?: Partial<IntakeLimits>
  /** As a server takes them unless given. */
  artifacts?: Partial<ArtifactLimits & { downloads: number; origin: string }>
  /** The address that an operator has configured; none unless given. */
  publicUrl?: string
  /** Of streams of messages. */
  liveTimer?: () => number
  /** As a server takes them unless given. */
  busStreams?: { credential: number; organization: number }
  /** The secret of agents' keys; the same for all tests unless given. */
  secret?: string
  /** As a server takes them unless given. */
  inboxMessages?: number
  /** The tools and prompts of agents; the server's own unless given. */
  mcpRows?: Rows
  /** What answers agents instead of tools and prompts. */
  mcpBehind?: Behind
  /** None unless given. */
  dashboard?: Dashboard
  packages?: Packages
  /** None unless given. */
  problem?: () => string | null
}

export type TestApp = Awaited<ReturnType<typeof makeApp>>

/** The real app on a real database, without a socket; all of it is closed when the test ends. */
export async function makeApp(options: TestAppOptions = {}) {
  let now = options.startAt ?? TEST_TIME
  const clock = () => now
  const logged: LogRecord[] = []
  const folder = makeFolder()
  const store = await openStore(options.beside?.store.address ?? options.address ?? migratedSqlite(folder))
  const key = options.beside?.key ?? (await bootstrap(store, clock, 'admin'))
  if (key === null) throw new Error('The database of a test app must be empty')
  const ingest = options.ingest ?? processUploadsHere(store, TEST_TIMES)
  const state = { draining: false }
  const issuers = ['https://token.actions.githubusercontent.com']
  const { downloads = 8, origin = null, ...limits } = options.artifacts ?? {}
  const ownFolder = join(folder, 'artifacts')
  const sharedFolder = options.beside?.sharedFolder ?? (options.sharedFolder ? ownFolder : null)
  const allLimits = { ...ARTIFACT_LIMITS, ...limits }
  const artifacts = options.bucket
    ? await openS3Artifacts({
        ...{ redirects: false, ...options.bucket },
        ...{ path: ownFolder, limits: allLimits, clock: Date.now },
      })
    : openArtifacts(sharedFolder ?? ownFolder, allLimits, sharedFolder !== null)
  const { allowPrivate = true } = options.webhooks ?? {}
  const log = (record: LogRecord) => void logged.push(record)
  const readiness = watchParts(store, artifacts, log)
  const wake = makeLocalWake(log)
  const signer = makeSigner(options.secret ?? 'the secret of a test, with enough letters')
  const bus = { store, signer, wake, limits: { inboxMessages: options.inboxMessages ?? 10_000 } }
  const deliverer = makeDeliverer({ store, clock, log, allowPrivate, random: () => 0.5 })
  const consumers = eventConsumers({ store, bus, baseUrl: 'http://svc.test', log: () => undefined })
  const { mcpRows, mcpBehind } = options
  const behind =
    mcpBehind ??
    (mcpRows && {
      methods: [],
      load: async () => (await import('../doors/mcp/serve.ts')).makeServe(mcpRows, () => undefined),
    })
  const app = makeServerApp({
    store,
    artifacts,
    clock,
    sharedClock: options.sharedClock ?? (async () => now),
    log,
    ingest,
    documents: options.documents ?? readDocumentsHere,
    vectors: options.vectors ?? null,
    wake,
    bus,
    config: {
      baseUrl: options.publicUrl ?? null,
      rateLimits: { ...NO_LIMITS, ...options.rateLimits },
      proxies: options.proxies ?? 0,
      artifacts: { downloads, origin },
      uploads: { ...UPLOADS, ...options.uploads },
      webhooks: { allowPrivate },
      organizations: options.organizations ?? 'open',
      retention: DEFAULT_RETENTION,
      busStreams: options.busStreams ?? { credential: 100, organization: 2_000 },
      ...TEST_TIMES,
    },
    issuers: makeIssuers(issuers, clock),
    cursorKey: await readCursorKey(store),
    baseUrl: options.publicUrl ?? 'http://svc.test',
    readiness,
    isDraining: () => state.draining,
    passwordCost: options.passwordCost ?? WEAK_COST,
    ...(options.dashboard && { dashboard: options.dashboard }),
    ...(options.packages && { packages: options.packages }),
    ...(options.problem && { problem: options.problem }),
    ...(options.liveTimer && { liveTimer: options.liveTimer }),
    ...(behind && { mcpBehind: behind }),
  })

  /** Calls the app with the first key, or with the `Authorization` that `init` brings; `null` sends none. */
  const request = async (path: string, init: TestRequest = {}) => {
    const { key: asKey = key, remoteAddress = '192.0.2.1', ...rest } = init
    const headers = new Headers(rest.headers)
    if (asKey !== null && !headers.has('Authorization')) headers.set('Authorization', `Bearer ${asKey}`)
    return app.request(path, { ...rest, headers }, { incoming: incomingFrom(remoteAddress) })
  }

  const close = async () => {
    await deliverer.stop()
    await ingest.close()
    await app.close()
    await wake.close()
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
  onTestFinished(close)

  return {
    key,
    store,
    clock,
    /** Files of artifacts; they lie in the folder `artifacts` below `folder`. */
    artifacts,
    folder,
    sharedFolder,
    /** What would have been written to stderr. */
    logged,
    wake,
    bus,
    state,
    /** The operator's list: the address of an issuer that a test starts goes in here. */
    issuers,
    request,
    /** For a real socket. */
    fetch: app.fetch,
    /** What is mounted, for a look at all of it. */
    routes: app.routes,
    /** Ends open streams, as at the end of the server. */
    drain: app.drain,
    /** Streams and waiting requests of agents. */
    channels: app.channels,
    /** What REST counts, and MCP. */
    limits: app.limits,
    /** Waits for what continues behind answered requests. */
    idle: app.idle,
    /** Does what the server does every few seconds. */
    sweep: () => settleDue(store, ingest, TEST_TIMES, now),
    /** Removes all rows of what was deleted. */
    removeDeleted: () => purgeDeleted(store, now, Number.POSITIVE_INFINITY),
    /** Tells what happened, to webhooks too, and waits for their answers. */
    async deliver() {
      while ((await dispatchEvents(store, { consumers, log }, now)) > 0);
      await deliverer.tick()
      await deliverer.idle()
    },
    /** Ends leases and reminds of tasks, as the server does every few seconds. */
    tendWork: () => tendWork({ bus, clock, time: options.sharedClock ?? (async () => now) }),
    /** Says that an execution is over, as the Action does. */
    settle: (id: string) => request(`/api/executions/${id}/settle`, { method: 'POST' }),
    advance(ms: number) {
      now += ms
    },
    get: <T>(path: string, init: TestRequest = {}) => request(path, init).then(answerOf<T>),
    delete: <T>(path: string, init: TestRequest = {}) =>
      request(path, { ...init, method: 'DELETE' }).then(answerOf<T>),
    put: <T>(path: string, body: unknown, init: TestRequest = {}) =>
      request(path, {
        ...init,
        method: 'PUT',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', ...init.headers },
      }).then(answerOf<T>),
    post: <T>(path: string, body: unknown, init: TestRequest = {}) =>
      request(path, {
        ...init,
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', ...init.headers },
      }).then(answerOf<T>),
  }
}

const migratedSqlite = (folder: string): StoreAddress => {
  copyFileSync(inject('templates').sqlite, sqliteFile(folder), constants.COPYFILE_FICLONE)
  return { folder }
}

/** An answer read whole: `data` of a success, `error` of a refusal. */
export interface TestAnswer<T> {
  status: number
  headers: Headers
  data: T
  page: { nextCursor: string | null } | undefined
  error: { code: ProblemCode; message: string } | undefined
}

async function answerOf<T>(response: Response): Promise<TestAnswer<T>> {
  const body = (await response.json()) as Omit<TestAnswer<T>, 'status' | 'headers'>
  const { data, page, error } = body
  return { status: response.status, headers: response.headers, data, page, error }
}

export interface TestRequest extends Omit<RequestInit, 'headers'> {
  headers?: Record<string, string>
  key?: string | null
  remoteAddress?: string
}

type Incoming = NonNullable<import('@hono/node-server').HttpBindings['incoming']>

/** As much of Node's request as the doors look at. */
const incomingFrom = (remoteAddress: string) => ({ socket: { remoteAddress } }) as Incoming
