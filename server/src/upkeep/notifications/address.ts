import { BlockList, isIP } from 'node:net'
import { Problem } from '../../ground/kernel/problem.ts'

/** Addresses outside the internet: this machine, its network, and reserved ranges. */
const CLOSED_V4 = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  CLOSED_V4.addSubnet(network, prefix, 'ipv4')

const OPEN_V6 = new BlockList()
OPEN_V6.addSubnet('2000::', 3, 'ipv6')
/** Documentation, and other notations of IPv4 addresses, which this check does not parse. */
const CLOSED_V6 = new BlockList()
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  CLOSED_V6.addSubnet(network, prefix, 'ipv6')

/** Whether an IP address belongs to the internet. */
export const isPublic = (address: string): boolean =>
  isIP(address) === 4
    ? !CLOSED_V4.check(address, 'ipv4')
    : isIP(address) === 6 && OPEN_V6.check(address, 'ipv6') && !CLOSED_V6.check(address, 'ipv6')

/**
 * The address of a webhook. Throws INVALID_REQUEST for a forbidden one. Names are resolved and checked at
 * delivery.
 */
export function readAddress(text: string, allowPrivate: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !(url.protocol === 'https:' || (allowPrivate && url.protocol === 'http:')))
    throw invalid(`must be an address that begins with https://${allowPrivate ? ' or http://' : ''}`)
  if (url.username !== '' || url.password !== '')
    throw invalid('must be an address without name and password: a signature identifies the sender')
  const host = hostOf(url)
  if (!allowPrivate && ((isIP(host) !== 0 && !isPublic(host)) || isLocalName(host)))
    throw invalid(
      `must be an address on the internet, and ${host} is not. If receivers run next to the server, its operator sets SVC_WEBHOOKS_PRIVATE=1`,
    )
  url.hash = ''
  return url
}

/** Without the brackets of IPv6. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

const isLocalName = (host: string) => /(^|\.)(localhost|local|internal|localdomain)\.?$/i.test(host)

const invalid = (rule: string) => new Problem('INVALID_REQUEST', `url ${rule}.`)
