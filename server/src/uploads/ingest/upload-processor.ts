import type { IngestReceipt } from '@svc/protocol'
import type { Settler } from '../settlement/settle-one.ts'

/** Query parameters for fields that a document lacks, such as a CTRF report's project. */
export interface DocumentDefaults {
  project?: string | undefined
  suite?: string | undefined
  build?: string | undefined
  branch?: string | undefined
  commit?: string | undefined
  leg?: string | undefined
  variant?: string | undefined
  attempt?: number | undefined
}

/** One upload as received: still compressed and unchecked. */
export interface ReceivedUpload {
  kind: 'journal' | 'document'
  body: Uint8Array
  encoding: 'identity' | 'gzip' | 'zstd'
  /** Journal: number of the first entry in the body. */
  from: number
  /** The client's clock at the time of sending, milliseconds since the epoch; null if it sent none. */
  clientClock: number | null
  receivedAt: number
  organizationId: number
  apiKeyId: number | null
  /** Set if the key may write to one project only. */
  projectId: number | null
  baseUrl: string
  defaults: DocumentDefaults
  /** False if the key's write limit is reached: the upload may then only add to running executions. */
  mayStart: boolean
}

export interface Ingested {
  receipt: IngestReceipt
  projectId: number
  /** True if this began an execution or reopened a settled one, which counts as one write. */
  started: boolean
  /** Number of stored attempts of tests, without those that the server had. */
  results: number
  /** Its execution, if that is complete and too large to settle in the upload's transaction; else null. */
  toSettle: number | null
}

/**
 * Reads and stores uploads, and settles large executions, away from the event loop. It rejects an upload with a
 * `Problem`, and then stores nothing.
 */
export interface UploadProcessor extends Settler {
  /** `check` runs right before the upload is stored, which may be long after its call; its refusal rejects the upload. */
  apply(upload: ReceivedUpload, check?: () => Promise<void>): Promise<Ingested>
  close(): Promise<void>
}
