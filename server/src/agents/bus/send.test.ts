import { expect, test } from 'vitest'
import { newId } from '../../ground/kernel/id.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import type { AgentRow, Outgoing } from './dependencies.ts'
import { readInboxOf } from './live/live-channels.ts'
import type { Marks } from './live/marks.ts'
import { sendMessages } from './send.ts'

const addAgent = (app: TestApp, name: string): Promise<AgentRow> =>
  app.store.write((db) =>
    db
      .insertInto('agent')
      .values({
        public_id: newId(app.clock()),
        organization_id: 1,
        name,
        instance: 'test',
        capabilities: '{}',
        status: 'active',
        credential: 'key:1',
        created_at: app.clock(),
        updated_at: app.clock(),
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )

onEachDatabase('sendMessages', (make) => {
  test('stores signed messages in their order, which a reader gets urgent first', async () => {
    const app = await make()
    const [ada, bob] = [await addAgent(app, 'ada'), await addAgent(app, 'bob')]
    const say = (payload: string, more: Partial<Outgoing> = {}): Outgoing => ({
      from: ada,
      to: bob,
      payload,
      type: 'message',
      priority: 2,
      ...more,
    })
    const rows = await app.store.write((db) =>
      sendMessages(
        db,
        app.bus,
        [say('one'), say('two'), say('now', { priority: 0 }), say('from the server', { from: null })],
        app.clock(),
      ),
    )
    expect(rows.map(({ sequence, from_name }) => [sequence, from_name])).toEqual([
      [1, 'ada'],
      [2, 'ada'],
      [3, 'ada'],
      [4, 'svc'],
    ])
    const inbox = readInboxOf(app.bus, bob.id, app.clock)
    const texts = async (marks: Marks) => {
      const { messages } = await inbox.beyond(marks, 4, { limit: 10, pendingOnly: false })
      return messages.map(({ body, isAuthentic }) => [(body as { message?: string }).message, isAuthentic])
    }
    expect(await texts([0, 0, 0, 0])).toEqual([
      ['now', true],
      ['one', true],
      ['two', true],
      ['from the server', true],
    ])
    expect(await texts([3, 0, 2, 0])).toEqual([['from the server', true]])
    const { unread } = await app.store.read
      .selectFrom('agent')
      .select('unread')
      .where('name', '=', 'bob')
      .executeTakeFirstOrThrow()
    expect(unread).toBe(4)
  })
})
