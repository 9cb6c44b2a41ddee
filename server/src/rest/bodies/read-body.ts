import { IncomingMessage } from 'node:http'
import { Problem, tooLarge } from '../../kernel/problem.ts'
import type { RestContext } from '../env.ts'
import { type BlockReader, blocksOf } from './block-reader.ts'
import type { Intake, Room, Sender } from './intake.ts'

/** What a body takes of the memory before its first byte comes, bytes. */
const FIRST_BYTES = 16 * 1024

export interface BodyWanted {
  limitBytes: number
  intake: Intake
  sender: Sender
  /** Hears of what comes as it comes in, and may refuse it. */
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
  const leaving = leavingOf(c)
  const room = await intake.enter(sender, Math.min(length ?? FIRST_BYTES, FIRST_BYTES), leaving)
  try {
    const blocks = blocksFrom(c)
    room.onCut(blocks.fail)
    blocks.onBytes((count) => {
      room.came(count)
      wanted.onBytes?.(count)
    })
    const bytes = await gather(blocks, wanted, room, length)
    room.isWhole()
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

/** In a buffer that grows with what comes: what is announced and never sent takes no memory. */
async function gather(blocks: Blocks, { limitBytes }: BodyWanted, room: Room, length: number | null) {
  const most = length ?? limitBytes
  let bytes = sharedBytes(Math.min(most, FIRST_BYTES))
  let size = 0
  for (;;) {
    const block = await blocks.next()
    if (!block) return bytes.subarray(0, size)
    const needed = size + block.byteLength
    if (needed > most) throw tooLarge('The body', most)
    if (needed > bytes.byteLength) {
      const grown = grownTo(needed, bytes.byteLength, most, length !== null)
      await room.grow(grown - bytes.byteLength)
      const before = bytes
      bytes = sharedBytes(grown)
      bytes.set(before.subarray(0, size))
    }
    bytes.set(block, size)
    size = needed
  }
}

const sharedBytes = (size: number) => new Uint8Array(new SharedArrayBuffer(size))

/** The last step to a known length is the longest, so that what is copied stays small. */
function grownTo(needed: number, before: number, most: number, isKnown: boolean): number {
  let size = before
  while (size < needed) size *= isKnown ? 4 : 2
  return size * (isKnown ? 2 : 1) >= most ? most : size
}

type Blocks = Omit<BlockReader, 'stop'>

/** The body in blocks, without keeping it; INVALID_REQUEST where it breaks off, UNAVAILABLE where it comes too slowly. */
export function blocksFrom(c: RestContext): Blocks {
  const { incoming, outgoing } = c.env ?? {}
  if (!(incoming instanceof IncomingMessage)) return blocksWithoutSocket(c)
  // Some clients send nothing before they are asked to, so that a refusal costs them nothing.
  if (c.req.header('Expect')?.toLowerCase() === '100-continue') outgoing?.writeContinue()
  return blocksOf(incoming)
}

/** A request of the process itself: a test's. */
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
        throw new Problem('INVALID_REQUEST', 'The body broke off. Send it again.', { cause })
      })
      if (piece?.value) tell(piece.value.byteLength)
      return piece?.value ?? null
    },
    fail(reason) {
      failure = reason
    },
  }
}

/** Aborts when the client leaves. Hono's own signal would begin to read the body beside `blocksOf`. */
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

/** The media type of the body without its parameters, in lower case; empty where there is none. */
export const mediaType = (c: RestContext): string =>
  (c.req.header('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
