import { hash } from 'node:crypto'
import type { Hono } from 'hono'
import { notFound } from '../../ground/kernel/problem.ts'
import { isKnownTag } from './artifact-headers.ts'
import { clientAddress } from './client-address.ts'
import type { RestEnv } from './env.ts'
import { countFailure, type RateLimits, tooOften } from './rate-limit.ts'

/** What the route for badges needs. */
export interface BadgeDoor {
  limits: RateLimits
  proxies: number
  /** The picture; null if no badge has this token. */
  draw(query: {
    token: string
    branch: string | undefined
    suite: string | undefined
  }): Promise<string | null>
}

const FILE = /^([\w-]{22})\.svg$/
/** The name of a branch or a suite. */
const LONGEST = 1_000

/** `/badge/<token>.svg`, for anyone who has the token: a README shows it without a key. */
export function mountBadge(app: Hono<RestEnv>, { limits, proxies, draw }: BadgeDoor): void {
  app.get('/badge/:file', async (c) => {
    const address = clientAddress(c, proxies)
    const { allowed, quota } = limits.reads.take(`badge ${address}`, limits.clock())
    c.set('quota', quota)
    if (!allowed) throw tooOften(quota, 'Too many requests for badges came from this address.')
    const [, token] = FILE.exec(c.req.param('file')) ?? []
    const { branch, suite } = c.req.query()
    const svg = token && (await draw({ token, branch: named(branch), suite: named(suite) }))
    if (!svg) throw countFailure(c, limits, address, notFound('badge'))
    const tag = `"${hash('sha256', svg).slice(0, 22)}"`
    const headers = { ...HEADERS, ETag: tag }
    if (isKnownTag(c.req.header('If-None-Match'), tag)) return c.body(null, 304, headers)
    return c.body(svg, 200, { ...headers, 'Content-Type': 'image/svg+xml; charset=utf-8' })
  })
}

/** An empty name counts as absent, and no branch can have an impossible name. */
const named = (text: string | undefined) => text?.replaceAll('\0', '').slice(0, LONGEST) || undefined

const HEADERS = {
  'Cache-Control': 'public, max-age=60',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}
