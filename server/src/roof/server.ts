import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSigner } from '../agents/bus/open-signer.ts'
import { readDocumentsOffThread } from '../agents/knowledge/documents/read-off-thread.ts'
import { makeChunkEmbedding } from '../agents/knowledge/search/embed-chunks.ts'
import { openEmbedder } from '../agents/knowledge/search/open-embedder.ts'
import { makeVectorSearch } from '../agents/knowledge/search/vector-search.ts'
import { shareLimits } from '../doors/rest/share-limits.ts'
import type { Fetch } from '../doors/rest/starting.ts'
import { NO_DASHBOARD, openDashboard } from '../doors/web/dashboard.ts'
import { openKeptPackages } from '../doors/web/kept-packages.ts'
import { openPackages } from '../doors/web/packages.ts'
import { systemClock } from '../ground/kernel/clock.ts'
import { newId } from '../ground/kernel/id.ts'
import { describeError, type Log, logToStderr } from '../ground/kernel/log.ts'
import { repeat } from '../ground/kernel/repeat.ts'
import { openReplicaClock } from '../ground/kernel/replica-clock.ts'
import { SERVER_VERSION } from '../ground/kernel/version.ts'
import { openJobLeases, RENEW_EVERY_MS } from '../ground/store/job-leases.ts'
import { openStore, type Store, whyNotOpen } from '../ground/store/open.ts'
import { packageArchives } from '../ground/store/package-archives.ts'
import { sharedClock } from '../ground/store/portable.ts'
import { takeProcessLock } from '../ground/store/process-lock.ts'
import { liveReplicas, type Own } from '../ground/store/replicas.ts'
import { readCursorKey } from '../ground/store/secret.ts'
import { hearReplicas } from '../ground/wake/hear-replicas.ts'
import { openWake } from '../ground/wake/open.ts'
import { bootstrap, FIRST_KEYS, type FirstSignIn, firstSignIn } from '../people/identity/bootstrap.ts'
import { makeIssuers } from '../people/oidc/issuers.ts'
import { joinReplicas, PlaceNotShared } from '../results/artifacts/join-replicas.ts'
import { type Artifacts, openArtifacts } from '../results/artifacts/open.ts'
import { makeDeliverer } from '../upkeep/notifications/deliverer.ts'
import { ingestOffThread } from '../uploads/ingest/ingest-thread.ts'
import { type Config, ConfigError } from './config.ts'
import { jobsOf, startJobs } from './jobs.ts'
import { startMetrics } from './metrics/start-metrics.ts'
import { watchParts } from './readiness.ts'
import { refuseLeftovers, refuseStrangers } from './refuse-strangers.ts'

/** How long this server waits for the previous one to end. */
const LAST_SERVER_MS = 10_000

/** A server with its database open, without its socket. */
export interface RunningServer {
  fetch: Fetch
  /** The key of a new database, and the link for its admin's password; null on later starts. */
  first: { key: string; keyName: string; scopes: readonly string[]; signIn: FirstSignIn } | null
  /** From now on it reports that it is not ready. */
  drain(): void
  /** Ends background work, then closes the database. */
  close(): Promise<void>
}

/** Opens the database, creates the first key if there is none, and starts background work. */
export async function openServer(config: Config, baseUrl: string): Promise<RunningServer> {
  const metrics = config.metrics && (await startMetrics(config.metrics))
  const artifacts = await openPlace(config)
  const held = 'folder' in config.store ? await holdFolder(config, config.store.folder) : null
  const store = await openOwn(config, artifacts).catch((error: unknown) => {
    held?.release()
    throw error
  })
  await artifacts.folder.requireSame()
  const databaseTime = sharedClock(store.dialect, systemClock)
  const { now: clock, compare: compareClock } = await openReplicaClock({
    ask: () => databaseTime(store.lookup),
    log: logToStderr,
  })
  const own = { id: newId(clock()), host: hostname() }
  // Replicas write into one log; a single process needs no name.
  const log: Log =
    config.wake === null ? logToStderr : (record) => logToStderr({ ...record, replica: own.id })
  const membership = await join(store, config, artifacts, own)
  // All transports and schemas, loaded while the read thread starts in parallel.
  const { eventConsumers, makeApp } = await import('./app.ts')
  const cursorKey = await readCursorKey(store)
  const wake = await openWake(config.wake, cursorKey, log)
  const hearing = hearReplicas(wake, own.id, log)
  const signer = await openSigner(config.secret, { store, log })
  const bus = { store, signer, wake, limits: config.bus }
  const key = await bootstrap(store, clock, config.firstKey)
  const first =
    key === null
      ? null
      : {
          key,
          keyName: FIRST_KEYS[config.firstKey].name,
          scopes: FIRST_KEYS[config.firstKey].scopes,
          signIn: await firstSignIn(store, clock, baseUrl),
        }
  const ingestThread = ingestOffThread(store, config, { log })
  const ingest = metrics?.countUploads(ingestThread) ?? ingestThread
  const documents = readDocumentsOffThread({ log })
  const readiness = watchParts(store, artifacts, log)
  const embedder = config.embeddings && openEmbedder(config.embeddings)
  const timer = () => performance.now()
  const dashboard = config.hasDashboard ? openDashboard(log) : NO_DASHBOARD
  const packages = openPackages(log, openKeptPackages(packageArchives(store, clock), log))
  let draining = false
  const app = makeApp({
    store,
    clock,
    log,
    ingest,
    artifacts,
    config,
    issuers: makeIssuers(config.oidc.issuers, clock),
    wake,
    bus,
    documents,
    vectors:
      embedder &&
      makeVectorSearch(embedder, {
        timer,
        failed: (error) =>
          log({ level: 'warn', event: 'search without vectors', error: describeError(error) }),
      }),
    cursorKey,
    baseUrl,
    readiness,
    isDraining: () => draining,
    problem: hearing.problem,
    dashboard,
    packages,
    ...(metrics && { noteRequest: metrics.noteRequest, noteVerdicts: metrics.noteVerdicts }),
  })
  const isKnown = (error: unknown, doing: string) => readiness.note(error, doing) !== null
  const failed = (event: string) => (error: unknown) => {
    if (isKnown(error, event)) return
    metrics?.noteFailure(event)
    log({ level: 'error', event, error: describeError(error) })
  }
  const deliverer = makeDeliverer({
    store,
    clock,
    log,
    isKnown,
    // Otherwise a webhook would get one message a second.
    ended: () => wake.notify('deliveries', 'ended'),
    ...config.webhooks,
  })
  const dispatching = { consumers: eventConsumers({ store, bus, baseUrl, log }), log }
  // A single process has no replicas to notify.
  const sharing = config.wake === null ? null : shareLimits(app.limits, wake)
  const jobs = jobsOf({
    store,
    settler: ingest,
    clock,
    log,
    config,
    artifacts,
    dispatching,
    bus,
    deliverer,
    wake,
    sharing,
    readiness,
    embedding: embedder && makeChunkEmbedding(store, embedder, timer),
    isKnown,
  })
  const names = jobs.filter(({ runsOn }) => runsOn === 'one').map(({ name }) => name)
  const leases = openJobLeases(store, { holder: own.id, names, timer })
  await leases.renew()
  const renewing = repeat(
    RENEW_EVERY_MS,
    async () => {
      await Promise.all([membership.renew(), leases.renew(), compareClock()])
      if (config.wake !== null) hearing.check(await liveReplicas(store))
    },
    failed('renewal of leases failed'),
  )
  metrics?.describe({
    version: SERVER_VERSION,
    jobs: names,
    leases,
    wake,
    connections: store.connections,
    subscribers: app.channels.live.counts,
    isDraining: () => draining,
    store,
    clock,
    settledAfterMs: Math.max(config.settleAfterMs, config.incompleteAfterMs),
  })
  const running = startJobs(jobs, { leases, wake, failed })
  return {
    fetch: app.fetch,
    first,
    drain: () => {
      draining = true
      app.drain()
    },
    async close() {
      dashboard.close()
      packages.close()
      await app.close()
      await running.stop()
      await renewing.stop()
      // Otherwise they expire by themselves, like those of a killed server.
      await leases.release().catch(failed('release of leases failed'))
      await deliverer.stop()
      await ingest.close()
      await documents.close()
      await wake.close()
      await membership.leave().catch(failed('leave of the replicas failed'))
      await store.close()
      await metrics?.close()
      held?.release()
    },
  }
}

/** Opens the database, unless it would be an empty one next to data of another. */
async function openOwn(config: Config, artifacts: Artifacts): Promise<Store> {
  await refuseLeftovers(config, artifacts)
  const store = await openStore(config.store, { readsSoon: true }).catch((cause: unknown) => {
    throw new ConfigError(whyNotOpen(config.store, cause), { cause })
  })
  try {
    await refuseStrangers(config, store, artifacts)
  } catch (error) {
    await store.close()
    throw error
  }
  return store
}

/** SQLite allows only one server: the periodic work and caches of two would conflict. */
async function holdFolder(config: Config, folder: string) {
  const take = (waitMs: number) =>
    takeProcessLock(folder, 'server', waitMs).catch((cause: unknown) => {
      throw new ConfigError(whyNotOpen(config.store, cause), { cause })
    })
  const free = await take(0)
  if (free) return free
  logToStderr({
    level: 'info',
    event: 'another server uses the folder; waiting for its end',
    folder,
    waitMs: LAST_SERVER_MS,
  })
  const held = await take(LAST_SERVER_MS)
  if (!held)
    throw new ConfigError(
      `Another server uses ${folder} (SVC_DATA). Stop it, or set another folder for this server.`,
    )
  return held
}

/** The folder of artifacts, or the bucket, once it is known to work. */
async function openPlace({ artifacts: config }: Config): Promise<Artifacts> {
  const { folder: path, bucket, redirects, shared } = config
  if (bucket === null) return openArtifacts(path, config, shared)
  const { BucketNotUsable, openS3Artifacts } = await import('../results/artifacts/open-s3.ts')
  try {
    return await openS3Artifacts({ ...bucket, limits: config, path, redirects, clock: systemClock })
  } catch (cause) {
    throw cause instanceof BucketNotUsable ? new ConfigError(cause.message, { cause }) : cause
  }
}

/** Other live servers of the database must have the same place for artifacts. */
async function join(store: Store, config: Config, { place }: Artifacts, own: Own) {
  const { shared: isShared } = config.artifacts
  try {
    return await joinReplicas(store, { place, isShared, own, log: logToStderr, rest: sleep })
  } catch (cause) {
    await store.close()
    throw cause instanceof PlaceNotShared ? new ConfigError(cause.message, { cause }) : cause
  }
}
