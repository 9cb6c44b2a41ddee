/** Makes vectors of texts with one model. */
export interface Embedder {
  readonly model: string
  /** A vector of length 1 for each text. Throws `EmbeddingError`. */
  embed(texts: string[], limits: { timeoutMs: number; signal?: AbortSignal }): Promise<Float32Array[]>
}

/** Why there are no vectors; the message is for people who search, and names no address and no key. */
export class EmbeddingError extends Error {
  /** True if the model refuses these texts, and would refuse them again. */
  readonly isRefusal: boolean
  /** When another attempt makes sense, milliseconds; null if unknown. */
  readonly retryAfterMs: number | null

  constructor(
    message: string,
    {
      isRefusal = false,
      retryAfterMs = null,
      cause,
    }: {
      isRefusal?: boolean
      retryAfterMs?: number | null
      cause?: unknown
    } = {},
  ) {
    super(message, cause === undefined ? {} : { cause })
    this.name = 'EmbeddingError'
    this.isRefusal = isRefusal
    this.retryAfterMs = retryAfterMs
  }
}

const MOST_DIMENSIONS = 16_384

/** Vectors of length 1, one for each text. Throws `EmbeddingError` for anything else. */
export function toVectors(given: unknown, count: number): Float32Array[] {
  if (!Array.isArray(given) || given.length !== count)
    throw new EmbeddingError('The embedding model did not return one vector for each text.')
  const size = (given[0] as unknown[] | undefined)?.length ?? 0
  return given.map((numbers) => {
    if (!Array.isArray(numbers) || numbers.length !== size || size === 0 || size > MOST_DIMENSIONS)
      throw new EmbeddingError('The embedding model returned vectors of different or impossible sizes.')
    const vector = Float32Array.from(numbers as number[])
    const length = Math.hypot(...chunked(vector))
    if (!Number.isFinite(length) || length === 0)
      throw new EmbeddingError('The embedding model returned a vector that is not of finite numbers.')
    return vector.map((one) => one / length)
  })
}

/** Lengths of slices: a function takes only so many arguments. */
function chunked(vector: Float32Array): number[] {
  const lengths: number[] = []
  for (let at = 0; at < vector.length; at += 1_000)
    lengths.push(Math.hypot(...vector.subarray(at, at + 1_000)))
  return lengths
}

/** As stored in `chunk.embedding`. */
export const toBytes = (vector: Float32Array): Buffer => {
  const bytes = Buffer.alloc(vector.length * 4)
  for (const [at, one] of vector.entries()) bytes.writeFloatLE(one, at * 4)
  return bytes
}

/** The cosine of a stored vector with another of length 1; null if their sizes differ. */
export function cosine(stored: Uint8Array, vector: Float32Array): number | null {
  if (stored.byteLength !== vector.length * 4) return null
  const view = new DataView(stored.buffer, stored.byteOffset, stored.byteLength)
  let sum = 0
  for (let at = 0; at < vector.length; at++) sum += view.getFloat32(at * 4, true) * (vector[at] as number)
  return sum
}
