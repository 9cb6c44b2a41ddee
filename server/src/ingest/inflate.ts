import { promisify } from 'node:util'
import { gunzip, zstdDecompress } from 'node:zlib'
import { LIMITS } from '@svc/protocol'
import { Problem, segmentTooLarge } from '../kernel/problem.ts'
import type { IngestJob } from './executor.ts'

const inflaters = { gzip: promisify(gunzip), zstd: promisify(zstdDecompress) }

/** A piece at a time goes back and forth to another thread: large pieces make few ways. */
const PIECE_BYTES = 1024 * 1024

/** Small bodies may be as repetitive as they like; a bomb needs size. */
const RATIO_LOOKED_AT_FROM = 1024 * 1024

/** The body as text, refused when it is over its bounds, not what it says it is, or not UTF-8. */
export async function inflate(body: Uint8Array, encoding: IngestJob['encoding']): Promise<string> {
  const bytes = encoding === 'identity' ? body : await decompress(body, encoding)
  if (bytes.length > LIMITS.segmentBytes) throw segmentTooLarge()
  if (
    encoding !== 'identity' &&
    bytes.length > RATIO_LOOKED_AT_FROM &&
    bytes.length > body.length * LIMITS.inflationRatio
  ) {
    throw new Problem(
      'PAYLOAD_TOO_LARGE',
      `The body grows to more than ${LIMITS.inflationRatio} times its size when it is decompressed. Send it with less repetition, or uncompressed.`,
    )
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new Problem('INVALID_REQUEST', 'The body is not valid UTF-8.', { cause })
  }
}

async function decompress(body: Uint8Array, encoding: 'gzip' | 'zstd'): Promise<Uint8Array> {
  try {
    return await inflaters[encoding](body, {
      chunkSize: PIECE_BYTES,
      maxOutputLength: LIMITS.segmentBytes + 1,
    })
  } catch (cause) {
    const code = (cause as { code?: string }).code
    if (code === 'ERR_BUFFER_TOO_LARGE') throw segmentTooLarge()
    throw new Problem(
      'INVALID_REQUEST',
      `The body is not complete ${encoding} data, though its content-encoding says so. Send it again whole.`,
      { cause },
    )
  }
}
