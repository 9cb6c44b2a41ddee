import { INGEST_HEADERS, LIMITS } from '@svc/protocol'
import { wholeNumber } from '@svc/schema'
import type { Hono } from 'hono'
import { z } from 'zod'
import { requireAccess } from '../../../ground/kernel/access.ts'
import { parseInput } from '../../../ground/kernel/parse-input.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import type {
  DocumentDefaults,
  ReceivedUpload,
  UploadProcessor,
} from '../../../uploads/ingest/upload-processor.ts'
import { answer } from '../answer.ts'
import { lengthOf, mediaType, readBody } from '../bodies/read-body.ts'
import type { RestContext, RestEnv } from '../env.ts'
import { chargeUpload, type RateLimits } from '../rate-limit.ts'
import { recheck, rechecking } from '../recheck.ts'
import { type ServerContext, singleQuery } from '../routes.ts'

/** What the two upload routes need. */
export interface UploadDoor {
  server: ServerContext
  processor: UploadProcessor
  limits: RateLimits
}

const MEDIA_TYPES = ['application/x-ndjson', 'application/ndjson', 'application/jsonl']
const NoParameters = z.strictObject({})

/** `POST /api/ingest`: a segment of a reporter's journal as NDJSON; idempotent. */
export function mountIngest(app: Hono<RestEnv>, door: UploadDoor): void {
  app.post('/api/ingest', (c) => {
    requireUploader(c)
    parseInput(NoParameters, singleQuery(c))
    if (!MEDIA_TYPES.includes(mediaType(c))) {
      throw new Problem('INVALID_REQUEST', `Content-Type must be ${MEDIA_TYPES[0]}.`)
    }
    return receiveUpload(c, door, {
      kind: 'journal',
      from: wholeHeader(c, INGEST_HEADERS.from, 'the number of the first entry in the body') ?? 0,
      clientClock: wholeHeader(c, INGEST_HEADERS.clock, "the client's clock in milliseconds since the epoch"),
      defaults: {},
    })
  })
}

function wholeHeader(c: RestContext, name: string, meaning: string): number | null {
  const text = c.req.header(name)
  if (text === undefined) return null
  if (!/^\d{1,15}$/.test(text)) throw new Problem('INVALID_REQUEST', `The header ${name} must be ${meaning}.`)
  return Number(text)
}

const Text = z.string().min(1).max(LIMITS.textBytes)

/** Fields that a document may leave to the query; the query overrides the document. */
const Defaults = z.strictObject({
  project: Text.optional(),
  suite: Text.optional(),
  build: Text.optional(),
  branch: Text.optional(),
  commit: Text.optional(),
  leg: Text.optional(),
  variant: Text.optional(),
  attempt: wholeNumber(1, LIMITS.attempt).optional(),
}) satisfies z.ZodType<DocumentDefaults>

/** `POST /api/test-results`: a whole execution in one JSON document, svc's own or CTRF. */
export function mountTestResults(app: Hono<RestEnv>, door: UploadDoor): void {
  app.post('/api/test-results', (c) => {
    requireUploader(c)
    const defaults = parseInput(Defaults, singleQuery(c))
    if (mediaType(c) !== 'application/json') {
      throw new Problem('INVALID_REQUEST', 'Content-Type must be application/json.')
    }
    return receiveUpload(c, door, { kind: 'document', from: 0, clientClock: null, defaults })
  })
}

/** What a route found in the head of the request. */
type UploadHead = Pick<ReceivedUpload, 'kind' | 'from' | 'clientClock' | 'defaults'>

/** Refuses senders that may not upload, before any byte of the body is read. */
const requireUploader = (c: RestContext) => requireAccess(c.get('caller'), UPLOADER)

const UPLOADER = { role: 'editor', scope: 'ingest' } as const

/**
 * Handles one upload: reads it within its limits and the key's budgets, passes it to the processor,
 * and answers with the receipt.
 */
async function receiveUpload(c: RestContext, door: UploadDoor, head: UploadHead): Promise<Response> {
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
