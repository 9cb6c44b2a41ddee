import { freeBytes } from '../kernel/free-bytes.ts'
import { settleOne } from '../settlement/settle-one.ts'
import type { SettleTimes } from '../settlement/settlement-rule.ts'
import type { Store } from '../store/open.ts'
import { applySegment } from './apply.ts'
import { inflate } from './inflate.ts'
import { KnownTests } from './intern-tests.ts'
import { readDocument } from './read-document.ts'
import { readJournal } from './read-journal.ts'
import type { Segment } from './segment.ts'
import type { Ingested, ReceivedUpload, UploadProcessor } from './upload-processor.ts'

/** The objects that ingest needs on its thread. */
export interface Workshop {
  store: Store
  times: SettleTimes
  known: KnownTests
}

/** A checked upload with the size of its body. */
export interface ReadUpload {
  segment: Segment
  /** Decompressed. */
  bytes: number
}

/** Converts an upload from its compressed bytes to its rows; needs no database. */
export async function readUpload(upload: ReceivedUpload): Promise<ReadUpload> {
  const inflated = await inflate(upload.body, upload.encoding)
  try {
    return readInflated(inflated, upload)
  } finally {
    if (inflated !== upload.body) freeBytes(inflated)
  }
}

function readInflated(inflated: Uint8Array, upload: ReceivedUpload): ReadUpload {
  const body = withoutMark(inflated)
  const read =
    upload.kind === 'journal' ? readJournal(body) : readDocument(body, upload.defaults, upload.receivedAt)
  const { from, clientClock, receivedAt } = upload
  return { segment: { ...read, from, clientClock, receivedAt }, bytes: body.length }
}

/** Some tools write a byte order mark first. */
const withoutMark = (body: Uint8Array): Uint8Array =>
  body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body

/** Stores a read upload in one transaction. */
export const storeUpload = (
  { store, times, known }: Workshop,
  { segment }: ReadUpload,
  upload: ReceivedUpload,
): Promise<Ingested> => applySegment(store, known, segment, upload, times)

/** Ingest on the caller's own thread: for commands and tests without an event loop to protect. */
export function processUploadsHere(store: Store, times: SettleTimes): UploadProcessor {
  const workshop = { store, times, known: new KnownTests() }
  return {
    async apply(upload, check) {
      const read = await readUpload(upload)
      await check?.()
      return storeUpload(workshop, read, upload)
    },
    async settle(order, check) {
      await check?.()
      return settleOne(store, times, order)
    },
    close: async () => undefined,
  }
}
