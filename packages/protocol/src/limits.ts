const KIB = 1024
const MIB = 1024 * KIB

/**
 * Bounds of everything on the wire. The client cuts to them, marks what it cut and goes on;
 * the server refuses only what is above them.
 */
export const LIMITS = {
  /** One body of `POST /api/ingest` or `POST /api/test-results` after decompression. */
  segmentBytes: 64 * MIB,
  /** Decompressed size over compressed size, looked at from 1 MiB up. */
  inflationRatio: 100,
  /** Body of every other request. */
  requestBytes: 1 * MIB,
  messageBytes: 16 * KIB,
  stackBytes: 32 * KIB,
  snippetBytes: 8 * KIB,
  /** Each of stdout and stderr of an attempt, the end of it. */
  outputTailBytes: 16 * KIB,
  titleBytes: 16 * KIB,
  /** A path, a variant, a reason, a tag, an annotation. */
  textBytes: 4 * KIB,
  /** Describe blocks above a test. */
  titleDepth: 64,
  attempts: 100,
  errors: 20,
  /** `cause` of `cause`, aggregate in aggregate, step in step. */
  depth: 8,
  steps: 500,
  attachments: 100,
  annotations: 100,
  tags: 100,
  results: 200_000,
  groups: 200_000,
  warnings: 100,
  ancestry: 100,
  /** Entries in one segment a client sends; the server takes more. */
  segmentEntries: 20_000,
} as const
