import { promisify } from 'node:util'
import { constants, gunzip, zstdDecompress } from 'node:zlib'
import { LIMITS } from '@svc/protocol'
import { Problem, segmentTooLarge } from '../../ground/kernel/problem.ts'
import type { ReceivedUpload } from './upload-processor.ts'

const inflaters = { gzip: promisify(gunzip), zstd: promisify(zstdDecompress) }

/** The largest window in memory. RFC 8878 requires no more, and levels up to 19 use no more. */
const ZSTD_WINDOW_LOG = 23

/** The smallest piece of output. */
const PIECE_BYTES = 64 * 1024

/** Small bodies may repeat as much as they like, because a decompression bomb needs size. */
const RATIO_LOOKED_AT_FROM = 1024 * 1024

/** The decompressed body. Throws if it exceeds its limits or does not match its encoding. */
export async function inflate(body: Uint8Array, encoding: ReceivedUpload['encoding']): Promise<Uint8Array> {
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
  return bytes
}

async function decompress(body: Uint8Array, encoding: 'gzip' | 'zstd'): Promise<Uint8Array> {
  const options = { chunkSize: pieceOf(body, encoding), maxOutputLength: LIMITS.segmentBytes + 1 }
  try {
    return encoding === 'gzip'
      ? await inflaters.gzip(body, options)
      : await inflaters.zstd(body, {
          ...options,
          params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG },
        })
  } catch (cause) {
    const code = (cause as { code?: string }).code
    if (code === 'ERR_BUFFER_TOO_LARGE') throw segmentTooLarge()
    if (code === 'ZSTD_error_frameParameter_windowTooLarge') throw windowTooLarge(cause)
    throw new Problem(
      'INVALID_REQUEST',
      `The body is not complete ${encoding} data, though its content-encoding says so. Send the complete body again.`,
      { cause },
    )
  }
}

/**
 * The size of the output piece: all of it if the end of gzip data states its length, because joining pieces
 * needs twice the memory. An exaggerated length costs nothing, because the system allocates memory on first
 * write.
 */
function pieceOf(body: Uint8Array, encoding: 'gzip' | 'zstd'): number {
  if (encoding === 'zstd' || body.length < 4) return 16 * PIECE_BYTES
  const said = new DataView(body.buffer, body.byteOffset, body.byteLength).getUint32(body.length - 4, true)
  return Math.max(PIECE_BYTES, Math.min(said, LIMITS.segmentBytes) + PIECE_BYTES)
}

const windowTooLarge = (cause: unknown) =>
  new Problem(
    'PAYLOAD_TOO_LARGE',
    `The body needs a window of more than ${2 ** ZSTD_WINDOW_LOG} bytes. Compress it without --long or --ultra.`,
    { cause },
  )
