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
  const stream = c.req.raw.body
  if (!stream) return new Uint8Array()
  const reader: ReadableStreamDefaultReader<Uint8Array> = stream.getReader()
  const pieces: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new Problem(
        'INVALID_REQUEST',
        'The connection ended before the body was complete. Send it again.',
        { cause },
      )
    })
    if (done) break
    size += value.byteLength
    onBytes(value.byteLength)
    if (size > limitBytes) {
      // Not awaited: a sender that never stops would never let it end.
      reader.cancel().catch(() => undefined)
      throw tooLarge('The body', limitBytes)
    }
    pieces.push(value)
  }
  return pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces, size)
}

/** The media type of the body without its parameters, in lower case; empty where there is none. */
export const mediaType = (c: RestContext): string =>
  (c.req.header('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
