import { expect, test } from 'vitest'
import { newId } from '../kernel/id.ts'
import { onEachDatabase } from '../testing/each-database.ts'
import type { TestApp } from '../testing/make-app.ts'
import type { AgentRow } from './dependencies.ts'
import { readAfter } from './messages/read-inbox.ts'
import { type Outgoing, sendMessages } from './send.ts'

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
    const read = await readAfter(app.bus, {
      agentId: bob.id,
      marks: [0, 0, 0, 0],
      limit: 10,
      now: app.clock(),
    })
    expect(read.map(({ row, authenticity }) => [row.payload, authenticity])).toEqual([
      ['now', 'authentic'],
      ['one', 'authentic'],
      ['two', 'authentic'],
      ['from the server', 'authentic'],
    ])
    const rest = await readAfter(app.bus, {
      agentId: bob.id,
      marks: [3, 0, 2, 0],
      limit: 10,
      now: app.clock(),
    })
    expect(rest.map(({ row }) => row.payload)).toEqual(['from the server'])
    const { unread } = await app.store.read
      .selectFrom('agent')
      .select('unread')
      .where('name', '=', 'bob')
      .executeTakeFirstOrThrow()
    expect(unread).toBe(4)
  })
})
