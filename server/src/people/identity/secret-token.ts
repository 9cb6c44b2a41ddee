import { randomBytes } from 'node:crypto'

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
