import { generateCookie, getCookie } from 'hono/cookie'
import { Problem } from '../../kernel/problem.ts'
import { mediaType } from '../bodies/read-body.ts'
import type { RestContext } from '../env.ts'

const NAME = 'svc_session'
const DEVICE = 'svc_device'
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
const OF_BROWSERS = ['Sec-Fetch-Site', 'Sec-Fetch-Dest', 'Origin']

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
  /** Throws FORBIDDEN for a write that another site, or a navigation, may have caused. */
  requireOwnPage(c: RestContext): void
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
    requireOwnPage(c) {
      if (!SAFE.has(c.req.method)) requireOwnPage(c, baseUrl)
    },
  }
}

/**
 * Refuses a write unless a script of this server's pages sends it. A navigation never counts, even one
 * from this server: a link or a form in an uploaded file needs only a click, and no script.
 * Throws FORBIDDEN.
 */
function requireOwnPage(c: RestContext, baseUrl: string): void {
  if (!isSameOrigin(c, baseUrl))
    throw new Problem(
      'FORBIDDEN',
      'The server accepts this only from its own pages: the header Sec-Fetch-Site or Origin names another site, or both are missing. Programs send "Authorization: Bearer <token>" and no cookie.',
    )
  if (!isFromScript(c))
    throw new Problem(
      'FORBIDDEN',
      'The server accepts this only from a script of its own pages: Sec-Fetch-Dest and Sec-Fetch-Mode show a form, a link or a navigation. Use the dashboard.',
    )
  // No form, link or ping can send this type. DELETE has no body, and no navigation can send it.
  if (c.req.method !== 'DELETE' && mediaType(c) !== 'application/json')
    throw new Problem(
      'FORBIDDEN',
      'A browser must send this as application/json. Programs send "Authorization: Bearer <token>" and no cookie.',
    )
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

/** True for `fetch`; false for navigations, frames, pings and everything else that a page can load. */
function isFromScript(c: RestContext): boolean {
  const [destination, mode] = ['Sec-Fetch-Dest', 'Sec-Fetch-Mode'].map((name) => c.req.header(name))
  // Without Sec-Fetch-Site, browsers send neither; `fetch` of Node sends the mode alone.
  const isOld = c.req.header('Sec-Fetch-Site') === undefined
  return (
    (destination === 'empty' || (isOld && destination === undefined)) &&
    (mode === 'cors' || mode === 'same-origin' || (isOld && mode === undefined))
  )
}

/**
 * Otherwise another site, or a form in an uploaded file, could sign a visitor in as somebody else. Programs send
 * none of these headers. Throws FORBIDDEN.
 */
export function refuseOtherPages(c: RestContext, baseUrl: string): void {
  if (OF_BROWSERS.some((name) => c.req.header(name) !== undefined)) requireOwnPage(c, baseUrl)
}

const originOf = (address: string): string | null => (URL.canParse(address) ? new URL(address).origin : null)
