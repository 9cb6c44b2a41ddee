// @module-tag thorough
import { expect, test } from 'vitest'
import type { Db } from '../../ground/store/portable.ts'
import { migratedPostgres } from '../../testing/each-database.ts'
import { makeAgent, send } from '../../testing/live.ts'
import { makeApp, type TestApp } from '../../testing/make-app.ts'
import { untilWaiting } from '../../testing/waiting.ts'
import type { MessageRow } from './dependencies.ts'
import { expireMessages } from './messages/expire.ts'
import { sendMessages } from './send.ts'

const AGENT = '/api/bus/agents/fixer'

interface World {
  app: TestApp
  message: MessageRow
}

const CALLS: Record<string, (world: World) => Promise<unknown>> = {
  'an acknowledgement': ({ app, message }) =>
    app.post('/api/bus/messages/ack', { agent: 'fixer', ids: [message.public_id] }),
  'marking as read': ({ app, message }) =>
    app.post('/api/bus/inbox/read', { agent: 'fixer', ids: [message.public_id] }),
  expiry: ({ app, message }) => expireMessages(app.bus, message.expires_at ?? 0),
  'archiving the recipient': ({ app }) => app.delete(AGENT),
  'deleting the recipient': ({ app }) => app.delete(`${AGENT}?hard=true`),
}

const CASES = Object.keys(CALLS).flatMap((name): [string, 'sender' | 'recipient'][] =>
  name === 'expiry' || name.endsWith('recipient')
    ? [
        [name, 'sender'],
        [name, 'recipient'],
      ]
    : [[name, 'recipient']],
)

// What waits for an agent while it holds a message waits forever for who has the agent and wants that.
test.each(CASES)('%s that waits for the %s holds no messages', async (name, side) => {
  const [holder, app] = await replicas()
  const fixer = await makeAgent(app, 'fixer')
  const planner = await makeAgent(app, 'planner')
  const expiresAt = app.clock() + 60_000
  const [message] = await send(app, fixer, ['x'], { from: planner, expiresAt })
  // Otherwise the call would wait to note that its agent was seen.
  await app.store.write((db) => db.updateTable('agent').set({ last_seen_at: app.clock() }).execute())
  const { id } = side === 'sender' ? planner : fixer
  const isHeld = Promise.withResolvers<void>()
  const holding = holder.store.write(async (db) => {
    await db.selectFrom('agent').select('id').where('id', '=', id).forUpdate().execute()
    isHeld.resolve()
    await untilWaiting(app)
    return lockedMessages(db)
  })
  await isHeld.promise
  const calling = CALLS[name]?.({ app, message: message as MessageRow })
  expect(await holding).toEqual([])
  await calling
  const { status } = await app.store.read
    .selectFrom('bus_message')
    .select('status')
    .where('to_agent_id', '=', fixer.id)
    .executeTakeFirstOrThrow()
  expect(status).not.toBe('pending')
})

test('messages that arrive while others expire keep their places', async () => {
  const [holder, app] = await replicas()
  const fixer = await makeAgent(app, 'fixer')
  const expiresAt = app.clock() + 60_000
  await send(app, fixer, ['expires'], { expiresAt })
  const outgoing = { from: null, to: fixer, payload: 'new', priority: 2, type: 'message' } as const
  const stored = Promise.withResolvers<void>()
  const ending = Promise.withResolvers<void>()
  const sending = holder.store.write(async (db) => {
    await sendMessages(db, holder.bus, [outgoing], holder.clock())
    stored.resolve()
    await ending.promise
  })
  await stored.promise
  const expiring = expireMessages(app.bus, expiresAt)
  await untilWaiting(app)
  ending.resolve()
  await sending
  expect(await expiring).toBe(1)
  expect(await app.store.read.selectFrom('agent').select('unread').execute()).toEqual([{ unread: 1 }])
})

/** Messages that other transactions have locked. */
async function lockedMessages(db: Db): Promise<number[]> {
  const all = await db.selectFrom('bus_message').select('id').execute()
  const free = await db.selectFrom('bus_message').select('id').forUpdate().skipLocked().execute()
  return all.map(({ id }) => id).filter((id) => !free.some((row) => row.id === id))
}

/** Two servers of one database: each writes one transaction at a time. */
async function replicas(): Promise<[TestApp, TestApp]> {
  const one = await makeApp({ address: await migratedPostgres() })
  return [one, await makeApp({ beside: one })]
}
