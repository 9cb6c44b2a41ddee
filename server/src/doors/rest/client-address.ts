import { isIP, isIPv6 } from 'node:net'
import type { RestContext } from './env.ts'

/** The maximum length of text other than an address, because a proxy may write a name. */
const LONGEST = 64

/**
 * The client's address. Behind `proxies` proxies of our own, it is the entry of X-Forwarded-For that the
 * outermost of them wrote; clients can forge the entries before it. IPv6 counts by its /64 network.
 */
export function clientAddress(c: RestContext, proxies: number): string {
  const forwarded = proxies > 0 ? c.req.header('X-Forwarded-For')?.split(',').at(-proxies)?.trim() : undefined
  const address = withoutPort(forwarded || c.env?.incoming?.socket.remoteAddress || 'unknown')
  return isIPv6(address) ? network(address) : address.slice(0, LONGEST)
}

/** Some proxies also write the client's port, which differs for each connection. */
function withoutPort(text: string): string {
  if (isIP(text) !== 0) return text
  const [, address = ''] = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? /^([\d.]+):\d+$/.exec(text) ?? []
  return isIP(address) === 0 ? text : address
}

/** The canonical spelling of each network: an address has several. */
function network(address: string): string {
  // The URL parser writes IPv6 as RFC 5952 does, with an embedded IPv4 address as two groups.
  const plain = new URL(`http://[${address.split('%', 1)[0]}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(plain)
  if (mapped) {
    const [high, low] = mapped.slice(1).map((group) => Number.parseInt(group, 16)) as [number, number]
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  }
  const [head = '', tail = ''] = plain.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail.split(':').filter(Boolean)
  const groups = [...before, ...new Array(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after]
  return `${groups.slice(0, 4).join(':')}::/64`
}
