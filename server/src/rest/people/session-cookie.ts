import { generateCookie, getCookie } from 'hono/cookie'
import { Problem } from '../../kernel/problem.ts'
import type { RestContext } from '../env.ts'

const NAME = 'svc_session'
const DEVICE = 'svc_device'
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The cookies that contain the tokens of a session and a device, and the rules for accepting them. */
export interface SessionCookie {
  /** The token that a request contains. */
  read(c: RestContext): string | undefined
  /** The header that stores a token in the browser until it ends. */
  store(token: string, maxAgeSeconds: number): string
  /** The header that removes it. */
  clear(): string
  /** The device token that a request contains. It does not sign anyone in. */
  readDevice(c: RestContext): string | undefined
  /** The header that stores it in the browser. */
  storeDevice(token: string, maxAgeSeconds: number): string
  /** Throws FORBIDDEN for a request that another site may have caused. */
  requireSameOrigin(c: RestContext): void
}

/** Over https, the prefix of the name makes the browser require Secure, this host alone, and all paths. */
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
 * True if the browser confirms that a page of this server sends the request. Over plain http to a
 * host other than localhost, browsers send no Sec-Fetch-Site; the page's origin must then match the
 * address of the request.
 */
function isSameOrigin(c: RestContext, baseUrl: string): boolean {
  const site = c.req.header('Sec-Fetch-Site')
  if (site !== undefined) return site === 'same-origin'
  const origin = c.req.header('Origin')
  if (origin === undefined) return false
  return origin === originOf(baseUrl) || origin === originOf(c.req.url)
}

/** True if the browser reports that a page of another server sends the request. */
export const isCrossOrigin = (c: RestContext, baseUrl: string): boolean =>
  (c.req.header('Sec-Fetch-Site') ?? c.req.header('Origin')) !== undefined && !isSameOrigin(c, baseUrl)

const originOf = (address: string): string | null => (URL.canParse(address) ? new URL(address).origin : null)
