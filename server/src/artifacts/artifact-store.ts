import type { Readable } from 'node:stream'

/** A part of a file: first and last byte, both included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Where the bytes of artifacts are. A key is `ab/cdef….<uuid>`; what is under it never changes. Any store of
 * objects can be behind it: each method is one request of the kind such stores answer.
 */
export interface ArtifactStore {
  /**
   * Takes over the file at `path`, on this machine, whose sum was checked. When it resolves, `key` has all of it
   * and keeps it through a power cut; before, it has nothing. The file at `path` is gone or may be removed.
   */
  put(key: string, path: string): Promise<void>
  /** The bytes of a key, or a range that lies within them; null where it has none. */
  get(key: string, range?: ByteRange): Promise<Readable | null>
  /** How many bytes a key has; null where it has none. */
  has(key: string): Promise<number | null>
  /** Removes a key; nothing happens where there is none. */
  delete(key: string): Promise<void>
  /** All keys, in no order, each with when it was put, in milliseconds since the epoch. */
  list(): AsyncIterable<{ key: string; storedAt: number }>
}
