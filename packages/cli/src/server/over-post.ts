import type { makePost } from '@svc/client/cli'

type Post = Awaited<ReturnType<typeof makePost>>

const PATIENCE_MS = 60_000
/** The largest response is a page of a comparison, which is far smaller. */
const MOST_BYTES = 64 * 1024 * 1024

/** Returns a fetch that uses the reporters' connection, with its proxies and certificates. */
export const fetchOver =
  (post: Post, onAnswer: (header: (name: string) => string | null) => void): typeof fetch =>
  async (to, init = {}) => {
    const headers = Object.fromEntries(new Headers(init.headers))
    const body = typeof init.body === 'string' ? Buffer.from(init.body) : undefined
    const method = (init.method ?? 'GET') as 'GET' | 'POST' | 'DELETE'
    const answer = await post(String(to), headers, body, PATIENCE_MS, method, MOST_BYTES)
    onAnswer(answer.header)
    const { status, header } = answer
    const kept = ['retry-after', 'content-type'].flatMap((name) => {
      const value = header(name)
      return value === null ? [] : [[name, value] as [string, string]]
    })
    // Response rejects a body for these statuses; the API sends none of them.
    const hasBody = status !== 204 && status !== 205 && status !== 304
    return new Response(hasBody ? new Uint8Array(answer.bytes) : null, { status, headers: kept })
  }
