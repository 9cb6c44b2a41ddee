import { generateCookie, getCookie } from 'hono/cookie'
import { Problem } from '../../kernel/problem.ts'
import type { RestContext } from '../env.ts'

const NAME = 'svc_session'
const DEVICE = 'svc_device'
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The cookies that hold a session's token and a device's, and the rules by which they count. */
export interface SessionCookie {
  /** The token that a request brings. */
  read(c: RestContext): string | undefined
  /** The header that stores a token in the browser until it ends. */
  store(token: string, maxAgeSeconds: number): string
  /** The header that removes it. */
  clear(): string
  /** The token of the device that a request brings. It signs nobody in. */
  readDevice(c: RestContext): string | undefined
  /** The header that stores it in the browser. */
  storeDevice(token: string, maxAgeSeconds: number): string
  /** Refuses with FORBIDDEN what another site may have made a browser send. */
  requireSameOrigin(c: RestContext): void
}

/** Over https the name itself makes the browser insist on Secure, on this host alone and on all its paths. */
export function makeSessionCookie(baseUrl: string): SessionCookie {
  const isSecure = baseUrl.startsWith('https:')
  const prefix = isSecure ? 'host' : undefined
  const write = (name: string, value: string, maxAge: number) =>
    generateCookie(name, value, {
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      maxAge,
      ...(isSecure && { secure: true, prefix: 'host' as const }),
    })
  const read = (c: RestContext, name: string) => (prefix ? getCookie(c, name, prefix) : getCookie(c, name))
  return {
    read: (c) => read(c, NAME),
    store: (token, maxAgeSeconds) => write(NAME, token, maxAgeSeconds),
    clear: () => write(NAME, '', 0),
    readDevice: (c) => read(c, DEVICE),
    storeDevice: (token, maxAgeSeconds) => write(DEVICE, token, maxAgeSeconds),
    requireSameOrigin(c) {
      if (SAFE.has(c.req.method) || isSameOrigin(c, baseUrl)) return
      throw new Problem(
        'FORBIDDEN',
        'The server accepts a cookie only from its own pages: the header Sec-Fetch-Site or Origin names another site, or both are missing. Programs send "Authorization: Bearer <token>" instead.',
      )
    },
  }
}

/**
 * True if the browser vouches that a page of this server asks. Over plain http to another host than localhost
 * browsers send no Sec-Fetch-Site; then the page's origin has to be what the request itself was sent to.
 */
function isSameOrigin(c: RestContext, baseUrl: string): boolean {
  const site = c.req.header('Sec-Fetch-Site')
  if (site !== undefined) return site === 'same-origin'
  const origin = c.req.header('Origin')
  if (origin === undefined) return false
  return origin === originOf(baseUrl) || origin === originOf(c.req.url)
}

/** True if a browser says that a page of another server asks. */
export const isCrossOrigin = (c: RestContext, baseUrl: string): boolean =>
  (c.req.header('Sec-Fetch-Site') ?? c.req.header('Origin')) !== undefined && !isSameOrigin(c, baseUrl)

const originOf = (address: string): string | null => (URL.canParse(address) ? new URL(address).origin : null)
