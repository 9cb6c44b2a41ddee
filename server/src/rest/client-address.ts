import type { RestContext } from './env.ts'

/**
 * Where a request comes from. Behind `proxies` proxies of our own it is the entry of X-Forwarded-For that
 * the outermost of them wrote; entries before that one anybody can invent. IPv6 counts by its /64 network.
 */
export function clientAddress(c: RestContext, proxies: number): string {
  const forwarded = proxies > 0 ? c.req.header('X-Forwarded-For')?.split(',').at(-proxies)?.trim() : undefined
  const address = forwarded || c.env?.incoming?.socket.remoteAddress || 'unknown'
  return address.includes(':') ? network(address) : address
}

function network(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return mapped[1] as string
  const [head = '', tail = ''] = address.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail.split(':').filter(Boolean)
  const groups = [...before, ...new Array(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after]
  return `${groups.slice(0, 4).join(':')}::/64`
}
