import { openArtifacts } from './artifacts/open.ts'
import { removeOrphans, sweepArtifacts } from './artifacts/sweep.ts'
import { type Config, ConfigError } from './config.ts'
import { sweepDeleted } from './deletion/sweep.ts'
import { sweep } from './executions/sweep.ts'
import { indexTests } from './history/index-tests.ts'
import { bootstrap } from './identity/bootstrap.ts'
import { type FirstSignIn, firstSignIn } from './identity/first-sign-in.ts'
import { tidyIdentity } from './identity/tidy.ts'
import { ingestOffThread } from './ingest/off-thread.ts'
import { systemClock } from './kernel/clock.ts'
import { dispatchEvents } from './kernel/events.ts'
import { describeError, logToStderr } from './kernel/log.ts'
import { repeat } from './kernel/repeat.ts'
import { makeDeliverer } from './notifications/deliverer.ts'
import { queueDeliveries } from './notifications/queue.ts'
import { makeIssuers } from './oidc/issuers.ts'
import type { Fetch } from './rest/starting.ts'
import { keepRetention } from './retention/keep.ts'
import { hold, whileHeld } from './store/hold.ts'
import { openStore } from './store/open.ts'
import { readCursorKey } from './store/secret.ts'

const SWEEP_EVERY_MS = 5_000
const DISPATCH_EVERY_MS = 2_000
const DELIVER_EVERY_MS = 1_000
const TIDY_EVERY_MS = 60_000
/** A search reads by itself what came since. */
const INDEX_EVERY_MS = 30_000
const ARTIFACTS_EVERY_MS = 60_000
const ORPHANS_EVERY_MS = 86_400_000

/** What the server before this one gets to end in. */
const LAST_SERVER_MS = 10_000

/** A server with its database open, without its socket. */
export interface RunningServer {
  fetch: Fetch
  /** The key of a database that was empty, and where its admin sets a password; null ever after. */
  first: { key: string; signIn: FirstSignIn } | null
  /** From here on it says that it is not ready. */
  drain(): void
  /** Ends what goes on behind requests, then closes the database. */
  close(): Promise<void>
}

/** Opens the database, makes the first key where there is none, and starts what goes on by itself. */
export async function openServer(config: Config, baseUrl: string): Promise<RunningServer> {
  const held = 'folder' in config.store ? await holdFolder(config, config.store.folder) : null
  const store = await openStore(config.store, { readsSoon: true }).catch((cause: unknown) => {
    held?.release()
    throw new ConfigError(explain(config, cause), { cause })
  })
  // All doors and schemas, loaded while the read thread starts beside it.
  const { makeApp, subscriptions } = await import('./app.ts')
  const key = await bootstrap(store, systemClock)
  const first = key === null ? null : { key, signIn: await firstSignIn(store, systemClock, baseUrl) }
  const ingest = ingestOffThread(store, config, { log: logToStderr })
  const artifacts = openArtifacts(config.artifacts.folder, config.artifacts)
  let draining = false
  const app = makeApp({
    store,
    clock: systemClock,
    log: logToStderr,
    ingest,
    artifacts,
    config,
    issuers: makeIssuers(systemClock),
    cursorKey: await readCursorKey(store),
    baseUrl,
    isDraining: () => draining,
  })
  const failed = (event: string) => (error: unknown) =>
    logToStderr({ level: 'error', event, error: describeError(error) })
  const sweeping = repeat(SWEEP_EVERY_MS, () => sweep(store, config, systemClock()), failed('sweep failed'))
  const removing = repeat(
    SWEEP_EVERY_MS,
    () => sweepDeleted(store, systemClock()),
    failed('removal of what was deleted failed'),
  )
  const tidying = repeat(
    TIDY_EVERY_MS,
    () => tidyIdentity(store, systemClock()),
    failed('removal of expired sessions failed'),
  )
  const indexing = repeat(INDEX_EVERY_MS, () => indexTests(store), failed('indexing of tests failed'))
  const heard = subscriptions(logToStderr)
  const queue = queueDeliveries(store, baseUrl)
  const dispatching = repeat(
    DISPATCH_EVERY_MS,
    async () => {
      while ((await dispatchEvents(store, heard, systemClock(), queue)) > 0);
    },
    failed('dispatch of events failed'),
  )
  const deliverer = makeDeliverer({ store, clock: systemClock, log: logToStderr, ...config.webhooks })
  const delivering = repeat(DELIVER_EVERY_MS, () => deliverer.tick(), failed('delivery to webhooks failed'))
  const sweepingArtifacts = repeat(
    ARTIFACTS_EVERY_MS,
    // Not while a backup is made, which tells of files that have to be there until it has them.
    () => whileHeld(config.artifacts.folder, 'files', () => sweepArtifacts(store, artifacts, systemClock())),
    failed('sweep of artifacts failed'),
  )
  const lookingForOrphans = repeat(
    ORPHANS_EVERY_MS,
    () => removeOrphans(store, artifacts, systemClock()),
    failed('look for orphaned artifacts failed'),
  )
  const keeping = keepRetention(store, config.retention, systemClock, logToStderr)
  return {
    fetch: app.fetch,
    first,
    drain: () => {
      draining = true
    },
    async close() {
      await keeping.stop()
      await sweeping.stop()
      await removing.stop()
      await tidying.stop()
      await indexing.stop()
      await dispatching.stop()
      await delivering.stop()
      await deliverer.stop()
      await sweepingArtifacts.stop()
      await lookingForOrphans.stop()
      await ingest.close()
      await app.idle()
      await store.close()
      held?.release()
    },
  }
}

/** SQLite takes one server: what two do every few seconds, and what each remembers, would disagree. */
async function holdFolder(config: Config, folder: string) {
  const held = await hold(folder, 'server', LAST_SERVER_MS).catch((cause: unknown) => {
    throw new ConfigError(explain(config, cause), { cause })
  })
  if (!held)
    throw new ConfigError(
      `Another server uses ${folder} (SVC_DATA). Stop it, or give this one a folder of its own.`,
    )
  return held
}

/** One line that says which database, what is wrong with it, and where to look. */
function explain({ store }: Config, cause: unknown): string {
  const reasons: string[] = []
  for (let error = cause; error instanceof Error && reasons.length < 3; error = error.cause) {
    const reason = error.message || (error as NodeJS.ErrnoException).code || error.name
    if (!reasons.some((told) => told.includes(reason))) reasons.push(reason)
  }
  const where =
    'postgres' in store ? `at ${hostOf(store.postgres)} (DATABASE_URL)` : `in ${store.folder} (SVC_DATA)`
  return `The database ${where} cannot be opened: ${reasons.join(' ')}`
}

function hostOf(address: string): string {
  try {
    return new URL(address).host
  } catch {
    return 'that address'
  }
}
