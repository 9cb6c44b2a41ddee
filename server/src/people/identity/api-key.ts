import { hash, randomBytes } from 'node:crypto'
import { toApiKey } from '@svc/protocol'

/** A new random key. */
export const makeApiKey = (): string => toApiKey(randomBytes(32))

/** The stored form of a key: sha256 in hex. The key is 256 random bits, so it needs no slow hash. */
export const hashKey = (key: string): string => hash('sha256', key)

/** Enough of a key to recognize it on a screen, too little to use it. */
export const hintOf = (key: string): string => `${key.slice(0, 8)}…${key.slice(-4)}`
