import { LIMITS } from '@svc/protocol'
import { requireAccess } from '../../../ground/kernel/access.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import type {
  DocumentDefaults,
  ReceivedUpload,
  UploadProcessor,
} from '../../../uploads/ingest/upload-processor.ts'
import { answer } from '../answer.ts'
import { lengthOf, readBody } from '../bodies/read-body.ts'
import { chargeUpload } from '../charge.ts'
import type { RestContext } from '../env.ts'
import type { RateLimits } from '../rate-limit.ts'
import { recheck, rechecking } from '../recheck.ts'
import type { ServerContext } from '../routes.ts'

/** What the two upload routes need. */
export interface UploadDoor {
  server: ServerContext
  processor: UploadProcessor
  limits: RateLimits
}

/** What a route found in the head of the request. */
export interface UploadHead {
  kind: ReceivedUpload['kind']
  from: number
  clientClock: number | null
  defaults: DocumentDefaults
}

/** Refuses senders that may not upload, before any byte of the body is read. */
export const requireUploader = (c: RestContext) => requireAccess(c.get('caller'), UPLOADER)

const UPLOADER = { role: 'editor', scope: 'ingest' } as const

/**
 * Handles one upload: reads it within its limits and the key's budgets, passes it to the processor,
 * and answers with the receipt.
 */
export async function receiveUpload(c: RestContext, door: UploadDoor, head: UploadHead): Promise<Response> {
  const { limits, server } = door
  const caller = c.get('caller')
  const encoding = encodingOf(c)
  const charge = chargeUpload(limits, server.clock, caller.credential, lengthOf(c))
  const check = rechecking(c, server.clock, UPLOADER)
  const receivedAt = server.clock()
  const { bytes, release } = await readBody(c, {
    limitBytes: LIMITS.segmentBytes,
    intake: server.bodies.known,
    sender: caller,
    onBytes: charge.onBytes,
    afterWait: () => recheck(c, UPLOADER),
  }).finally(charge.end)
  try {
    if (bytes.byteLength === 0)
      throw new Problem('INVALID_REQUEST', 'The body is empty; send the results to upload.')
    const mayStart = limits.writes.peek(caller.credential, server.clock())?.remaining !== 0
    const countWrite = () => c.set('quota', limits.writes.add(caller.credential, 1, server.clock()))
    const { receipt, started } = await door.processor
      .apply(
        {
          ...head,
          body: bytes,
          encoding,
          receivedAt,
          mayStart,
          organizationId: caller.organizationId,
          apiKeyId: caller.apiKeyId,
          projectId: caller.projectId,
          baseUrl: server.baseUrl,
        },
        // Uploads of others may be stored first.
        check,
      )
      .catch((error: unknown) => {
        if (error instanceof Problem && error.facts.isWrite) countWrite()
        throw error
      })
    // Segments and parts of a running execution do not count as writes: they must never be stopped
    // half-way.
    if (started) countWrite()
    return answer(c, 200, { success: true, data: receipt })
  } finally {
    release()
  }
}

function encodingOf(c: RestContext): ReceivedUpload['encoding'] {
  const encoding = (c.req.header('Content-Encoding') ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity' || encoding === 'gzip' || encoding === 'zstd') return encoding
  throw new Problem('INVALID_REQUEST', 'Content-Encoding must be identity, gzip or zstd.')
}
