import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { FolderNotShared, joinReplicas } from './artifacts/join-replicas.ts'
import { type Artifacts, openArtifacts } from './artifacts/open.ts'
import { openSigner } from './bus/open-signer.ts'
import { messagesForWebhooks } from './bus/webhooks/message-source.ts'
import { type Config, ConfigError } from './config.ts'
import { bootstrap, FIRST_KEYS } from './identity/bootstrap.ts'
import { type FirstSignIn, firstSignIn } from './identity/first-sign-in.ts'
import { ingestOffThread } from './ingest/ingest-thread.ts'
import { jobsOf, startJobs } from './jobs.ts'
import { systemClock } from './kernel/clock.ts'
import { newId } from './kernel/id.ts'
import { describeError, logToStderr } from './kernel/log.ts'
import { repeat } from './kernel/repeat.ts'
import { openReplicaClock } from './kernel/replica-clock.ts'
import { readDocumentsOffThread } from './knowledge/documents/read-off-thread.ts'
import { makeChunkEmbedding } from './knowledge/search/embed-chunks.ts'
import { openEmbedder } from './knowledge/search/open-embedder.ts'
import { makeVectorSearch } from './knowledge/search/vector-search.ts'
import { makeDeliverer } from './notifications/deliverer.ts'
import { makeIssuers } from './oidc/issuers.ts'
import { watchParts } from './readiness.ts'
import { refuseLeftovers, refuseStrangers } from './refuse-strangers.ts'
import { shareLimits } from './rest/share-limits.ts'
import type { Fetch } from './rest/starting.ts'
import { openJobLeases, RENEW_EVERY_MS } from './store/job-leases.ts'
import { openStore, type Store } from './store/open.ts'
import { sharedClock } from './store/portable.ts'
import { takeProcessLock } from './store/process-lock.ts'
import type { Own } from './store/replicas.ts'
import { readCursorKey } from './store/secret.ts'
import { whyNotOpen } from './store/why-not-open.ts'
import { openWake } from './wake/open.ts'
import { NO_DASHBOARD, openDashboard } from './web/dashboard.ts'
import { openKeptPackages } from './web/kept-packages.ts'
import { openPackages } from './web/packages.ts'

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
  const held = 'folder' in config.store ? await holdFolder(config, config.store.folder) : null
  const artifacts = openArtifacts(config.artifacts.folder, config.artifacts, config.artifacts.shared)
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
  const membership = await join(store, config, own)
  // All transports and schemas, loaded while the read thread starts in parallel.
  const { eventConsumers, makeApp } = await import('./app.ts')
  const cursorKey = await readCursorKey(store)
  const wake = await openWake(config.wake, cursorKey, logToStderr)
  const signer = await openSigner(config.secret, { store, log: logToStderr })
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
  const ingest = ingestOffThread(store, config, { log: logToStderr })
  const documents = readDocumentsOffThread({ log: logToStderr })
  const readiness = watchParts(store, artifacts.folder, logToStderr)
  const embedder = config.embeddings && openEmbedder(config.embeddings)
  const timer = () => performance.now()
  const dashboard = config.hasDashboard ? openDashboard(logToStderr) : NO_DASHBOARD
  const packages = openPackages(logToStderr, openKeptPackages(config.packagesFolder, logToStderr))
  let draining = false
  const app = makeApp({
    store,
    clock,
    log: logToStderr,
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
          logToStderr({ level: 'warn', event: 'search without vectors', error: describeError(error) }),
      }),
    cursorKey,
    baseUrl,
    readiness,
    isDraining: () => draining,
    dashboard,
    packages,
  })
  const log = logToStderr
  const isKnown = (error: unknown, doing: string) => readiness.note(error, doing) !== null
  const failed = (event: string) => (error: unknown) => {
    if (!isKnown(error, event)) log({ level: 'error', event, error: describeError(error) })
  }
  const deliverer = makeDeliverer({
    store,
    clock,
    log,
    isKnown,
    messages: messagesForWebhooks(bus, clock),
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
  const leases = openJobLeases(store, {
    holder: own.id,
    names: jobs.filter(({ runsOn }) => runsOn === 'one').map(({ name }) => name),
    timer,
  })
  await leases.renew()
  const renewing = repeat(
    RENEW_EVERY_MS,
    () => Promise.all([membership.renew(), leases.renew(), compareClock()]),
    failed('renewal of leases failed'),
  )
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
      held?.release()
    },
  }
}

/** Opens the database, unless it would be an empty one next to data of another. */
async function openOwn(config: Config, { files }: Artifacts): Promise<Store> {
  await refuseLeftovers(config, files)
  const store = await openStore(config.store, { readsSoon: true }).catch((cause: unknown) => {
    throw new ConfigError(whyNotOpen(config.store, cause), { cause })
  })
  try {
    await refuseStrangers(config, store, files)
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

/** Other live servers of the database must have the same folder for artifacts. */
async function join(store: Store, config: Config, own: Own) {
  const { folder, shared: isShared } = config.artifacts
  try {
    return await joinReplicas(store, { folder, isShared, own, log: logToStderr, rest: sleep })
  } catch (cause) {
    await store.close()
    throw cause instanceof FolderNotShared ? new ConfigError(cause.message, { cause }) : cause
  }
}
