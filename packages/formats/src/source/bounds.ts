import { ReportProblem } from '../problem.ts'

const MIB = 1024 * 1024

/** The largest report, decompressed. */
export const MOST_BYTES = 4096 * MIB
/** Reports with much output shrink to a fiftieth; a decompression bomb shrinks to a thousandth. */
const MOST_RATIO = 250
/** Below this size, the ratio is not checked. */
const RATIO_FROM_BYTES = 16 * MIB

/** A size for people, in MiB. */
export const within = (bytes: number): string => `${Math.round(bytes / MIB)} MiB`

/**
 * Passes bytes through until there are too many, or too many for the compressed bytes that they
 * came from.
 */
export async function* bounded(
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  packedBytes?: () => number,
): AsyncIterable<Uint8Array> {
  let length = 0
  for await (const piece of stream) {
    length += piece.length
    if (length > MOST_BYTES) throw new ReportProblem(`it is larger than ${within(MOST_BYTES)}`)
    if (packedBytes && length > RATIO_FROM_BYTES && length > packedBytes() * MOST_RATIO)
      throw new ReportProblem(`it decompresses to more than ${MOST_RATIO} times its size`)
    yield piece
  }
}
