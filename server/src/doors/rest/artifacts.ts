import { Readable } from 'node:stream'
import { ARTIFACT_HEADERS } from '@svc/protocol'
import type { Hono } from 'hono'
import { z } from 'zod'
import { requireAccess } from '../../ground/kernel/access.ts'
import type { Context } from '../../ground/kernel/context.ts'
import { describeError, type Log } from '../../ground/kernel/log.ts'
import { parseInput } from '../../ground/kernel/parse-input.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import type { KnownSender } from '../../people/identity/authenticate.ts'
import { answer, apiHeaders } from './answer.ts'
import type { ArtifactAddresses } from './artifact-addresses.ts'
import { artifactHeaders, isKnownTag, type Sent } from './artifact-headers.ts'
import type { Room } from './bodies/intake.ts'
import { blocksFrom, isBodyHere, leavingOf, lengthOf, mediaType } from './bodies/read-body.ts'
import type { ConcurrencyLimit } from './concurrency-limit.ts'
import type { RestContext, RestEnv } from './env.ts'
import { chargeUpload, type RateLimits } from './rate-limit.ts'
import { recheck, rechecking, whileAllowed } from './recheck.ts'
import { contextOf, inputOf, type ServerContext, singleQuery } from './routes.ts'

interface Upload {
  id: string
  received: number
  sizeBytes: number
  state: 'awaited' | 'stored'
}

interface Download {
  id: string
  name: string
  contentType: string
  sizeBytes: number
  sha256: string
  read(range?: { start: number; end: number }): Promise<Readable>
  addressOf?(answer: { type: string; disposition: string }): Promise<string>
}

/** What the routes for artifacts' bytes need. */
export interface ArtifactDoor {
  server: ServerContext
  limits: RateLimits
  /** The maximum number of concurrent downloads of one credential. */
  downloads: ConcurrencyLimit
  log: Log
  /** Addresses on the origin of artifacts; null if the server has none. */
  addresses: ArtifactAddresses | null
  find(ctx: Context, id: string): Promise<Download>
  uploadState(ctx: Context, id: string): Promise<Upload>
  receive(
    ctx: Context,
    piece: { id: string; offset: number; bytes: AsyncIterable<Uint8Array> },
  ): Promise<Upload>
}

/** The memory that a piece occupies on its way to the disk, bytes. */
const ON_ITS_WAY = 256 * 1024

const Wanted = z.strictObject({ id: z.uuid() })
const Shown = z.strictObject({ id: z.uuid(), viewer: z.literal('true').optional() })
export const READER = { role: 'viewer', scope: 'read' } as const
const UPLOADER = { role: 'editor', scope: 'ingest' } as const

/** The bytes of artifacts: `GET /api/artifacts/:id`, and `GET` and `PUT /api/artifacts/:id/upload`. */
export function mountArtifacts(app: Hono<RestEnv>, door: ArtifactDoor): void {
  app.get('/api/artifacts/:id', async (c) => {
    requireAccess(c.get('caller'), READER)
    const { id, viewer } = parseInput(Shown, inputOf(c.req.param(), singleQuery(c)), ['id'])
    const artifact = await door.find(contextOf(c, door.server), id)
    const { addresses } = door
    const { organizationId } = c.get('caller')
    const signed = () => addresses?.sign({ id, organizationId, reader: readerOf(c) })
    if (viewer) {
      const trace = encodeURIComponent(signed() ?? `/api/artifacts/${id}`)
      return moved(c, `${addresses?.origin ?? ''}/trace/index.html?trace=${trace}`)
    }
    if (addresses && isForDisplay(c)) return moved(c, `${addresses.origin}${signed()}`)
    const elsewhere = await addressElsewhere(c, artifact)
    if (elsewhere !== null) return moved(c, elsewhere)
    return download(c, door, artifact, addresses ? 'beside' : 'alone')
  })
  app.get('/api/artifacts/:id/upload', async (c) => {
    requireAccess(c.get('caller'), UPLOADER)
    return received(c, await door.uploadState(contextOf(c, door.server), idOf(c)))
  })
  app.put('/api/artifacts/:id/upload', async (c) => {
    requireAccess(c.get('caller'), UPLOADER)
    const id = idOf(c)
    const offset = offsetOf(c)
    const { limits, server } = door
    const caller = c.get('caller')
    const isHere = await isBodyHere(c)
    const charge = chargeUpload(limits, server.clock, caller.credential, lengthOf(c))
    const room = await server.bodies.known.enter(caller, ON_ITS_WAY, leavingOf(c)).catch((error: unknown) => {
      charge.end()
      throw error
    })
    try {
      const blocks = blocksAsSent(c, room, charge.onBytes)
      const atEnd = async () => {
        if (!isHere || room.hasWaited) await recheck(c, UPLOADER)
      }
      const bytes = whileAllowed(blocks, rechecking(c, server.clock, UPLOADER), atEnd)
      return received(c, await door.receive(contextOf(c, server), { id, offset, bytes }))
    } finally {
      room.leave()
      charge.end()
    }
  })
}

/** True if the browser itself asks, for a tab, a frame or an element of a page; false for `fetch` and for programs. */
function isForDisplay(c: RestContext): boolean {
  if (!c.get('isCookie')) return false
  const destination = c.req.header('Sec-Fetch-Dest')
  // Over plain http, only navigations and images accept more than just anything.
  return destination === undefined ? (c.req.header('Accept') ?? '*/*') !== '*/*' : destination !== 'empty'
}

/**
 * Where a program can download an artifact without this server; null if it cannot. Pages get all bytes from here, because
 * their policy allows no other origin. Elsewhere nothing is shown: there this server's headers do not protect a browser.
 */
async function addressElsewhere(c: RestContext, artifact: Download): Promise<string | null> {
  if (!artifact.addressOf || c.get('isCookie') || c.req.method === 'HEAD') return null
  const headers = artifactHeaders(artifact, 'beside')
  if (isKnownTag(c.req.header('If-None-Match'), `"${artifact.sha256}"`)) return null
  return artifact.addressOf({
    type: headers['Content-Type'] ?? '',
    disposition: headers['Content-Disposition'] ?? '',
  })
}

function readerOf(c: RestContext): KnownSender {
  const identity = c.get('identity')
  return identity.kind === 'person'
    ? { sessionId: identity.sessionId }
    : { apiKeyId: identity.caller.apiKeyId ?? 0 }
}

const moved = (c: RestContext, to: string): Response =>
  new Response(null, { status: 302, headers: { ...apiHeaders(c), Location: to } })

async function* blocksAsSent(c: RestContext, room: Room, onBytes: (count: number) => void) {
  const blocks = blocksFrom(c)
  room.onCut(blocks.fail)
  blocks.onBytes((count) => {
    room.came(count)
    onBytes(count)
  })
  for (let block = await blocks.next(); block; block = await blocks.next()) yield block
}

const received = (c: RestContext, upload: Upload): Response =>
  answer(c, 200, { success: true, data: upload }, { [ARTIFACT_HEADERS.offset]: String(upload.received) })

function idOf(c: RestContext): string {
  const path = c.req.param() as Record<string, string>
  return parseInput(Wanted, inputOf(path, singleQuery(c)), Object.keys(path)).id
}

function offsetOf(c: RestContext): number {
  if (c.req.header('Content-Encoding'))
    throw new Problem(
      'INVALID_REQUEST',
      'This path accepts no Content-Encoding: send the bytes uncompressed.',
    )
  if (mediaType(c) !== 'application/octet-stream')
    throw new Problem('INVALID_REQUEST', 'Content-Type must be application/octet-stream.')
  const text = c.req.header(ARTIFACT_HEADERS.offset) ?? ''
  if (!/^\d{1,15}$/.test(text))
    throw new Problem(
      'INVALID_REQUEST',
      `The header ${ARTIFACT_HEADERS.offset} is required and must be the position of the body's first byte, from 0.`,
    )
  return Number(text)
}

/** Sends the bytes of an artifact, or the requested range. */
export async function download(
  c: RestContext,
  door: ArtifactDoor,
  artifact: Download,
  sent: Sent,
): Promise<Response> {
  const { sizeBytes, sha256 } = artifact
  const headers = { ...apiHeaders(c), ...artifactHeaders(artifact, sent) }
  if (isKnownTag(c.req.header('If-None-Match'), `"${sha256}"`))
    return new Response(null, { status: 304, headers })
  const ifRange = c.req.header('If-Range')
  const range =
    ifRange === undefined || ifRange === headers.ETag ? readRange(c.req.header('Range'), sizeBytes) : 'none'
  if (range === 'outside') return unsatisfiable(c, sizeBytes)
  const part = range === 'none' ? undefined : range
  const init = {
    status: part ? 206 : 200,
    headers: {
      ...headers,
      'Content-Length': String(part ? part.end - part.start + 1 : sizeBytes),
      ...(part && { 'Content-Range': `bytes ${part.start}-${part.end}/${sizeBytes}` }),
    },
  }
  // Nobody reads the body of an answer to HEAD, so nothing may be opened for it.
  if (c.req.method === 'HEAD') return new Response(null, init)
  return new Response(await open(c, door, artifact, part), init)
}

async function open(
  c: RestContext,
  { downloads, log, server }: ArtifactDoor,
  artifact: Download,
  part: { start: number; end: number } | undefined,
): Promise<ReadableStream<Uint8Array>> {
  const giveBack = downloads.take(c.get('caller').credential)
  if (giveBack === null)
    throw new Problem(
      'RATE_LIMITED',
      `This credential may download ${downloads.most} artifacts at a time. Try again in 1 s.`,
      { retryAfterSeconds: 1 },
    )
  try {
    const stream = await artifact.read(part)
    stream.on('close', giveBack)
    stream.on('error', (error) =>
      log({ level: 'error', event: 'answer cut off', path: c.req.path, error: describeError(error) }),
    )
    const pieces = whileAllowed(piecesOf(stream), rechecking(c, server.clock, READER))
    const body = Readable.from(pieces, { objectMode: false, highWaterMark: stream.readableHighWaterMark })
    // Also runs if nobody has read the first piece.
    body.on('close', () => stream.destroy())
    return Readable.toWeb(body) as ReadableStream<Uint8Array>
  } catch (error) {
    giveBack()
    throw error
  }
}

async function* piecesOf(stream: Readable): AsyncGenerator<Uint8Array, void> {
  // Its owner destroys it, without an error.
  yield* stream.iterator({ destroyOnReturn: false })
}

const unsatisfiable = (c: RestContext, sizeBytes: number): Response =>
  answer(
    c,
    416,
    {
      success: false,
      error: {
        code: 'INVALID_REQUEST',
        message: `The range is outside of the artifact's ${sizeBytes} bytes.`,
      },
    },
    { 'Content-Range': `bytes */${sizeBytes}` },
  )

/**
 * The requested range of a file of `size` bytes; `none` if it requests all, `outside` if no byte is in range.
 */
function readRange(
  header: string | undefined,
  sizeBytes: number,
): { start: number; end: number } | 'none' | 'outside' {
  // Several ranges, or other units, get the whole file, as RFC 9110 allows.
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.replaceAll(' ', '') ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'none'
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes)
    return length === 0 ? 'outside' : { start: sizeBytes - length, end: sizeBytes - 1 }
  }
  const start = Number(first)
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (last !== '' && Number(last) < start) return 'none'
  return start >= sizeBytes ? 'outside' : { start, end }
}
