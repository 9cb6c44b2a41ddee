import type { IncomingMessage } from 'node:http'
import { Problem } from '../../../ground/kernel/problem.ts'

/**
 * The minimum to receive in each window of time, because a connection can break without notice to
 * either side.
 */
export interface Pace {
  windowMs: number
  leastBytes: number
}

/** The body of a request in blocks, one reader for each request. */
export interface BlockReader {
  /**
   * The next block, of at most 64 KiB; null after the last. Rejects with the reason if the body was
   * cut off.
   */
  next(): Promise<Uint8Array | null>
  /** Receives the count of all bytes, past and future, soon after they arrive, and may reject the body. */
  onBytes(hear: (count: number) => void): void
  /** Ends the body: bytes received before can still be read, then `next` rejects with this error. */
  fail(reason: Problem): void
  /** Drops all further bytes. */
  stop(): void
}

/** 32 KiB a second. */
const PACE: Pace = { windowMs: 7_000, leastBytes: 224 * 1024 }

const BLOCK_BYTES = 64 * 1024
/** A piece of this size becomes a block without a copy, because copying would save nothing. */
const PASSED_ON_BYTES = 16 * 1024
/** The number of blocks that may wait for the reader; one before the first read. */
const BLOCKS_AHEAD = 3
/** Each piece costs a call and an object of Node's, regardless of its size. */
const FREE_PIECES = 16_384
/** The minimum average size of a piece beyond the free ones. */
const LEAST_PIECE_BYTES = 64

const readers = new WeakMap<IncomingMessage, BlockReader>()

/**
 * The reader of a request's body, which starts collecting at once: Node would keep each piece of an
 * unread body as a separate object, and a piece may have one byte. Throws INVALID_REQUEST for a
 * body that is cut off or has too many pieces, and UNAVAILABLE for one that is too slow.
 */
export function blocksOf(incoming: IncomingMessage, pace: Pace = PACE): BlockReader {
  const reader = readers.get(incoming) ?? readBlocks(incoming, pace)
  readers.set(incoming, reader)
  return reader
}

function readBlocks(incoming: IncomingMessage, { windowMs, leastBytes }: Pace): BlockReader {
  const ready: Uint8Array[] = []
  const gathering = gatherer(Number(incoming.headers['content-length'] ?? BLOCK_BYTES))
  let pending: PromiseWithResolvers<Uint8Array | null> | null = null
  let isBegun = false
  let isOver = incoming.readableEnded
  let isReported = true
  let tell: (count: number) => void = () => undefined
  let reportedBytes = 0
  let failure: Problem | null = null
  let pieces = 0
  let bytes = 0
  let cameInWindow = 0
  let timer: NodeJS.Timeout | null = null

  const end = () => {
    if (timer) clearInterval(timer)
    timer = null
    incoming.off('data', onData)
  }
  const answer = () => {
    if (!pending) return
    const block = ready.shift() ?? (isOver || failure ? gathering.take() : null)
    if (!block && !isOver && !failure) return
    const { resolve, reject } = pending
    pending = null
    if (block) resolve(block)
    else if (failure) reject(failure)
    else resolve(null)
  }
  const fail = (reason: Problem) => {
    if (isOver || failure) return
    failure = reason
    end()
    incoming.pause()
    answer()
  }
  const count = () => {
    const came = bytes - reportedBytes
    reportedBytes = bytes
    if (came === 0 || failure) return
    try {
      tell(came)
    } catch (refusal) {
      fail(refusal as Problem)
    }
  }
  // After all pieces of one read from the socket, because Node would keep those after a pause one
  // by one.
  const afterRead = () => {
    isReported = true
    count()
    if (!pending && !failure && ready.length >= (isBegun ? BLOCKS_AHEAD : 1)) incoming.pause()
  }
  const add = (piece: Buffer) => {
    pieces++
    bytes += piece.length
    cameInWindow += piece.length
  }
  const isTooMany = () => pieces > FREE_PIECES + bytes / LEAST_PIECE_BYTES
  const onData = (piece: Buffer) => {
    add(piece)
    if (isTooMany()) return fail(tooManyPieces(pieces, bytes))
    for (const block of gathering.add(piece)) ready.push(block)
    if (ready.length > 0) answer()
    if (!isReported) return
    isReported = false
    process.nextTick(afterRead)
  }
  const onEnd = () => {
    count()
    if (failure) return
    isOver = true
    end()
    answer()
  }
  const onClose = () => {
    if (!isOver) fail(brokenOff(incoming.errored))
  }
  const watch = () => {
    timer ??= setInterval(() => {
      if (pending && cameInWindow < leastBytes) fail(tooSlow(cameInWindow, windowMs))
      cameInWindow = 0
    }, windowMs)
  }

  incoming.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose)
  if (incoming.destroyed && !isOver) onClose()
  return {
    fail,
    onBytes(hear) {
      tell = hear
      reportedBytes = 0
      count()
    },
    async next() {
      isBegun = true
      pending = Promise.withResolvers()
      const { promise } = pending
      answer()
      if (pending) {
        watch()
        incoming.resume()
      }
      return promise
    },
    stop() {
      if (isOver) return
      fail(brokenOff(null))
      ready.length = 0
      gathering.take()
      // Reads and drops the rest in large pieces, so that the sender reads the answer.
      incoming.on('data', (piece: Buffer) => {
        add(piece)
        if (isTooMany()) incoming.pause()
      })
    },
  }
}

/** Joins small pieces. */
function gatherer(expectedBytes: number) {
  let block = Buffer.alloc(0)
  let filled = 0
  const take = () => {
    const taken = filled > 0 ? block.subarray(0, filled) : null
    block = Buffer.alloc(0)
    filled = 0
    return taken
  }
  const makeRoom = (bytes: number) => {
    if (filled + bytes <= block.length) return
    const least = Math.max(2 * block.length, filled + bytes, Math.min(expectedBytes, 4_096))
    const grown = Buffer.allocUnsafeSlow(Math.min(least, BLOCK_BYTES))
    grown.set(block.subarray(0, filled))
    block = grown
  }
  return {
    take,
    /** The blocks that this piece completes. */
    add(piece: Buffer): Uint8Array[] {
      const done: Uint8Array[] = []
      if (filled + piece.length > BLOCK_BYTES || piece.length >= PASSED_ON_BYTES) {
        const before = take()
        if (before) done.push(before)
      }
      if (piece.length >= PASSED_ON_BYTES || piece.length === expectedBytes) {
        done.push(piece)
        return done
      }
      makeRoom(piece.length)
      block.set(piece, filled)
      filled += piece.length
      if (filled === BLOCK_BYTES) done.push(take() as Buffer)
      return done
    },
  }
}

const brokenOff = (cause: unknown) =>
  new Problem('INVALID_REQUEST', 'The connection ended before the body was complete. Send it again.', {
    cause,
  })

const tooManyPieces = (pieces: number, bytes: number) =>
  new Problem(
    'INVALID_REQUEST',
    `The body's first ${bytes} bytes came in ${pieces} chunks. Send chunks of ${LEAST_PIECE_BYTES} bytes or more, or a Content-Length.`,
  )

const tooSlow = (came: number, windowMs: number) =>
  new Problem(
    'UNAVAILABLE',
    `Only ${came} bytes of the body arrived in ${windowMs / 1000} s, and other requests need the connection. Send it again.`,
    { retryAfterSeconds: 1 },
  )
