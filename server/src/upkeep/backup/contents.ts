import { z } from 'zod'

/** Increment it when older servers cannot read the new format. */
export const BACKUP_FORMAT = 1

/** Names inside a backup, in this order; artifacts follow the database and precede the checksums. */
export const NAMES = {
  head: 'svc-backup.json',
  database: 'svc.sqlite',
  artifacts: 'artifacts/',
  checksums: 'checksums.json',
} as const

/** The only valid names of artifacts: no entry of a backup can be written elsewhere. */
export const ARTIFACT_NAME = /^artifacts\/([0-9a-f]{2}\/[0-9a-f]{62}\.[0-9a-f-]{36})$/

export const Head = z.object({
  format: z.number(),
  /** The server's kind of database; a backup contains only SQLite's. */
  database: z.enum(['sqlite', 'postgres']),
  version: z.string(),
  createdAt: z.string(),
  /** Steps of the schema that the database has applied. */
  steps: z.array(z.string()),
})

/** The last file of a backup. A backup without it was cut off. */
export const Checksums = z.object({
  files: z.array(z.object({ name: z.string(), sizeBytes: z.number(), sha256: z.string() })),
  /** Artifacts in the database whose files were missing. */
  missing: z.array(z.string()),
})

export type FileSum = z.infer<typeof Checksums>['files'][number]
