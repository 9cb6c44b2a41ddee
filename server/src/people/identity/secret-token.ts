import { hash, randomBytes } from 'node:crypto'
import { toApiKey } from '@svc/protocol'

/** Distinguishes a session's token from an API key for people, and for scanners of leaked secrets. */
export const SESSION_PREFIX = 'svs_'
/** The prefix of the secret at the end of a link. */
const LINK_PREFIX = 'svl_'
/** The prefix of a device's token. */
const DEVICE_PREFIX = 'svd_'

const secret = () => randomBytes(32).toString('base64url')

/** The token of a session; 256 random bits, of which only `hashKey` is stored. */
export const makeSessionToken = (): string => SESSION_PREFIX + secret()

/** The token of a device that a person signed in from; 256 random bits, of which only `hashKey` is stored. */
export const makeDeviceToken = (): string => DEVICE_PREFIX + secret()

/** The secret of a link of one use; 256 random bits, of which only `hashKey` is stored. */
export const makeLinkToken = (): string => LINK_PREFIX + secret()

/** A new random key. */
export const makeApiKey = (): string => toApiKey(randomBytes(32))

/** The stored form of a key: sha256 in hex. The key is 256 random bits, so it needs no slow hash. */
export const hashKey = (key: string): string => hash('sha256', key)

/** Enough of a key to recognize it on a screen, too little to use it. */
export const hintOf = (key: string): string => `${key.slice(0, 8)}…${key.slice(-4)}`
