import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql } from 'kysely'
import { STEP_NAMES } from './migration-names.ts'
import type { Store } from './open.ts'
import { type Dialect, hasTable } from './portable.ts'
import { retryDeadlocks } from './retry.ts'
import type { Tables } from './tables.ts'

/**
 * Applies all pending steps, or none. Servers that start at the same time wait for one another: on
 * Postgres because of the migrator's own lock, on SQLite because a transaction locks the file.
 */
export async function migrate(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  let failed: string | undefined
  try {
    if (isDeepStrictEqual(await readSteps({ read: db, dialect }), STEP_NAMES)) return
    const migrator = await openMigrator(db, dialect)
    // A running replica of an older version may lock the same tables in another order.
    await retryDeadlocks(async () => {
      const { error, results } = await migrator.migrateToLatest()
      failed = results?.find(({ status }) => status === 'Error')?.migrationName
      if (error) throw error
    })
  } catch (cause) {
    throw new Error(`The database could not be migrated: ${reasonOf(cause, failed)}`, { cause })
  }
}

async function openMigrator(db: Kysely<Tables>, dialect: Dialect) {
  const { Migrator } = await import('kysely/migration')
  const { STEPS } = await import('./migration-steps.ts')
  return new Migrator({
    db,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          Object.entries(STEPS).map(([name, step]) => [name, { up: (trx) => step.up(trx, dialect) }]),
        ),
    },
  })
}

/** The steps that a database has applied, oldest first; none if it is empty. */
export async function readSteps({ read, dialect }: Pick<Store, 'read' | 'dialect'>): Promise<string[]> {
  if (!(await hasTable(read, dialect, 'kysely_migration'))) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(read)
  return rows.map((row) => row.name)
}

function reasonOf(error: unknown, step: string | undefined): string {
  if (step !== undefined) return `step ${step} failed.`
  if (/corrupted migrations/.test(String(error)))
    return 'a newer version of this server created it. Start that version, or restore a backup from before the update.'
  return error instanceof Error ? error.message : String(error)
}
