import { pruneActiveProjects } from './accounts/prune-active-projects.ts'
import type { Artifacts } from './artifacts/open.ts'
import { removeOrphans } from './artifacts/remove-orphans.ts'
import { removeUnreferenced } from './artifacts/remove-unreferenced.ts'
import type { BusParts } from './bus/dependencies.ts'
import { expireMessages } from './bus/messages/expire.ts'
import { pruneMessages } from './bus/messages/prune.ts'
import { queueMessages } from './bus/webhooks/queue-messages.ts'
import { tendWork } from './bus/work.ts'
import type { Config } from './config.ts'
import { purgeDeleted } from './deletion/purge-deleted.ts'
import { pruneExpired } from './identity/prune-expired.ts'
import type { Clock } from './kernel/clock.ts'
import { type Dispatching, dispatchEvents } from './kernel/events.ts'
import type { Log } from './kernel/log.ts'
import type { Readiness } from './kernel/readiness.ts'
import { repeat } from './kernel/repeat.ts'
import { DAY_MS } from './kernel/time.ts'
import type { Topic, Wake } from './kernel/wake.ts'
import { removeAllLeftovers } from './knowledge/remove-leftovers.ts'
import type { ChunkEmbedding } from './knowledge/search/embed-chunks.ts'
import { reindexDocuments } from './knowledge/search/reindex-documents.ts'
import type { Deliverer } from './notifications/deliverer.ts'
import { forgetTokens } from './oidc/forget-tokens.ts'
import { pruneSearchCounts } from './plans/prune-search-counts.ts'
import { SHARE_EVERY_MS } from './rest/share-limits.ts'
import { runRetention } from './retention/retention-job.ts'
import type { Settler } from './settlement/settle-one.ts'
import { settleDue } from './settlement/settle-sweep.ts'
import type { JobLeases } from './store/job-leases.ts'
import type { Store } from './store/open.ts'
import { sharedClock } from './store/portable.ts'
import { withProcessLock } from './store/process-lock.ts'
import { indexTests } from './tests/index-tests.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000

/** Work that a server repeats by itself. */
export interface Job {
  name: string
  everyMs: number
  /**
   * `one`: the replica that holds the lease of this name. Concurrent runs are harmless, because a lease can
   * expire during a run.
   */
  runsOn: 'one' | 'each'
  /** The event that the log shows when the job fails. */
  failure: string
  /** True if it also runs when the server starts, because the end of the last server may have left work. */
  runsAtStart?: boolean
  /** A notice of this topic runs the job at once. */
  wokenBy?: Topic
  /** A long job must end early when the signal aborts. */
  run(ending: AbortSignal): Promise<unknown>
}

export interface JobParts {
  store: Store
  settler: Settler
  clock: Clock
  log: Log
  config: Config
  artifacts: Artifacts
  dispatching: Dispatching
  bus: BusParts
  deliverer: Deliverer
  wake: Wake
  /** Null for a single process. */
  sharing: { tell(): void } | null
  readiness: Readiness
  /** Null if no embedding model is configured. */
  embedding: ChunkEmbedding | null
  /** Records an error; returns true if it was logged. */
  isKnown: (error: unknown, doing: string) => boolean
}

/** All work that a server repeats. */
export const jobsOf = ({
  store,
  settler,
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
  embedding,
  isKnown,
}: JobParts): Job[] => [
  {
    // Also runs without requests, so that the log reports an outage, and its end, within seconds.
    name: 'readiness',
    everyMs: 5 * SECOND_MS,
    runsOn: 'each',
    failure: 'readiness check failed',
    run: () => readiness.check(),
  },
  {
    name: 'settling',
    everyMs: 5 * SECOND_MS,
    runsOn: 'one',
    failure: 'sweep failed',
    run: async () => {
      if ((await settleDue(store, settler, config, clock())) > 0) wake.notify('outbox', 'sweep')
    },
  },
  {
    name: 'deletion',
    everyMs: 5 * SECOND_MS,
    runsOn: 'one',
    failure: 'removal of what was deleted failed',
    run: () => purgeDeleted(store, clock()),
  },
  {
    name: 'tidying',
    everyMs: MINUTE_MS,
    runsOn: 'one',
    failure: 'removal of expired sessions failed',
    run: () => pruneExpired(store, clock(), sharedClock(store.dialect, clock)),
  },
  {
    name: 'accounts',
    everyMs: 60 * MINUTE_MS,
    runsOn: 'one',
    failure: 'removal of old counts of searches failed',
    async run() {
      await pruneActiveProjects(store)
      await pruneSearchCounts(store, sharedClock(store.dialect, clock))
    },
  },
  {
    name: 'expiry',
    everyMs: 10 * SECOND_MS,
    runsOn: 'one',
    failure: 'expiry of messages failed',
    run: (ending) => expireMessages(bus, clock(), ending),
  },
  {
    name: 'messages',
    everyMs: 60 * MINUTE_MS,
    runsOn: 'one',
    failure: 'removal of old messages failed',
    run: (ending) => pruneMessages(bus, config.bus.retention, clock(), ending),
  },
  {
    name: 'tokens',
    everyMs: MINUTE_MS,
    runsOn: 'one',
    failure: 'removal of expired tokens of workflows failed',
    run: () => forgetTokens(store, clock()),
  },
  {
    // A search reads newer tests directly.
    name: 'indexing',
    everyMs: 30 * SECOND_MS,
    runsOn: 'one',
    failure: 'indexing of tests failed',
    run: () => indexTests(store),
  },
  {
    // Finds work only after an upgrade that changes the index, and after an end of the server in the
    // middle of a write: writes index their documents, and deletions remove their rows, by themselves.
    name: 'knowledge-index',
    everyMs: 30 * SECOND_MS,
    runsOn: 'one',
    runsAtStart: true,
    failure: 'indexing of documents failed',
    run: async (ending) => {
      await removeAllLeftovers(store, ending)
      await reindexDocuments(store, ending)
    },
  },
  ...(embedding === null
    ? []
    : [
        {
          name: 'embeddings',
          everyMs: 5 * SECOND_MS,
          runsOn: 'one',
          failure: 'embedding of documents failed',
          run: (ending: AbortSignal) => embedding.run(ending),
        } satisfies Job,
      ]),
  {
    name: 'events',
    everyMs: 2 * SECOND_MS,
    runsOn: 'each',
    failure: 'dispatch of events failed',
    wokenBy: 'outbox',
    run: async () => {
      while ((await dispatchEvents(store, dispatching, clock())) > 0);
    },
  },
  {
    // Handles expired leases, overdue tasks, and tasks of agents that are gone.
    name: 'work',
    everyMs: 5 * SECOND_MS,
    runsOn: 'one',
    failure: 'care for tasks and leases failed',
    run: () => tendWork({ bus, clock, time: sharedClock(store.dialect, clock) }),
  },
  {
    name: 'webhooks',
    everyMs: SECOND_MS,
    runsOn: 'each',
    failure: 'delivery to webhooks failed',
    wokenBy: 'deliveries',
    run: () => deliverer.tick(),
  },
  {
    name: 'agent-webhooks',
    everyMs: 5 * SECOND_MS,
    runsOn: 'each',
    failure: 'queueing of messages for webhooks failed',
    wokenBy: 'bus',
    run: (ending) =>
      queueMessages(store, clock(), { queued: () => wake.notify('deliveries', 'messages'), ending }),
  },
  {
    name: 'limits',
    everyMs: SHARE_EVERY_MS,
    runsOn: 'each',
    failure: 'telling other replicas of limits failed',
    run: async () => sharing?.tell(),
  },
  {
    name: 'artifacts',
    everyMs: MINUTE_MS,
    runsOn: 'one',
    failure: 'sweep of artifacts failed',
    // Not during a backup, because it has listed files that must stay until it has read them.
    async run() {
      // Checked before the lock is taken, which would otherwise be created in a new folder.
      await artifacts.folder.requireSame()
      await withProcessLock(artifacts.folder.path, 'files', async () => {
        // With a replaced database, the rows would no longer protect this database's files.
        store.requireIntact()
        await removeUnreferenced(store, artifacts, clock())
      })
    },
  },
  {
    name: 'orphans',
    everyMs: DAY_MS,
    runsOn: 'one',
    failure: 'look for orphaned artifacts failed',
    run: async () => {
      store.requireIntact()
      await artifacts.folder.requireSame()
      await removeOrphans(store, artifacts, clock())
    },
  },
  {
    name: 'retention',
    everyMs: 10 * MINUTE_MS,
    runsOn: 'one',
    failure: 'retention failed',
    run: (ending) => runRetention(store, { defaults: config.retention, clock, log, isKnown }, ending),
  },
]

/** Handles the errors of an event. */
export type Failed = (event: string) => (error: unknown) => void

/** Starts the jobs. `stop` aborts them and waits for running ones. */
export function startJobs(
  jobs: Job[],
  { leases, wake, failed }: { leases: JobLeases; wake: Wake; failed: Failed },
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const repeating = jobs.map((job) => {
    const repeated = repeat(
      job.everyMs,
      async () => {
        const lease = job.runsOn === 'one' ? leases.held(job.name) : stopping.signal
        if (lease) await job.run(AbortSignal.any([lease, stopping.signal]))
      },
      failed(job.failure),
    )
    if (job.wokenBy) wake.listen(job.wokenBy, () => repeated.now())
    if (job.runsAtStart) repeated.now()
    return repeated
  })
  return {
    async stop() {
      stopping.abort()
      await Promise.all(repeating.map((one) => one.stop()))
    },
  }
}
