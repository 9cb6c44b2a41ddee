import { generateCookie, getCookie } from 'hono/cookie'
import { isPrivateHost } from '../../../ground/kernel/private-host.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
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
  /**
   * Throws FORBIDDEN for a write that another site, or a navigation, may have caused, and for a read that a page of
   * another site makes, unless a person follows its link.
   */
  requireOwnPage(c: RestContext): void
  /**
   * The same for a request without a cookie: otherwise another site, or a form in an uploaded file, could sign a visitor
   * in as somebody else. Programs send none of a browser's headers. Throws FORBIDDEN.
   */
  refuseOtherPages(c: RestContext): void
}

/**
 * Over https, the prefix of the name makes the browser require Secure, this host alone, and all paths. `publicUrl` is the
 * configured address; null if there is none.
 */
export function makeSessionCookie(baseUrl: string, publicUrl: string | null): SessionCookie {
  const isSecure = baseUrl.startsWith('https:')
  const prefix = isSecure ? 'host' : undefined
  // A browser has one jar for all ports of a host: two servers of one machine would sign each other's people out.
  const { port } = new URL(baseUrl)
  const named = (name: string) => (isSecure || port === '' ? name : `${name}_${port}`)
  const write = (name: string, value: string, maxAge: number) =>
    generateCookie(named(name), value, {
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      maxAge,
      ...(isSecure && { secure: true, prefix: 'host' as const }),
    })
  const read = (c: RestContext, name: string) =>
    prefix ? getCookie(c, name, prefix) : getCookie(c, named(name))
  return {
    read: (c) => read(c, NAME),
    store: (token, maxAgeSeconds) => write(NAME, token, maxAgeSeconds),
    clear: () => write(NAME, '', 0),
    readDevice: (c) => read(c, DEVICE),
    storeDevice: (token, maxAgeSeconds) => write(DEVICE, token, maxAgeSeconds),
    requireOwnPage(c) {
      if (!SAFE.has(c.req.method)) requireOwnPage(c, baseUrl, publicUrl)
      else if (isOfOtherPage(c, baseUrl, publicUrl))
        throw new Problem(
          'FORBIDDEN',
          'Only pages of this server may read this with a cookie. To open it in a browser, select the address and press Enter. Programs send "Authorization: Bearer <token>" and no cookie.',
        )
    },
    refuseOtherPages(c) {
      if (OF_BROWSERS.some((name) => c.req.header(name) !== undefined)) requireOwnPage(c, baseUrl, publicUrl)
    },
  }
}

/**
 * Refuses a write unless a script of this server's pages sends it. A navigation never counts, even one
 * from this server: a link or a form in an uploaded file needs only a click, and no script.
 * Throws FORBIDDEN.
 */
function requireOwnPage(c: RestContext, baseUrl: string, publicUrl: string | null): void {
  if (!isSameOrigin(c, baseUrl, publicUrl))
    throw new Problem(
      'FORBIDDEN',
      `The server accepts this only from its own pages: the header Sec-Fetch-Site or Origin names another site, or both are missing. ${publicUrl === null ? '' : `Open ${new URL(publicUrl).origin} (SVC_BASE_URL). `}Programs send "Authorization: Bearer <token>" and no cookie.`,
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
 * server's. A page below any name that leads here is same-origin and names itself in Host. If an
 * address is configured, Host therefore counts only if no public DNS serves it.
 */
function isSameOrigin(c: RestContext, baseUrl: string, publicUrl: string | null): boolean {
  const [site, origin] = ['Sec-Fetch-Site', 'Origin'].map((name) => c.req.header(name))
  if (site !== undefined && site !== 'same-origin') return false
  if (origin === undefined) return site !== undefined
  const asked = new URL(c.req.url)
  if (publicUrl !== null)
    return origin === originOf(publicUrl) || (origin === asked.origin && isPrivateHost(asked.hostname))
  return site !== undefined || origin === originOf(baseUrl) || origin === asked.origin
}

/**
 * True for a read that a page of another site makes. It cannot read the answer, but could use up its visitor's streams
 * and reads, and learn from the size of a picture what they may see. `none` is an address that a person typed. A navigation
 * passes if a click caused it: a link on another site is one, a loop of a script is none.
 */
function isOfOtherPage(c: RestContext, baseUrl: string, publicUrl: string | null): boolean {
  const [site, origin, destination, user] = [
    'Sec-Fetch-Site',
    'Origin',
    'Sec-Fetch-Dest',
    'Sec-Fetch-User',
  ].map((name) => c.req.header(name))
  if (site === undefined && origin === undefined) return false
  // Chromium also says `none` if a page of the same domain loads an address in advance, with the cookie. The scripts of
  // our own pages have this header too while the address bar loads one in advance, but are same-origin.
  if (site === 'none') return c.req.header('Sec-Purpose') !== undefined
  const isFollowedLink =
    destination === 'document' &&
    (user === '?1' || (user === undefined && isSafari(c.req.header('User-Agent'))))
  return !isFollowedLink && !isSameOrigin(c, baseUrl, publicUrl)
}

/** Safari never sends Sec-Fetch-User (webkit.org/b/247697), and no page can choose what a navigation sends as User-Agent. */
const isSafari = (userAgent = ''): boolean =>
  userAgent.includes(' Version/') && userAgent.includes(' Safari/') && !userAgent.includes(' Chrome/')

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

const originOf = (address: string): string | null => (URL.canParse(address) ? new URL(address).origin : null)
