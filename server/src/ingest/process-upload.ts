import { freeBytes } from '../kernel/free-bytes.ts'
import type { SettleTimes } from '../settlement/settle.ts'
import { settleOne } from '../settlement/settle-one.ts'
import type { Store } from '../store/open.ts'
import { applySegment } from './apply.ts'
import { inflate } from './inflate.ts'
import { KnownTests } from './intern-tests.ts'
import { readDocument } from './read-document.ts'
import { readJournal } from './read-journal.ts'
import type { Segment } from './segment.ts'
import type { IngestExecutor, Ingested, IngestJob } from './upload-processor.ts'

/** The objects that ingest needs on its thread. */
export interface Workshop {
  store: Store
  times: SettleTimes
  known: KnownTests
}

/** A checked upload with the size of its body. */
export interface ReadJob {
  segment: Segment
  /** Decompressed. */
  bytes: number
}

/** Converts an upload from its compressed bytes to its rows; needs no database. */
export async function readJob(job: IngestJob): Promise<ReadJob> {
  const inflated = await inflate(job.body, job.encoding)
  try {
    return readInflated(inflated, job)
  } finally {
    if (inflated !== job.body) freeBytes(inflated)
  }
}

function readInflated(inflated: Uint8Array, job: IngestJob): ReadJob {
  const body = withoutMark(inflated)
  const read = job.kind === 'journal' ? readJournal(body) : readDocument(body, job.defaults, job.receivedAt)
  const { from, clientClock, receivedAt } = job
  return { segment: { ...read, from, clientClock, receivedAt }, bytes: body.length }
}

/** Some tools write a byte order mark first. */
const withoutMark = (body: Uint8Array): Uint8Array =>
  body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body

/** Stores a read upload in one transaction. */
export const storeJob = (
  { store, times, known }: Workshop,
  { segment }: ReadJob,
  job: IngestJob,
): Promise<Ingested> => applySegment(store, known, segment, job, times)

/** Ingest on the caller's own thread: for commands and tests without an event loop to protect. */
export function ingestHere(store: Store, times: SettleTimes): IngestExecutor {
  const workshop = { store, times, known: new KnownTests() }
  return {
    async apply(job, check) {
      const read = await readJob(job)
      await check?.()
      return storeJob(workshop, read, job)
    },
    async settle(order, check) {
      await check?.()
      return settleOne(store, times, order)
    },
    close: async () => undefined,
  }
}
