import { type Embedder, EmbeddingError, toVectors } from './embedder.ts'

export interface EndpointOptions {
  /** The address of an OpenAI-compatible API, such as `http://localhost:11434/v1`. */
  url: string
  model: string
  /** Sent as a Bearer token if set. */
  key: string | null
}

/** Far more than vectors of a batch need. */
const MOST_BYTES = 64 * 1024 * 1024

/** Vectors of an OpenAI-compatible endpoint. The operator configures it, so its address may be private. */
export const openEndpoint = ({ url, model, key }: EndpointOptions): Embedder => ({
  model,
  async embed(texts, { timeoutMs, signal }) {
    const answer = await post(addressOf(url), {
      headers: {
        'Content-Type': 'application/json',
        ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ model, input: texts, encoding_format: 'float' }),
      signals: [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])],
      timeoutMs,
    })
    return toVectors(vectorsOf(answer), texts.length)
  },
})

const addressOf = (url: string): string => {
  const address = new URL(url)
  const path = address.pathname
    .split('/')
    .filter(Boolean)
    .map((part) => `/${part}`)
    .join('')
  address.pathname = path.endsWith('/embeddings') ? path : `${path}/embeddings`
  return address.href
}

interface Post {
  headers: Record<string, string>
  body: string
  signals: AbortSignal[]
  timeoutMs: number
}

async function post(address: string, { headers, body, signals, timeoutMs }: Post): Promise<unknown> {
  const signal = AbortSignal.any(signals)
  try {
    // A redirect would send the key elsewhere.
    const response = await fetch(address, { method: 'POST', headers, body, signal, redirect: 'error' })
    if (!response.ok) {
      await response.body?.cancel()
      throw refused(response)
    }
    return JSON.parse(await readText(response))
  } catch (error) {
    if (error instanceof EmbeddingError) throw error
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    throw new EmbeddingError(
      isLate
        ? `The embedding endpoint did not answer within ${timeoutMs / 1_000} s.`
        : error instanceof SyntaxError
          ? 'The embedding endpoint did not answer with JSON.'
          : 'The embedding endpoint cannot be reached.',
      { cause: error },
    )
  }
}

/** Statuses of a text that the model cannot take. */
const REFUSALS = new Set([400, 413, 422])

function refused(response: Response): EmbeddingError {
  const seconds = Number(response.headers.get('retry-after'))
  return new EmbeddingError(`The embedding endpoint answered with status ${response.status}.`, {
    isRefusal: REFUSALS.has(response.status),
    retryAfterMs: seconds > 0 ? Math.min(seconds, 3_600) * 1_000 : null,
  })
}

async function readText(response: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of response.body ?? []) {
    bytes += piece.byteLength
    if (bytes > MOST_BYTES) throw new EmbeddingError('The embedding endpoint sent too much.')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** `{ data: [{ index, embedding }] }`, in the order of `index`. */
function vectorsOf(answer: unknown): unknown {
  const { data } = (answer ?? {}) as { data?: { index?: number; embedding?: unknown }[] }
  if (!Array.isArray(data)) throw new EmbeddingError('The embedding endpoint did not return embeddings.')
  return data
    .map((row, at) => ({ at: row?.index ?? at, embedding: row?.embedding }))
    .sort((a, b) => a.at - b.at)
    .map(({ embedding }) => embedding)
}
