import { archiveSilent } from '../agents/bus/agents/archive-silent.ts'
import type { BusParts } from '../agents/bus/dependencies.ts'
import { expireMessages } from '../agents/bus/messages/expire.ts'
import { pruneMessages } from '../agents/bus/messages/prune.ts'
import { tendWork } from '../agents/bus/work.ts'
import { removeAllLeftovers } from '../agents/knowledge/remove-leftovers.ts'
import type { ChunkEmbedding } from '../agents/knowledge/search/embed-chunks.ts'
import { completeInterrupted, reindexDocuments } from '../agents/knowledge/search/reindex-documents.ts'
import { SHARE_EVERY_MS } from '../doors/rest/share-limits.ts'
import type { Clock } from '../ground/kernel/clock.ts'
import { type Dispatching, dispatchEvents } from '../ground/kernel/events.ts'
import type { Log } from '../ground/kernel/log.ts'
import type { Readiness } from '../ground/kernel/readiness.ts'
import { repeat } from '../ground/kernel/repeat.ts'
import { DAY_MS } from '../ground/kernel/time.ts'
import type { Topic, Wake } from '../ground/kernel/wake.ts'
import type { JobLeases } from '../ground/store/job-leases.ts'
import type { Store } from '../ground/store/open.ts'
import { sharedClock } from '../ground/store/portable.ts'
import { withProcessLock } from '../ground/store/process-lock.ts'
import { indexTests } from '../history/tests/index-tests.ts'
import { pruneActiveProjects } from '../people/accounts/prune-active-projects.ts'
import { pruneExpired } from '../people/identity/prune-expired.ts'
import { forgetTokens } from '../people/oidc/forget-tokens.ts'
import { pruneSearchCounts } from '../people/plans/prune-search-counts.ts'
import type { Artifacts } from '../results/artifacts/open.ts'
import { removeOrphans } from '../results/artifacts/remove-orphans.ts'
import { removeUnreferenced } from '../results/artifacts/remove-unreferenced.ts'
import { purgeDeleted } from '../upkeep/deletion/purge-deleted.ts'
import type { Deliverer } from '../upkeep/notifications/deliverer.ts'
import { runRetention } from '../upkeep/retention/retention-job.ts'
import type { Settler } from '../uploads/settlement/settle-one.ts'
import { settleDue } from '../uploads/settlement/settle-sweep.ts'
import type { Config } from './config.ts'

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
  /**
   * Set if it also runs when the server starts, because the end of the last server may have left work. A function runs
   * instead while another replica holds the lease: that may be the server that was killed.
   */
  runsAtStart?: true | ((ending: AbortSignal) => Promise<unknown>)
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
    name: 'silent-agents',
    everyMs: 60 * MINUTE_MS,
    runsOn: 'one',
    failure: 'archiving of silent agents failed',
    run: (ending) => archiveSilent(bus, { days: config.bus.silentDays, now: clock(), ending }),
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
    runsAtStart: (ending) => completeInterrupted(store, ending),
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
    const { runsAtStart } = job
    let atStart = typeof runsAtStart === 'function' ? runsAtStart : undefined
    const repeated = repeat(
      job.everyMs,
      async () => {
        const withoutLease = atStart
        atStart = undefined
        const lease = job.runsOn === 'one' ? leases.held(job.name) : stopping.signal
        if (lease) await job.run(AbortSignal.any([lease, stopping.signal]))
        else await withoutLease?.(stopping.signal)
      },
      failed(job.failure),
    )
    if (job.wokenBy) wake.listen(job.wokenBy, () => repeated.now())
    if (runsAtStart) repeated.now()
    return repeated
  })
  return {
    async stop() {
      stopping.abort()
      await Promise.all(repeating.map((one) => one.stop()))
    },
  }
}
