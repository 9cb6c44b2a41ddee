import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql } from 'kysely'
import { STEPS } from './migration-steps.ts'
import { type Dialect, hasTable } from './portable.ts'
import { retryDeadlocks } from './retry.ts'
import type { Tables } from './tables.ts'

/**
 * Applies all pending steps, or none. Servers that start at the same time wait for one another: on
 * Postgres because of the migrator's own lock, on SQLite because a transaction locks the file.
 */
export async function migrate(db: Kysely<Tables>, dialect: Dialect, steps = STEPS): Promise<void> {
  let failed: string | undefined
  try {
    if (isDeepStrictEqual(await readSteps({ read: db, dialect }), Object.keys(steps))) return
    const { Migrator } = await import('kysely/migration')
    // Loaded before the transaction: meanwhile no other server could write.
    const loaded = await load(steps, dialect)
    const migrator = new Migrator({ db, provider: { getMigrations: async () => loaded } })
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

async function load(steps: typeof STEPS, dialect: Dialect) {
  const loaded = Object.entries(steps).map(async ([name, importStep]) => {
    const { up } = await importStep()
    return [name, { up: (trx: Kysely<Tables>) => up(trx, dialect) }] as const
  })
  return Object.fromEntries(await Promise.all(loaded))
}

/** The steps that a database has applied, oldest first; none if it is empty. */
export async function readSteps({
  read,
  dialect,
}: {
  read: Kysely<Tables>
  dialect: Dialect
}): Promise<string[]> {
  if (!(await hasTable(read, dialect, 'kysely_migration'))) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(read)
  return rows.map((row) => row.name)
}

function reasonOf(error: unknown, step: string | undefined): string {
  if (step !== undefined) return `step ${step} failed.`
  // Kysely names the step that this version lacks.
  if (/corrupted migrations/.test(String(error)))
    return 'a newer version of this server created it. Start that version, or restore a backup from before the update.'
  return error instanceof Error ? error.message : String(error)
}
