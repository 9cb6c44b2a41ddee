import type { ProblemCode } from '@svc/protocol'
import { pageParameters, wholeNumber } from '@svc/schema'
import type { Hono } from 'hono'
import { z } from 'zod'
import { requireAccess } from '../../ground/kernel/access.ts'
import type { Context } from '../../ground/kernel/context.ts'
import { listOf } from '../../ground/kernel/cursor.ts'
import { describeError, type Log } from '../../ground/kernel/log.ts'
import { parseInput } from '../../ground/kernel/parse-input.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import type { Readiness } from '../../ground/kernel/readiness.ts'
import { SERVER_VERSION } from '../../ground/kernel/version.ts'
import { apiHeaders, notModified, tagged, weakTag } from './answer.ts'
import { compressed, compressedStream, varied } from './compress.ts'
import type { RestEnv } from './env.ts'
import { rechecking, whileAllowed } from './recheck.ts'
import { contextOf, inputOf, type ServerContext, singleQuery } from './routes.ts'

const STATUSES = ['passed', 'failed', 'flaky', 'skipped'] as const

const Wanted = z.strictObject({
  id: z.uuid(),
  /** Several values are separated by commas. */
  status: z
    .string()
    .transform((list) => list.split(','))
    .pipe(z.array(z.enum(STATUSES, `must be one or more of ${STATUSES.join(', ')}, separated by commas`)))
    .optional(),
  test: z
    .string()
    .regex(/^[0-9a-f]{32}$/, "must be a test's id, 32 hex digits")
    .optional(),
  limit: wholeNumber(1, 200_000).optional(),
  cursor: pageParameters.cursor,
})

const READER = { role: 'viewer', scope: 'read' } as const
/** A credential that ends during the answer is not a server failure. */
const REFUSALS = new Set<ProblemCode>(['UNAUTHORIZED', 'FORBIDDEN'])

/** Text, or UTF-8 as it is sent. */
type Piece = string | Uint8Array

interface Detail {
  execution: object
  /** A text that differs whenever the answer does. */
  version: string
  /**
   * The items of a JSON array in pieces; afterwards the attachments as JSON, and the position after
   * the last result.
   */
  results: AsyncGenerator<Piece, { artifacts: string; next: readonly [number, number] | null }>
  cursorOf: Context['cursors']['encode'] | null
}
export type ReadDetail = (ctx: Context, wanted: z.output<typeof Wanted>) => Promise<Detail>

/** An answer of at most this many bytes is sent at once, with its length. */
const WHOLE_UP_TO = 64 * 1024

/** `GET /api/executions/:id`: a complete execution; mounted by hand because a large one is streamed. */
export function mountExecutionDetail(
  app: Hono<RestEnv>,
  server: ServerContext,
  read: ReadDetail,
  { log, readiness }: { log: Log; readiness: Readiness },
): void {
  app.get('/api/executions/:id', async (c) => {
    requireAccess(c.get('caller'), READER)
    const check = rechecking(c, server.clock, READER)
    const path = c.req.param()
    const wanted = parseInput(Wanted, inputOf(path, singleQuery(c)), Object.keys(path))
    const ctx = contextOf(c, server, () => listOf('/api/executions/:id', wanted))
    const detail = await read(ctx, wanted)
    const tag = weakTag(SERVER_VERSION + detail.version)
    const pieces = whileAllowed(bodyOf(detail), check)
    const known = notModified(c, tag)
    if (known) return known
    const headers = { 'Content-Type': 'application/json', ...apiHeaders(c), ...tagged(tag) }
    const start: Uint8Array[] = []
    for (let length = 0; length < WHOLE_UP_TO; ) {
      const { done, value } = await pieces.next()
      if (done) return compressed(c, Buffer.concat(start), headers)
      const bytes = bytesOf(value)
      start.push(bytes)
      length += bytes.byteLength
    }
    const onError = (error: unknown) => {
      const isRefused = error instanceof Problem && REFUSALS.has(error.code)
      if (isRefused || readiness.note(error, `GET ${c.req.path}`)) return
      log({ level: 'error', event: 'answer cut off', path: c.req.path, error: describeError(error) })
    }
    // Nobody reads the body of an answer to HEAD, so nothing may wait for its end.
    if (c.req.method === 'HEAD') {
      await pieces.return(undefined)
      return new Response(null, { headers: varied(headers) })
    }
    const all = { first: Buffer.concat(start), pieces }
    return (
      compressedStream(c, wholeOf(all), headers, onError) ??
      new Response(streamOf(all.first, pieces, onError), { headers: varied(headers) })
    )
  })
}

async function* bodyOf({ execution, results, cursorOf }: Detail): AsyncGenerator<Piece, undefined> {
  yield `{"success":true,"data":${JSON.stringify(execution).slice(0, -1)},"results":[`
  const { artifacts, next } = yield* results
  const page = cursorOf ? `,"page":${JSON.stringify({ nextCursor: next && cursorOf(next) })}` : ''
  yield `],"artifacts":${artifacts}}${page}}`
}

async function* wholeOf({ first, pieces }: { first: Uint8Array; pieces: AsyncGenerator<Piece, undefined> }) {
  try {
    yield first
    for await (const piece of pieces) yield bytesOf(piece)
  } finally {
    await pieces.return(undefined)
  }
}

/**
 * Requests the next piece when the client has read the previous one. An error cuts the body off, so
 * that clients notice that it is incomplete.
 */
function streamOf(start: Uint8Array, pieces: AsyncIterator<Piece>, onError: (error: unknown) => void) {
  let isTaken = true
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(start),
    async pull(controller) {
      try {
        const { done, value } = await pieces.next()
        if (!isTaken) return
        if (done) controller.close()
        else controller.enqueue(bytesOf(value))
      } catch (error) {
        if (!isTaken) return
        onError(error)
        controller.error(error)
      }
    },
    async cancel() {
      isTaken = false
      await pieces.return?.()
    },
  })
}

const encoder = new TextEncoder()
const bytesOf = (piece: Piece): Uint8Array => (typeof piece === 'string' ? encoder.encode(piece) : piece)
