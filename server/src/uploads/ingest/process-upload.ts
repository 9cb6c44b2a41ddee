import { freeBytes } from '../../ground/kernel/free-bytes.ts'
import type { Store } from '../../ground/store/open.ts'
import { settleInSteps } from '../settlement/settle-in-steps.ts'
import type { Settler } from '../settlement/settle-one.ts'
import type { SettleTimes } from '../settlement/settlement-rule.ts'
import { applySegment } from './apply.ts'
import { boundNames } from './check.ts'
import { inflate } from './inflate.ts'
import { KnownTests } from './intern-tests.ts'
import { readDocument } from './read-document.ts'
import { readJournal } from './read-journal.ts'
import type { Opening } from './reopen-for.ts'
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
  opening: Opening
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
  boundNames(read)
  const { from, clientClock, receivedAt } = upload
  return {
    segment: { ...read, from, clientClock, receivedAt },
    bytes: body.length,
    opening: { isWrite: false },
  }
}

/** Some tools write a byte order mark first. */
const withoutMark = (body: Uint8Array): Uint8Array =>
  body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body

/** Stores a read upload in one transaction; null if it must be called again, see `applySegment`. */
export const storeUpload = (
  { store, times, known }: Workshop,
  { segment, opening }: ReadUpload,
  upload: ReceivedUpload,
): Promise<Ingested | null> => applySegment(store, known, segment, upload, times, opening)

/** Settles the execution that an upload has completed, if it is large; only then does its sender get the state. */
export async function settleUploaded(
  { read }: Store,
  settler: Settler,
  ingested: Ingested,
  { organizationId, receivedAt: now }: ReceivedUpload,
): Promise<Ingested> {
  const { toSettle, receipt } = ingested
  if (toSettle === null) return ingested
  await settler.settle({ executionId: toSettle, organizationId, rule: 'quiet', now })
  const { state } = await read
    .selectFrom('execution')
    .select('state')
    .where('id', '=', toSettle)
    .executeTakeFirstOrThrow()
  return { ...ingested, receipt: { ...receipt, execution: { ...receipt.execution, state } } }
}

/** Ingest on the caller's own thread: for commands and tests without an event loop to protect. */
export function processUploadsHere(store: Store, times: SettleTimes): UploadProcessor {
  const workshop = { store, times, known: new KnownTests() }
  const here: UploadProcessor = {
    async apply(upload, check) {
      const read = await readUpload(upload)
      await check?.()
      for (;;) {
        const stored = await storeUpload(workshop, read, upload)
        if (stored) return settleUploaded(store, here, stored, upload)
      }
    },
    async settle(order, check) {
      await check?.()
      const steps = settleInSteps(store, times, order)
      for (;;) {
        const { done, value } = await steps.next()
        if (done) return value
        await value()
      }
    },
    close: async () => undefined,
  }
  return here
}
