import type { AgentRow } from '../../server/src/agents/bus/dependencies.ts'
import { notifyRecipients, sendMessages } from '../../server/src/agents/bus/send.ts'
import { listen } from '../../server/src/doors/rest/listen.ts'
import { newId } from '../../server/src/ground/kernel/id.ts'
import { openStore } from '../../server/src/ground/store/open.ts'
import { bootstrap } from '../../server/src/people/identity/bootstrap.ts'
import { ingestOffThread } from '../../server/src/uploads/ingest/ingest-thread.ts'
import { benchApp } from '../bench-app.ts'
import { stamp } from './subscribers.ts'

/** The product's own app on a socket, with an agent whose inbox is streamed. It sends messages on command. */
export interface Publishing {
  count: number
  text: string
  /** The number of messages in one transaction. */
  atOnce: number
}

const clock = Date.now
const store = await openStore({ folder: process.argv[2] ?? '' })
const key = await bootstrap(store, clock, 'admin')
const ingest = ingestOffThread(store, { settleAfterMs: 60_000, incompleteAfterMs: 900_000 })
const app = benchApp({ store, clock, ingest })
const { url } = await listen(app.fetch, { host: '127.0.0.1', port: 0 })
const now = clock()
const agent: AgentRow = await store.write((db) =>
  db
    .insertInto('agent')
    .values({
      public_id: newId(now),
      organization_id: 1,
      name: 'fixer',
      instance: 'bench',
      capabilities: '{}',
      status: 'active',
      credential: 'key:1',
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow(),
)

process.on('message', async ({ count, text, atOnce }: Publishing) => {
  // What the questions before sent has arrived: read, so that the inbox never fills. Not before a few messages: their
  // commit would wait for the disk to store these rows.
  if (count > atOnce)
    await store.write(async (db) => {
      await db.updateTable('bus_message').set({ status: 'read' }).where('status', '!=', 'read').execute()
      await db.updateTable('agent').set({ unread: 0 }).execute()
    })
  for (let sent = 0; sent < count; sent += atOnce) {
    const outgoing = Array.from({ length: Math.min(atOnce, count - sent) }, () => ({
      ...{ from: null, to: agent, payload: `${stamp()}${text}` },
      ...{ type: 'alert' as const, priority: 2 as const },
    }))
    await store.write((db) => sendMessages(db, app.bus, outgoing, clock()))
    notifyRecipients(app.bus, outgoing)
  }
  process.send?.('published')
})
// The measuring process may fail half-way; then nothing may keep running.
process.on('disconnect', () => process.exit())
process.send?.({ port: Number(new URL(url).port), key })
