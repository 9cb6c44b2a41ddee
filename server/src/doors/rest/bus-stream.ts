import { hash } from 'node:crypto'
import { PassThrough, Readable, type Writable } from 'node:stream'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Hono } from 'hono'
import { z } from 'zod'
import { requireAccess } from '../../ground/kernel/access.ts'
import type { Context } from '../../ground/kernel/context.ts'
import { parseInput } from '../../ground/kernel/parse-input.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { apiHeaders } from './answer.ts'
import type { ConcurrencyLimit } from './concurrency-limit.ts'
import type { RestContext, RestEnv } from './env.ts'
import { recheck } from './recheck.ts'
import { contextOf, type ServerContext, singleQuery } from './routes.ts'

const PATH = '/api/bus/stream'
const ACCESS = { role: 'viewer', scope: 'bus' } as const
const Wanted = z.strictObject({ agent: z.string().optional() })

/** A stream that is ready to begin. */
interface BusStream {
  /** Writes events until the stream ends. */
  start(
    out: Writable,
    receiver: {
      credential: string
      check: () => Promise<Problem | null>
      endsAt: () => number | null
      onClose: () => void
    },
  ): void
  /** Throws a Problem unless this caller may receive this inbox. */
  require(ctx: Context): Promise<void>
}

export interface BusStreamDoor {
  server: ServerContext
  /** The number of streams of one credential, and of one organization. */
  limits: { credential: ConcurrencyLimit; organization: ConcurrencyLimit }
  /** Throws a Problem if the caller has no such inbox. */
  open(ctx: Context, lastEventId: string | undefined): Promise<BusStream>
}

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // Prevents proxies from buffering or compressing events.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
}

/** `GET /api/bus/stream`: messages to an agent as server-sent events, mounted by hand because it does not end. */
export function mountBusStream(app: Hono<RestEnv>, door: BusStreamDoor): void {
  app.get(PATH, async (c) => {
    const caller = c.get('caller')
    requireAccess(caller, ACCESS)
    const { agent } = parseInput(Wanted, singleQuery(c))
    const own = contextOf(c, door.server)
    const ctx = { ...own, actingAs: agent ?? own.actingAs }
    const stream = await door.open(ctx, c.req.header('Last-Event-ID'))
    const headers = { ...apiHeaders(c), ...HEADERS }
    if (c.req.method === 'HEAD') return new Response(null, { headers })
    const onClose = takePlaces(door, caller)
    const receiver = {
      credential: checkedAs(c),
      check: checkOf(c, door, stream),
      endsAt: () => c.get('caller').endsAt,
      onClose,
    }
    const { outgoing } = c.env
    // Without a socket, as in tests.
    if (!outgoing) {
      const out = new PassThrough()
      stream.start(out, receiver)
      return new Response(Readable.toWeb(out) as ReadableStream<Uint8Array>, { headers })
    }
    outgoing.socket?.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS)
    // Frames are written as they are, without a length before each piece; the stream ends with its
    // connection.
    outgoing.removeHeader('Transfer-Encoding')
    outgoing.writeHead(200, headers)
    outgoing.flushHeaders()
    // The socket sends a frame at once; the response would keep the frames of all streams until the
    // last one is written. There is no socket while an earlier answer of its connection is in
    // progress.
    stream.start(outgoing.socket ?? (outgoing as unknown as Writable), receiver)
    // The adapter writes a response that nobody has read from its cache, without the check of this
    // mark.
    void RESPONSE_ALREADY_SENT.body
    return RESPONSE_ALREADY_SENT
  })
}

/** Detects that a machine has vanished, milliseconds. */
const KEEP_ALIVE_MS = 30_000

function takePlaces({ limits }: BusStreamDoor, { credential, organizationId }: Context['caller']) {
  const ofCredential = limits.credential.take(credential)
  const ofOrganization = ofCredential && limits.organization.take(String(organizationId))
  if (ofCredential && ofOrganization)
    return () => {
      ofCredential()
      ofOrganization()
    }
  ofCredential?.()
  const whose = ofCredential ? 'organization' : 'credential'
  throw new Problem(
    'RATE_LIMITED',
    `This ${whose} may keep ${limits[whose].most} streams open. Close one of them first.`,
    { retryAfterSeconds: 5 },
  )
}

/** Each token of a session ends by itself, although limits apply to the person. */
const checkedAs = (c: RestContext): string =>
  hash('sha256', c.req.header('Authorization') ?? c.req.header('Cookie') ?? '')

/**
 * Reads the credential again, as for a new request, because it may be revoked, expired or
 * restricted meanwhile.
 */
function checkOf(c: RestContext, { server }: BusStreamDoor, stream: BusStream) {
  const ctx = contextOf(c, server)
  return async (): Promise<Problem | null> => {
    try {
      await recheck(c, ACCESS, 'as-new')
      await stream.require({ ...ctx, caller: c.get('caller') })
      return null
    } catch (error) {
      if (error instanceof Problem) return error
      throw error
    }
  }
}
