// @module-tag thorough
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { addAgent } from '../testing/agents.ts'
import { emptyPostgres } from '../testing/each-database.ts'
import { makeApp } from '../testing/make-app.ts'
import { openStore } from './open.ts'
import { openPostgres } from './postgres.ts'

/** A database without the last steps, with a task and the message about it, and ways to play an older replica. */
async function olderDatabase() {
  const address = await emptyPostgres()
  const app = await makeApp({ address })
  const planner = await addAgent(app, 'planner')
  await addAgent(app, 'fixer')
  const task = await planner.post('/api/bus/tasks', { assignedTo: 'fixer', title: 'Mend the cart' })
  expect(task.error).toBeUndefined()
  const { writer } = openPostgres(address.postgres, 10)
  onTestFinished(() => writer.destroy())
  const run = (text: string, db = writer) => sql.raw(text).execute(db)
  await run(`delete from kysely_migration where name >= '0036'`)
  await run('drop index task_in_progress, webhook_delivery_retry, bus_message_expired')
  await run('alter table task drop column if exists claimed_from')
  await run('alter table document_revision drop column is_vouched')
  await run('drop table pushed_path')
  await run('drop table deleted_document')
  await run('alter table proposal drop column diff, drop column diff_is_cut')
  let isOver = false
  onTestFinished(() => {
    isOver = true
  })
  return {
    async begin() {
      const transaction = await writer.startTransaction().execute()
      onTestFinished(async () => {
        if (!transaction.isCommitted) await transaction.rollback().execute()
      })
      return {
        run: (text: string) => run(text, transaction),
        commit: () => transaction.commit().execute(),
      }
    },
    migrate: async () => (await openStore(address)).close(),
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
  const { begin, migrate, waiter } = await olderDatabase()
  const older = await begin()
  for (const step of before) await older.run(step)
  const migrating = migrate()
  await waiter()
  for (const step of after) await older.run(step)
  await older.commit()
  await migrating
})

test('a migration that Postgres called off for a deadlock begins again', async () => {
  const { begin, migrate, waiter } = await olderDatabase()
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
