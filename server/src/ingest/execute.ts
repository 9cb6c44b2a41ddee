import type { SettleTimes } from '../executions/settle.ts'
import type { Store } from '../store/open.ts'
import { applySegment } from './apply.ts'
import type { IngestExecutor, Ingested, IngestJob } from './executor.ts'
import { inflate } from './inflate.ts'
import { KnownTests } from './intern-tests.ts'
import { readDocument } from './read-document.ts'
import { readJournal } from './read-journal.ts'

/** What ingest works with on its thread. */
export interface Workshop {
  store: Store
  times: SettleTimes
  known: KnownTests
}

/** Takes an upload from its compressed bytes to a commit. */
export async function execute({ store, times, known }: Workshop, job: IngestJob): Promise<Ingested> {
  const body = await inflate(job.body, job.encoding)
  const read = job.kind === 'journal' ? readJournal(body) : readDocument(body, job.defaults, job.receivedAt)
  const segment = { ...read, from: job.from, clientClock: job.clientClock, receivedAt: job.receivedAt }
  return applySegment(store, known, segment, job, times)
}

/** Ingest on the caller's own thread: for commands and tests that have no event loop to keep free. */
export function ingestHere(store: Store, times: SettleTimes): IngestExecutor {
  const workshop = { store, times, known: new KnownTests() }
  return { apply: (job) => execute(workshop, job), close: async () => undefined }
}
