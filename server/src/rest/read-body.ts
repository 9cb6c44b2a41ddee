import { Problem, tooLarge } from '../kernel/problem.ts'
import type { RestContext } from './env.ts'
import type { Intake, Room, Sender } from './intake.ts'

/** A body without a length takes room in steps of this, bytes. */
const STEP_BYTES = 256 * 1024

/** How much has to come in each window of time: a connection can be dead without either side hearing of it. */
export interface Pace {
  windowMs: number
  leastBytes: number
}

/** 32 KiB a second. */
const PACE: Pace = { windowMs: 7_000, leastBytes: 224 * 1024 }

export interface BodyWanted {
  limitBytes: number
  intake: Intake
  sender: Sender
  /** Hears of each piece as it comes in, and may refuse it. */
  onBytes?: (count: number) => void
}

/** A body in memory. Whoever has it gives its room back. */
export interface Body {
  /** Threads may share it: a body that goes to one is not there twice. */
  bytes: Uint8Array<SharedArrayBuffer>
  room: Room
}

/**
 * Reads a body when there is room for it. PAYLOAD_TOO_LARGE before it is read where its length says so, else as soon
 * as it is; RATE_LIMITED or UNAVAILABLE where no room came in time, or the sender is too slow.
 */
export async function readBody(c: RestContext, wanted: BodyWanted): Promise<Body> {
  const { limitBytes, intake, sender } = wanted
  const length = lengthOf(c)
  if (length !== null && length > limitBytes) throw tooLarge('The body', limitBytes)
  const room = await intake.enter(sender, length ?? STEP_BYTES, () => c.req.raw.signal)
  try {
    const bytes = await (length === null ? readUnknown(c, wanted, room) : readKnown(c, wanted, length))
    return { bytes, room }
  } catch (error) {
    room.leave()
    throw error
  }
}

/** What the request says of its body's length; null where it says nothing. */
export function lengthOf(c: RestContext): number | null {
  const text = c.req.header('Content-Length')
  if (text === undefined) return null
  if (!/^\d{1,15}$/.test(text))
    throw new Problem('INVALID_REQUEST', 'Content-Length takes a number of bytes.')
  return Number(text)
}

async function readKnown(c: RestContext, { onBytes }: BodyWanted, length: number) {
  const bytes = new Uint8Array(new SharedArrayBuffer(length))
  let size = 0
  for await (const piece of piecesOf(c, onBytes)) {
    if (size + piece.byteLength > length) throw tooLarge('The body', length)
    bytes.set(piece, size)
    size += piece.byteLength
  }
  return bytes.subarray(0, size)
}

async function readUnknown(c: RestContext, { limitBytes, onBytes }: BodyWanted, room: Room) {
  const pieces: Uint8Array[] = []
  let size = 0
  let taken = STEP_BYTES
  for await (const piece of piecesOf(c, onBytes)) {
    size += piece.byteLength
    if (size > limitBytes) throw tooLarge('The body', limitBytes)
    for (; taken < size; taken += STEP_BYTES) room.grow(STEP_BYTES)
    pieces.push(piece)
  }
  const bytes = new Uint8Array(new SharedArrayBuffer(size))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.byteLength
  }
  return bytes
}

/** The body piece by piece, without keeping it; INVALID_REQUEST where it breaks off, UNAVAILABLE where it comes too slowly. */
export const piecesOf = (
  c: RestContext,
  onBytes: (count: number) => void = () => undefined,
): AsyncGenerator<Uint8Array> => whileSent(piecesAsSent(c, onBytes), PACE)

async function* piecesAsSent(c: RestContext, onBytes: (count: number) => void): AsyncGenerator<Uint8Array> {
  const stream = c.req.raw.body
  if (!stream) return
  // Some clients send nothing before they are asked to, so that a refusal costs them nothing.
  if (c.req.header('Expect')?.toLowerCase() === '100-continue') c.env.outgoing?.writeContinue()
  const reader: ReadableStreamDefaultReader<Uint8Array> = stream.getReader()
  let isOver = false
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new Problem(
          'INVALID_REQUEST',
          'The connection ended before the body was complete. Send it again.',
          { cause },
        )
      })
      isOver = done
      if (done) return
      onBytes(value.byteLength)
      yield value
    }
  } finally {
    // Not awaited: a sender that never stops would never let it end.
    if (!isOver) reader.cancel().catch(() => undefined)
  }
}

/** The same pieces, as long as the sender keeps up its pace; what is not asked for is not missed. */
export async function* whileSent(
  pieces: AsyncGenerator<Uint8Array>,
  { windowMs, leastBytes }: Pace,
): AsyncGenerator<Uint8Array> {
  let came = 0
  let isAsked = false
  let giveUp: (slow: Problem) => void = () => undefined
  const slow = new Promise<never>((_, reject) => {
    giveUp = reject
  })
  slow.catch(() => undefined)
  const timer = setInterval(() => {
    if (isAsked && came < leastBytes) giveUp(tooSlow(came, windowMs))
    came = 0
  }, windowMs)
  try {
    for (;;) {
      isAsked = true
      const next = await Promise.race([pieces.next(), slow])
      isAsked = false
      if (next.done) return
      came += next.value.byteLength
      yield next.value
    }
  } finally {
    clearInterval(timer)
    // Not awaited, for the same reason.
    pieces.return(undefined).catch(() => undefined)
  }
}

const tooSlow = (came: number, windowMs: number) =>
  new Problem(
    'UNAVAILABLE',
    `Only ${came} bytes of the body came in ${windowMs / 1000} s, and the connection is needed for others. Send it again.`,
    { retryAfterSeconds: 1 },
  )

/** The media type of the body without its parameters, in lower case; empty where there is none. */
export const mediaType = (c: RestContext): string =>
  (c.req.header('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
