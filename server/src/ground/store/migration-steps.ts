import type { Kysely } from 'kysely'
import type { Dialect } from './portable.ts'
import type { Tables } from './tables.ts'

/**
 * One step of the schema. Steps only go forward; a released one is never edited. All pending ones share a transaction,
 * while older replicas work: one that locks several of their tables begins with `lockTable` for all.
 */
export interface MigrationStep {
  up(db: Kysely<Tables>, dialect: Dialect): Promise<void>
}

/** Every step that this version knows, oldest first. A start that finds all of them applied loads none. */
export const STEPS: Record<string, () => Promise<MigrationStep>> = {
  '0001-first': () => import('./migrations/0001-first.ts'),
}

export const STEP_NAMES = Object.keys(STEPS)
