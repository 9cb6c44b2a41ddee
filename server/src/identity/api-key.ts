import { hash, randomBytes } from 'node:crypto'
import { toApiKey } from '@svc/protocol'

/** A key nobody has had before. */
export const makeApiKey = (): string => toApiKey(randomBytes(32))

/** All that is stored of a key: sha256 in hex. The key is 256 random bits, so no slow hash is needed. */
export const hashKey = (key: string): string => hash('sha256', key)

/** Enough of a key to recognize it on a screen, too little to use it. */
export const hintOf = (key: string): string => `${key.slice(0, 8)}…${key.slice(-4)}`
