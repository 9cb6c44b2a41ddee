import { z } from 'zod'

/** Raised when an older server could not read what this one writes. */
export const BACKUP_FORMAT = 1

/** Names inside a backup, in this order; artifacts stand between the database and the checksums. */
export const NAMES = {
  head: 'svc-backup.json',
  database: 'svc.sqlite',
  artifacts: 'artifacts/',
  checksums: 'checksums.json',
} as const

/** The only names of artifacts: nothing that comes out of a backup can lead anywhere else. */
export const ARTIFACT_NAME = /^artifacts\/([0-9a-f]{2}\/[0-9a-f]{62}\.[0-9a-f-]{36})$/

export const Head = z.object({
  format: z.number(),
  /** Which database the server has; only SQLite's is part of the backup. */
  database: z.enum(['sqlite', 'postgres']),
  version: z.string(),
  createdAt: z.string(),
  /** Steps of the schema that the database has taken. */
  steps: z.array(z.string()),
})

/** The last file of a backup: one without it was cut off. */
export const Checksums = z.object({
  files: z.array(z.object({ name: z.string(), sizeBytes: z.number(), sha256: z.string() })),
  /** Artifacts of which the database tells and whose files were not there. */
  missing: z.array(z.string()),
})

export type FileSum = z.infer<typeof Checksums>['files'][number]
