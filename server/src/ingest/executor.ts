import type { IngestReceipt } from '@svc/protocol'

/** Query parameters that say what a document leaves open, such as a CTRF report's project. */
export interface DocumentDefaults {
  project?: string | undefined
  suite?: string | undefined
  build?: string | undefined
  branch?: string | undefined
  commit?: string | undefined
  leg?: string | undefined
  variant?: string | undefined
}

/** One upload as it came in: still compressed, nothing in it looked at. */
export interface IngestJob {
  kind: 'journal' | 'document'
  body: Uint8Array
  encoding: 'identity' | 'gzip' | 'zstd'
  /** Journal: number of the first entry in the body. */
  from: number
  /** The client's clock in milliseconds since the epoch when it sent this; null where it did not say. */
  clientClock: number | null
  receivedAt: number
  organizationId: number
  apiKeyId: number | null
  /** Set where the key may write to one project only. */
  projectId: number | null
  baseUrl: string
  defaults: DocumentDefaults
  /** False where the key's write limit is used up: then only an upload under way may go on. */
  mayStart: boolean
}

export interface Ingested {
  receipt: IngestReceipt
  /** True where this began a new execution, which counts as one write. */
  started: boolean
}

/** Reads and stores uploads, away from the event loop. Refusals are `Problem`s; then nothing was stored. */
export interface IngestExecutor {
  apply(job: IngestJob): Promise<Ingested>
  close(): Promise<void>
}
