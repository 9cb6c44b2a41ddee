import { IncomingMessage } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Problem, tooLarge } from '../../../ground/kernel/problem.ts'
import type { RestContext } from '../env.ts'
import { type BlockReader, blocksOf } from './block-reader.ts'
import type { Intake, Room, Sender } from './intake.ts'

/** The memory that a body reserves before its first byte, bytes. */
const FIRST_BYTES = 16 * 1024

export interface BodyWanted {
  limitBytes: number
  intake: Intake
  sender: Sender
  /** Receives the count of each piece, and may reject the body. */
  onBytes?: (count: number) => void
  /**
   * Runs before the body is used, unless all of it came with the head: the credential may have ended since its check.
   * Its refusal rejects the body.
   */
  afterWait: () => Promise<void>
}

/** A body in memory. */
export interface Body {
  bytes: Uint8Array<ArrayBuffer>
  /** Frees the bytes and their memory. The owner must call it. */
  release(): void
}

/**
 * Reads a body when it has room. Throws PAYLOAD_TOO_LARGE before the read if its length says so, else as soon
 * as it exceeds the limit; RATE_LIMITED or UNAVAILABLE if no room became free in time, or the sender is too
 * slow.
 */
export async function readBody(c: RestContext, wanted: BodyWanted): Promise<Body> {
  const { limitBytes, intake, sender } = wanted
  const length = lengthOf(c)
  if (length !== null && length > limitBytes) throw tooLarge('The body', limitBytes)
  const leaving = leavingOf(c)
  const isHere = await isBodyHere(c)
  const room = await intake.enter(sender, Math.min(length ?? FIRST_BYTES, FIRST_BYTES), leaving)
  const buffer = bufferFor(length ?? limitBytes)
  const release = () => {
    // Before others get its memory, because garbage collection may come much later.
    if (buffer.resizable) buffer.transfer(0)
    room.leave()
  }
  try {
    const blocks = blocksFrom(c)
    room.onCut(blocks.fail)
    blocks.onBytes((count) => {
      room.came(count)
      wanted.onBytes?.(count)
    })
    const bytes = await gather(blocks, buffer, room, length)
    room.isWhole()
    if (!isHere || room.hasWaited) await wanted.afterWait()
    return { bytes, release }
  } catch (error) {
    release()
    throw error
  }
}

/** True if the server has received the complete body, or if the request has none. */
export async function isBodyHere(c: RestContext): Promise<boolean> {
  const { incoming } = c.env ?? {}
  if (!(incoming instanceof IncomingMessage)) return c.req.raw.body === null
  // Node parses the rest of the received bytes only after the callbacks for the head.
  if (!incoming.complete) await nextTurn()
  return incoming.complete
}

/** The body's length according to the request; null if it states none. */
export function lengthOf(c: RestContext): number | null {
  const text = c.req.header('Content-Length')
  if (text === undefined) return null
  if (!/^\d{1,15}$/.test(text))
    throw new Problem('INVALID_REQUEST', 'Content-Length must be a number of bytes.')
  return Number(text)
}

/** The buffer for a body of at most this many bytes; announced bytes that never arrive take no memory. */
const bufferFor = (mostBytes: number): ArrayBuffer =>
  mostBytes <= FIRST_BYTES
    ? new ArrayBuffer(mostBytes)
    : new ArrayBuffer(FIRST_BYTES, { maxByteLength: mostBytes })

/** Reads into a buffer that grows in place with the received bytes. */
async function gather(blocks: Blocks, buffer: ArrayBuffer, room: Room, length: number | null) {
  const most = buffer.resizable ? buffer.maxByteLength : buffer.byteLength
  let size = 0
  for (;;) {
    const block = await blocks.next()
    if (!block) return new Uint8Array(buffer, 0, size)
    const needed = size + block.byteLength
    if (needed > most) throw tooLarge('The body', most)
    if (needed > buffer.byteLength) {
      const grown = grownTo(needed, buffer.byteLength, most, length !== null)
      await room.grow(grown - buffer.byteLength)
      buffer.resize(grown)
    }
    new Uint8Array(buffer).set(block, size)
    size = needed
  }
}

/** The last step to a known length is the longest, so that a body waits for memory less often. */
function grownTo(needed: number, before: number, most: number, isKnown: boolean): number {
  let size = before
  while (size < needed) size *= isKnown ? 4 : 2
  return size * (isKnown ? 2 : 1) >= most ? most : size
}

type Blocks = Omit<BlockReader, 'stop'>

/**
 * The body in blocks, without keeping it. Throws INVALID_REQUEST if it is cut off, and UNAVAILABLE
 * if it is too slow.
 */
export function blocksFrom(c: RestContext): Blocks {
  const { incoming, outgoing } = c.env ?? {}
  if (!(incoming instanceof IncomingMessage)) return blocksWithoutSocket(c)
  // Some clients wait for 100-continue before they send, so that a rejection costs them nothing.
  if (c.req.header('Expect')?.toLowerCase() === '100-continue') outgoing?.writeContinue()
  return blocksOf(incoming)
}

/** A request without a socket comes from a test. */
function blocksWithoutSocket(c: RestContext): Blocks {
  const reader = c.req.raw.body?.getReader() as ReadableStreamDefaultReader<Uint8Array> | undefined
  let failure: Problem | null = null
  let tell: (count: number) => void = () => undefined
  return {
    onBytes(hear) {
      tell = hear
    },
    async next() {
      if (failure) throw failure
      const piece = await reader?.read().catch((cause: unknown) => {
        throw new Problem(
          'INVALID_REQUEST',
          'The connection ended before the body was complete. Send it again.',
          { cause },
        )
      })
      if (piece?.value) tell(piece.value.byteLength)
      return piece?.value ?? null
    },
    fail(reason) {
      failure = reason
    },
  }
}

/** Aborts when the client disconnects. Hono's own signal would begin to read the body beside `blocksOf`. */
export function leavingOf(c: RestContext): () => AbortSignal {
  const { outgoing } = c.env ?? {}
  if (!outgoing) return () => c.req.raw.signal
  return () => {
    const leaving = new AbortController()
    if (outgoing.destroyed) leaving.abort()
    outgoing.once('close', () => leaving.abort())
    return leaving.signal
  }
}

/** The media type of the body without its parameters, in lower case; empty if it has none. */
export const mediaType = (c: RestContext): string =>
  (c.req.header('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
