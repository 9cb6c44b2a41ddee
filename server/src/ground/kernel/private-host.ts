import { isIP } from 'node:net'

/** Names that no public DNS serves. */
const PRIVATE = /(?:^[^.]+|\.(?:localhost|local|internal|lan|home\.arpa|test))$/

/**
 * True for an address, as `192.168.1.5` or `[::1]`, and for a name that no public DNS serves: no page of the internet can be
 * loaded under it.
 */
export const isPrivateHost = (hostname: string): boolean =>
  PRIVATE.test(hostname) || isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0
