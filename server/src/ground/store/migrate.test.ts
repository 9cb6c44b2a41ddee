// @module-tag thorough
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { emptyPostgres } from '../../testing/each-database.ts'
import { makeFolder } from '../../testing/folder.ts'
import { migrate } from './migrate.ts'
import { STEPS } from './migration-steps.ts'
import { type Dialect, lockTable } from './portable.ts'
import { openPostgres } from './postgres.ts'
import { openSqliteWriter } from './sqlite.ts'
import type { Tables } from './tables.ts'

/** The steps of a later version: it adds a column to three tables that each replica writes, as a step should. */
const LATER: typeof STEPS = {
  ...STEPS,
  '9998-colours': async () => ({
    async up(db, dialect) {
      await lockTable(db, dialect, 'task', 'access exclusive')
      await lockTable(db, dialect, 'agent', 'exclusive')
      await lockTable(db, dialect, 'webhook_delivery', 'exclusive')
      await addColour(db, 'webhook_delivery')
    },
  }),
  '9999-more-colours': async () => ({
    async up(db) {
      await addColour(db, 'agent')
      await addColour(db, 'task')
    },
  }),
}
const addColour = (db: Kysely<Tables>, table: keyof Tables) =>
  sql`alter table ${sql.table(table)} add column colour text not null default 'red'`.execute(db)

const databases = {
  sqlite: async () =>
    openSqliteWriter(join(makeFolder(), 'svc.sqlite'), { check: () => undefined, mustExist: false }),
  postgres: async () => openPostgres((await emptyPostgres()).postgres, 10).writer,
}

async function olderDatabase(dialect: Dialect) {
  const db: Kysely<Tables> = await databases[dialect]()
  onTestFinished(() => db.destroy())
  await migrate(db, dialect)
  await sql`insert into organization (public_id, slug, name, plan, created_at)
    values ('o', 'o', 'o', 'free', 0)`.execute(db)
  await sql`insert into agent (public_id, organization_id, name, instance, capabilities, status, credential, created_at,
    updated_at) values ('a', 1, 'fixer', 'i', '{}', 'active', 'c', 0, 0)`.execute(db)
  return db
}

const readSteps = async (db: Kysely<Tables>) => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

describe.each(['sqlite', 'postgres'] as const)('steps of a later version, %s', (dialect) => {
  test('are applied once and keep what is stored; then an earlier version refuses the database', async () => {
    const db = await olderDatabase(dialect)
    for (const _ of ['first', 'second']) await migrate(db, dialect, LATER)
    const { rows } = await sql`select name, colour from agent`.execute(db)
    expect(rows).toEqual([{ name: 'fixer', colour: 'red' }])
    expect(await readSteps(db)).toEqual(Object.keys(LATER))
    await expect(migrate(db, dialect)).rejects.toThrow('a newer version of this server created it')
  })

  test('all or none: if one fails, the error names it and nothing has changed', async () => {
    const db = await olderDatabase(dialect)
    const failing: typeof STEPS = {
      ...LATER,
      '9999-more-colours': async () => ({
        async up(db) {
          await addColour(db, 'project')
          await addColour(db, 'project')
        },
      }),
    }
    await expect(migrate(db, dialect, failing)).rejects.toThrow('step 9999-more-colours failed')
    expect(await readSteps(db)).toEqual(Object.keys(STEPS))
    await migrate(db, dialect, LATER)
  })
})

/** Ways to play an older replica during the migration. */
async function busyDatabase() {
  const db = await olderDatabase('postgres')
  const run = (text: string, on = db) => sql.raw(text).execute(on)
  let isOver = false
  onTestFinished(() => {
    isOver = true
  })
  return {
    async begin() {
      const transaction = await db.startTransaction().execute()
      onTestFinished(async () => {
        if (!transaction.isCommitted) await transaction.rollback().execute()
      })
      return {
        run: (text: string) => run(text, transaction),
        commit: () => transaction.commit().execute(),
      }
    },
    migrate: () => migrate(db, 'postgres', LATER),
    /** Resolves when a transaction waits for a lock: of this table, if given. */
    async waiter(table?: string) {
      const waits =
        table === undefined
          ? `pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
          : `pg_locks where not granted and relation = '${table}'::regclass`
      while (!isOver && (await run(`select 1 from ${waits}`)).rows.length === 0) await setImmediate()
    },
  }
}

const CHANGE_TASK = `update task set updated_at = updated_at`
const LOCK_AGENTS = `select id from agent order by id for update`
const COUNT_MESSAGES = `update agent set unread = unread`
const QUEUE_DELIVERY = `update webhook_delivery set attempts = attempts`

test.each([
  ['changes a task', [CHANGE_TASK], [LOCK_AGENTS, COUNT_MESSAGES, QUEUE_DELIVERY]],
  ['reads a task', ['select id from task'], [LOCK_AGENTS, COUNT_MESSAGES, QUEUE_DELIVERY]],
  ['sends a message', [LOCK_AGENTS], [COUNT_MESSAGES, QUEUE_DELIVERY]],
  ['calls a webhook', [QUEUE_DELIVERY], []],
])('a migration and an older replica that %s wait for each other once', async (_, before, after) => {
  const { begin, migrate, waiter } = await busyDatabase()
  const older = await begin()
  for (const step of before) await older.run(step)
  const migrating = migrate()
  await waiter()
  for (const step of after) await older.run(step)
  await older.commit()
  await migrating
})

test('a migration that Postgres called off for a deadlock begins again', async () => {
  const { begin, migrate, waiter } = await busyDatabase()
  const older = await begin()
  // Only the migration looks for deadlocks, so it is the one that is called off.
  await older.run(`set local deadlock_timeout = '1h'`)
  await older.run(QUEUE_DELIVERY)
  const other = await begin()
  await other.run(COUNT_MESSAGES)
  const migrating = migrate()
  await waiter('agent')
  const changing = older.run(CHANGE_TASK)
  await waiter('task')
  await other.commit()
  await changing
  await older.commit()
  await migrating
})
