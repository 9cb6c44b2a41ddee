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
  /**
   * Stores the local file at `path`, whose checksum has been verified. Once this resolves, `key` holds
   * the complete file and survives a power cut; before that, it holds nothing. The file at `path` stays.
   */
  put(key: string, path: string): Promise<void>
  /** The bytes of a key, or a range within them; null if the key is unknown. */
  get(key: string, range?: ByteRange): Promise<Readable | null>
  /** The size of a key's bytes; null if the key is unknown. */
  has(key: string): Promise<number | null>
  /** Removes a key, if it exists. */
  delete(key: string): Promise<void>
  /** All keys, in no order, each with its time of storage, milliseconds since the epoch. */
  list(): AsyncIterable<{ key: string; storedAt: number }>
}
