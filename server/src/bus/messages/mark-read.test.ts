// @module-tag thorough
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { emptyPostgres } from '../../testing/each-database.ts'
import { makeAgent, send } from '../../testing/live.ts'
import { makeApp, type TestApp } from '../../testing/make-app.ts'
import { leaveInbox } from './leave-inbox.ts'

test('a message that a live channel acknowledges meanwhile is marked as read, and leaves the inbox once', async () => {
  const app = await makeApp({ address: await emptyPostgres() })
  const fixer = await makeAgent(app, 'fixer')
  const [message] = await send(app, fixer, ['x'])
  const ids = [message?.public_id ?? '']
  const isHeld = Promise.withResolvers<void>()
  const ending = Promise.withResolvers<void>()
  const acknowledging = app.store.write(async (db) => {
    // Both steps of an acknowledgement, with a pause between them.
    await db.updateTable('bus_message').set({ status: 'delivered', delivered_at: app.clock() }).execute()
    isHeld.resolve()
    await ending.promise
    await leaveInbox(db, fixer.id, 1)
  })
  await isHeld.promise
  const marking = app.post<{ marked: number }>('/api/bus/inbox/read', { ids })
  await untilBlocked(app)
  ending.resolve()
  await acknowledging
  expect((await marking).data).toEqual({ marked: 1 })
  expect((await app.get<{ unread: number }>('/api/bus/agents/fixer')).data.unread).toBe(0)
})

/** Resolves when a transaction waits for another. */
async function untilBlocked({ store }: TestApp): Promise<void> {
  let isOver = false
  onTestFinished(() => {
    isOver = true
  })
  while (!isOver) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(store.read)
    if (Number(rows[0]?.n) > 0) return
  }
}
