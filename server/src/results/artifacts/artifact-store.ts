import type { Readable } from 'node:stream'

/** A part of a file: first and last byte, inclusive. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * The store of artifacts' bytes. A key is `ab/cdef….<uuid>`, and its content never changes. Any object store
 * can implement it: each method is one request of such a store.
 */
export interface ArtifactStore {
  /** True if `has` costs no request over a network that is paid for, so that lists may ask for each row. */
  isNear: boolean
  /**
   * Stores the local file at `path`, whose `sha256`, in hex, has been verified. Once this resolves, `key` holds
   * the complete file and survives a power cut; before that, it holds nothing. The file at `path` stays.
   */
  put(key: string, path: string, sha256: string): Promise<void>
  /** The bytes of a key, or a range within them; null if the key is unknown. */
  get(key: string, range?: ByteRange): Promise<Readable | null>
  /** The size of a key's bytes; null if the key is unknown. */
  has(key: string): Promise<number | null>
  /** Removes a key, if it exists. */
  delete(key: string): Promise<void>
  /** All keys, in no order, each with its time of storage, milliseconds since the epoch. */
  list(): AsyncIterable<{ key: string; storedAt: number }>
  /** An address from which anyone may get a key's bytes for a minute; absent if the store has no addresses. */
  addressOf?(key: string, answer: { type: string; disposition: string }): Promise<string>
}

const KEY = /^[0-9a-f]{2}\/[0-9a-f]{62}\.[0-9a-f-]{36}$/

export const isArtifactKey = (text: string): boolean => KEY.test(text)

/** Returns the key; throws for a text that is none. */
export function requireArtifactKey(key: string): string {
  if (!isArtifactKey(key)) throw new Error(`Not the key of an artifact: ${key}`)
  return key
}
