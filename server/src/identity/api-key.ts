import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { toApiKey } from '@svc/protocol'

/** A key nobody has had before. */
export const makeApiKey = (): string => toApiKey(randomBytes(32))

/** All that is stored of a key: sha256 in hex. The key is 256 random bits, so no slow hash is needed. */
export const hashKey = (key: string): string => hash('sha256', key)

/** Compares two hashes in a time that does not tell where they differ. */
export const sameHash = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** Enough of a key to recognize it on a screen, too little to use it. */
export const hintOf = (key: string): string => `${key.slice(0, 8)}…${key.slice(-4)}`
