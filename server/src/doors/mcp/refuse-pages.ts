import type { Context } from 'hono'
import { isPrivateHost } from '../../ground/kernel/private-host.ts'
import { Problem } from '../../ground/kernel/problem.ts'

/** Names of this machine. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Throws FORBIDDEN for a request that a web page may have caused. A page under a foreign name that leads to this server
 * (DNS rebinding) sends that name as Host; any other page sends its Origin.
 */
export function refusePages(c: Context, baseUrl: string): void {
  const own = new URL(baseUrl).hostname
  const host = hostnameOf(`http://${c.req.header('Host') ?? new URL(c.req.url).host}`)
  if (host === null || !(host === own || isPrivateHost(host)))
    throw new Problem(
      'FORBIDDEN',
      `The header Host names ${host ?? 'no host'}, but this server is reached as ${own}. Use that name, or set SVC_BASE_URL on the server.`,
    )
  const origin = c.req.header('Origin')
  if (origin === undefined) return
  const page = hostnameOf(origin)
  if (page === own || (page !== null && LOOPBACK.has(page) && LOOPBACK.has(host))) return
  throw new Problem(
    'FORBIDDEN',
    `The header Origin names ${page ?? 'no host'}. Web pages of other hosts may not call this server.`,
  )
}

function hostnameOf(address: string): string | null {
  try {
    return new URL(address).hostname || null
  } catch {
    return null
  }
}
