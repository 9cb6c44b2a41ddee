import type { makePost } from '@svc/client/doctor'

type Post = Awaited<ReturnType<typeof makePost>>

const PATIENCE_MS = 60_000
/** A page of a comparison is the largest that is asked for, and far below. */
const MOST_BYTES = 64 * 1024 * 1024

/** The reporters' own way to the server, proxies and certificates included, where a client takes a fetch. */
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
    // A response cannot be made of what has no body by its status; none of ours is of that kind.
    const hasBody = status !== 204 && status !== 205 && status !== 304
    return new Response(hasBody ? new Uint8Array(answer.bytes) : null, { status, headers: kept })
  }
