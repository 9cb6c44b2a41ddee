import { Problem, tooLarge } from '../kernel/problem.ts'
import type { RestContext } from './env.ts'

/**
 * Reads a body of at most `limitBytes`, and stops there with PAYLOAD_TOO_LARGE whatever its length says.
 * `onBytes` hears of each piece as it comes in.
 */
export async function readBody(
  c: RestContext,
  limitBytes: number,
  onBytes: (count: number) => void = () => undefined,
): Promise<Uint8Array> {
  if (Number(c.req.header('Content-Length') ?? 0) > limitBytes) throw tooLarge('The body', limitBytes)
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of piecesOf(c, onBytes)) {
    size += piece.byteLength
    if (size > limitBytes) throw tooLarge('The body', limitBytes)
    pieces.push(piece)
  }
  return pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces, size)
}

/** The body piece by piece, without keeping it; INVALID_REQUEST where it breaks off. */
export async function* piecesOf(
  c: RestContext,
  onBytes: (count: number) => void,
): AsyncGenerator<Uint8Array> {
  const stream = c.req.raw.body
  if (!stream) return
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

/** The same pieces, unless the sender is silent for longer: a connection can be dead without either side hearing of it. */
export async function* whileSent(
  pieces: AsyncGenerator<Uint8Array>,
  silenceMs: number,
): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      let timer: NodeJS.Timeout | undefined
      const silent = new Promise<never>((_, reject) => {
        const words = `Nothing came for ${silenceMs / 1000} s. Send the rest again.`
        timer = setTimeout(reject, silenceMs, new Problem('INVALID_REQUEST', words))
      })
      const next = await Promise.race([pieces.next(), silent]).finally(() => clearTimeout(timer))
      if (next.done) return
      yield next.value
    }
  } finally {
    // Not awaited, for the same reason.
    pieces.return(undefined).catch(() => undefined)
  }
}

/** The media type of the body without its parameters, in lower case; empty where there is none. */
export const mediaType = (c: RestContext): string =>
  (c.req.header('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
