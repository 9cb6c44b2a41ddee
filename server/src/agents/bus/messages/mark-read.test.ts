// @module-tag thorough
import { expect, test } from 'vitest'
import { migratedPostgres } from '../../../testing/each-database.ts'
import { makeAgent, send } from '../../../testing/live.ts'
import { makeApp } from '../../../testing/make-app.ts'
import { untilWaiting } from '../../../testing/waiting.ts'
import { holdAgents } from '../hold-agent.ts'
import { leaveInbox } from './leave-inbox.ts'

test('a message that a live channel acknowledges meanwhile is marked as read, and leaves the inbox once', async () => {
  const app = await makeApp({ address: await migratedPostgres() })
  const fixer = await makeAgent(app, 'fixer')
  const [message] = await send(app, fixer, ['x'])
  const ids = [message?.public_id ?? '']
  const isHeld = Promise.withResolvers<void>()
  const ending = Promise.withResolvers<void>()
  const acknowledging = app.store.write(async (db) => {
    // The steps of an acknowledgement, with a pause before the last.
    await holdAgents(db, 'postgres', [fixer.id])
    await db.updateTable('bus_message').set({ status: 'delivered', delivered_at: app.clock() }).execute()
    isHeld.resolve()
    await ending.promise
    await leaveInbox(db, fixer.id, 1)
  })
  await isHeld.promise
  const marking = app.post<{ marked: number }>('/api/bus/inbox/read', { ids })
  await untilWaiting(app)
  ending.resolve()
  await acknowledging
  expect((await marking).data).toEqual({ marked: 1 })
  expect((await app.get<{ unread: number }>('/api/bus/agents/fixer')).data.unread).toBe(0)
})
