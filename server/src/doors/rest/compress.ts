import { Duplex, Readable } from 'node:stream'
import {
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import type { RestContext } from './env.ts'

/** A shorter body fits into one packet uncompressed. */
const LEAST_BYTES = 1_024
/** A longer body is compressed in a thread of zlib; this many bytes take 0.2 ms. */
const MOST_AT_ONCE = 32 * 1024
/** Bytes that enter zlib at a time. */
const PIECE = 64 * 1024

/**
 * Small windows, because each slow client occupies one. Higher levels take twice the time for a
 * tenth of the size.
 */
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_windowLog]: 18 } }
const BROTLI = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 3,
    [constants.BROTLI_PARAM_LGWIN]: 18,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
}
const GZIP = { level: 3 }

/** The best first: zstd takes a third of brotli's time for the same size. */
const CODINGS = {
  zstd: { whole: (body: Uint8Array) => zstdCompressSync(body, ZSTD), stream: () => createZstdCompress(ZSTD) },
  br: {
    whole: (body: Uint8Array) => brotliCompressSync(body, BROTLI),
    stream: () => createBrotliCompress(BROTLI),
  },
  gzip: { whole: (body: Uint8Array) => gzipSync(body, GZIP), stream: () => createGzip(GZIP) },
}
type Coding = keyof typeof CODINGS

/**
 * A text answer, compressed as the client accepts. Never use it for text with a secret: its length
 * would reveal whether the request contains a part of that secret (BREACH).
 */
export function compressed(
  c: RestContext,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
): Response {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
  const coding = length < LEAST_BYTES ? null : codingOf(c)
  const given = length < LEAST_BYTES ? headers : varied(headers)
  if (coding === null) return new Response(body, { headers: given })
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const encoded = { ...given, 'Content-Encoding': coding }
  if (length <= MOST_AT_ONCE)
    return new Response(CODINGS[coding].whole(bytes) as Uint8Array<ArrayBuffer>, { headers: encoded })
  return new Response(
    streamed(coding, piecesOf(bytes), () => {}),
    { headers: encoded },
  )
}

/** The stream of an answer's pieces, compressed as the client accepts; null if it accepts none. */
export function compressedStream(
  c: RestContext,
  pieces: AsyncIterable<Uint8Array>,
  headers: Record<string, string>,
  onError: (error: unknown) => void,
): Response | null {
  const coding = codingOf(c)
  if (coding === null) return null
  return new Response(streamed(coding, pieces, onError), {
    headers: { ...varied(headers), 'Content-Encoding': coding },
  })
}

/** The headers of an answer whose body depends on what the client accepts. */
export const varied = (headers: Record<string, string>): Record<string, string> => ({
  ...headers,
  Vary: 'Accept-Encoding',
})

function streamed(
  coding: Coding,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const source = Readable.from(pieces, { highWaterMark: 1 })
  const packed = CODINGS[coding].stream()
  // A client that disconnects ends the source, and an error of the source cuts the body off.
  source.on('error', (error) => {
    onError(error)
    packed.destroy(error)
  })
  packed.on('close', () => source.destroy())
  packed.on('error', () => {})
  return Duplex.toWeb(source.pipe(packed)).readable as ReadableStream<Uint8Array>
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += PIECE) yield bytes.subarray(at, at + PIECE)
}

/** The coding to use; null without one that the client accepts. An answer to HEAD has no body. */
function codingOf(c: RestContext): Coding | null {
  const accepted = c.req.header('Accept-Encoding')
  if (accepted === undefined || c.req.method === 'HEAD') return null
  return preferred(accepted)
}

/** The coding of the highest quality in an Accept-Encoding (RFC 9110, 12.5.3); of equal ones the best. */
export function preferred(accepted: string): Coding | null {
  const qualities = new Map<string, number>()
  for (const item of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((text) => text.trim())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    const value = quality === undefined ? 1 : Number(quality.slice(2))
    if (name !== '' && value >= 0 && value <= 1) qualities.set(name === 'x-gzip' ? 'gzip' : name, value)
  }
  let best: Coding | null = null
  let most = 0
  for (const coding of Object.keys(CODINGS) as Coding[]) {
    const quality = qualities.get(coding) ?? qualities.get('*') ?? 0
    if (quality > most) [best, most] = [coding, quality]
  }
  // A client may prefer uncompressed text.
  return most >= (qualities.get('identity') ?? 0) ? best : null
}
