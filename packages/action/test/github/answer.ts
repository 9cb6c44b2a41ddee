import type { Json, JsonObject } from './schemas.ts'
import type { Permission, Repository, State, Token } from './state.ts'

/** What a route is asked, read and found to be as published. */
export interface Asked {
  state: State
  repository: Repository
  token: Token
  parameters: Record<string, string>
  query: URLSearchParams
  body: JsonObject
  accept: string
  /** Where the stand-in listens. */
  url: string
  /** Notes what GitHub would take and a reader would not understand. */
  violate(what: string): void
}

export interface Answer {
  status: number
  body?: Json
  /** Instead of `body`. */
  text?: string
  /** Instead of either. */
  bytes?: Uint8Array
  type?: string
  headers?: Record<string, string>
}

export interface Route {
  /** What its token must be allowed: any one of them. */
  needs: Permission[]
  level: 'read' | 'write'
  answer(asked: Asked): Answer
}

export const ok = (body: Json, status = 200): Answer => ({ status, body })

const DOCS = 'https://docs.github.com/rest'

/** A refusal in GitHub's words. */
export const refusal = (status: number, message: string, more: JsonObject = {}): Answer => ({
  status,
  body: { message, ...more, documentation_url: DOCS, status: String(status) },
})

export const notFound = (): Answer => refusal(404, 'Not Found')

/** One page of a list, with the links GitHub gives. */
export const page = ({ query, url }: Asked, path: string, items: Json[], wrap?: string): Answer => {
  const size = Math.min(Math.max(Number(query.get('per_page') ?? 30), 1), 100)
  const number = Math.max(Number(query.get('page') ?? 1), 1)
  const shown = items.slice((number - 1) * size, number * size)
  const link = (to: number, rel: string) => {
    const next = new URLSearchParams(query)
    next.set('page', String(to))
    return `<${url}${path}?${next}>; rel="${rel}"`
  }
  const last = Math.ceil(items.length / size)
  const links = [
    ...(number > 1 ? [link(number - 1, 'prev')] : []),
    ...(number < last ? [link(number + 1, 'next'), link(last, 'last')] : []),
  ]
  return {
    status: 200,
    body: wrap ? { total_count: items.length, [wrap]: shown } : shown,
    ...(links.length > 0 && { headers: { link: links.join(', ') } }),
  }
}
