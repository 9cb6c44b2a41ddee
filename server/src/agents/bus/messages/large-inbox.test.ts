import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Store } from '../../../ground/store/open.ts'
import { addAgent } from '../../../testing/agents.ts'
import { onBothDatabases } from '../../../testing/each-database.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { plansOf } from '../../../testing/query-plans.ts'
import { statementsOf } from '../../../testing/statements.ts'
import { removeAgent } from '../agents/remove.ts'
import type { MessageRow } from '../dependencies.ts'
import { acknowledge } from '../live/acknowledge.ts'
import { readInbox } from './read.ts'
import { countExpired, countWithStatus } from './status-now.ts'

interface Message {
  id: string
  message: string
  status: string
}

interface Inbox {
  total: number
  messages: Message[]
}

async function withMail(app: TestApp, count: number, more: (i: number) => object = () => ({})) {
  const [ada, bob] = [await addAgent(app, 'ada'), await addAgent(app, 'bob')]
  for (let i = 0; i < count; i++)
    await ada.post('/api/bus/messages', { to: 'bob', message: `rare${i} often`, ...more(i) })
  return { ada, bob }
}

/** Messages to bob as if they had been sent, copied from the first one. */
async function copyMail({ store }: TestApp, count: number): Promise<void> {
  await store.write(async (db) => {
    const { id: _, ...row } = await db.selectFrom('bus_message').selectAll().executeTakeFirstOrThrow()
    const copies = Array.from({ length: count }, (_, i) => ({
      ...row,
      public_id: randomUUID(),
      sequence: row.sequence + i + 1,
      signature: `copy ${i}`,
      client_message_id: null,
    }))
    for (let i = 0; i < count; i += 200)
      await db
        .insertInto('bus_message')
        .values(copies.slice(i, i + 200))
        .execute()
    await db
      .updateTable('agent')
      .set({ unread: count + 1, sequence: row.sequence + count })
      .where('id', '=', row.to_agent_id)
      .execute()
  })
}

onBothDatabases('a large inbox', (makeApp) => {
  test('it is acknowledged, and ends with its agent, in several transactions', async () => {
    const app = await makeApp()
    await withMail(app, 1)
    await copyMail(app, 1_200)
    const { id, sequence, credential } = await app.store.read
      .selectFrom('agent')
      .selectAll()
      .where('name', '=', 'bob')
      .executeTakeFirstOrThrow()
    const countOf = (status: MessageRow['status']) =>
      countWithStatus(app.store.read, { agentId: id, status, after: undefined }, app.clock())
    /** How many messages wait after each transaction. */
    const left: number[] = []
    const store: Store = {
      ...app.store,
      write: async (work) => {
        const result = await app.store.write(work)
        left.push(await countOf('pending'))
        return result
      },
    }
    const upTo = [sequence, sequence, sequence, sequence] as const
    expect(await acknowledge(store, id, { upTo }, app.clock())).toBe(1_201)
    expect(left.splice(0)).toEqual([201, 0])
    await app.store.write((db) => db.updateTable('bus_message').set({ status: 'pending' }).execute())
    await statementsOf(app, async (ctx) => {
      const remove = removeAgent({ ...app.bus, store })
      const removed = await remove({
        ctx: { ...ctx, store, caller: { ...ctx.caller, credential } },
        input: { id: 'bob', hard: 'true' },
      })
      expect(removed).toMatchObject({ status: 'deleted', failedMessages: 1_201 })
    })
    // It is archived first, so that no more mail arrives.
    expect(left).toEqual([1_201, 701, 201, 0, 0])
    expect(await countOf('failed')).toBe(1_201)
  })

  test('its counts follow what has expired, before the job has marked it', async () => {
    const app = await makeApp()
    const { bob } = await withMail(app, 6, (i) => (i < 4 ? { expiresInSeconds: 3_600 } : {}))
    const total = async (query: string) => (await bob.get<Inbox>(`/api/bus/inbox?${query}`)).data.total
    const all = async () => [
      await total('status=pending'),
      await total('status=failed'),
      await total('status=all'),
      await total('status=pending&after=3'),
      await total('status=failed&after=3'),
    ]
    expect(await all()).toEqual([6, 0, 6, 3, 0])
    app.advance(3_601_000)
    expect(await all()).toEqual([2, 4, 6, 2, 1])
    const { data } = await bob.get<{ name: string; unread: number }[]>('/api/bus/agents')
    expect(data.find(({ name }) => name === 'bob')?.unread).toBe(2)
  })

  test('its counts read an index, and no message', async () => {
    const app = await makeApp()
    await withMail(app, 2)
    const counts = await statementsOf(
      app,
      async ({ store }) => {
        await countExpired(store.read, store.dialect, [1, 2], app.clock())
        await countWithStatus(store.read, { agentId: 1, status: 'pending', after: 3 }, app.clock())
      },
      'read',
    )
    const plans = await plansOf(app, counts)
    expect(plans).toHaveLength(3)
    expect(plans.filter(([, plan]) => plan.includes('bus_message_expired'))).toHaveLength(2)
    // Of so few rows, Postgres reads the messages themselves.
    if (app.store.dialect === 'sqlite')
      for (const [, plan] of plans) expect(plan).toContain('USING COVERING INDEX')
  })

  test.each(['pending', 'pending&after=3', 'failed', 'failed&after=3'])(
    'status=%s reads no message of another status, and sorts nothing',
    async (query) => {
      const app = await makeApp()
      const { bob } = await withMail(app, 6, (i) => (i < 4 ? { expiresInSeconds: 3_600 } : {}))
      app.advance(3_601_000)
      const { data } = await bob.get<Inbox>(`/api/bus/inbox?limit=1&status=${query}`)
      expect(data.messages.map(({ message }) => message)).toEqual([
        {
          pending: 'rare4 often',
          'pending&after=3': 'rare4 often',
          failed: 'rare0 often',
          'failed&after=3': 'rare3 often',
        }[query],
      ])
      if (app.store.dialect !== 'sqlite') return
      const [status = '', after] = query.split('&after=')
      const statements = await statementsOf(
        app,
        async (ctx) => {
          const { credential } = await app.store.read
            .selectFrom('agent')
            .select('credential')
            .where('name', '=', 'bob')
            .executeTakeFirstOrThrow()
          await readInbox(app.bus)({
            ctx: { ...ctx, caller: { ...ctx.caller, credential } },
            input: {
              agent: 'bob',
              status: status as 'pending',
              limit: 1,
              waitMs: 0,
              ...(after && { after: Number(after) }),
            },
          })
        },
        'read',
      )
      const pages = (await plansOf(app, statements)).filter(([text]) => text.includes('octet_length'))
      expect(pages).toHaveLength(status === 'failed' ? 2 : 1)
      for (const [text, plan] of pages) {
        if (text.includes('coalesce'))
          expect(plan).toMatch(
            after
              ? /bus_message_in_order \(to_agent_id=\? AND status=\? AND sequence>\?\)/
              : /bus_message_inbox \(/,
          )
        expect(plan).not.toContain('TEMP B-TREE')
      }
    },
  )

  test('a search reads on, page by page, past messages that other conditions exclude', async () => {
    const app = await makeApp()
    const { bob } = await withMail(app, 5)
    const { messages } = (await bob.get<Inbox>('/api/bus/inbox?status=all&limit=1')).data
    await bob.post('/api/bus/inbox/read', { ids: [messages[0]?.id] })
    const find = async (query: string) =>
      (await bob.get<Message[]>(`/api/bus/messages?q=often&${query}`)).data.map(({ message }) => message)
    expect(await find('limit=3')).toEqual(['rare4 often', 'rare3 often', 'rare2 often'])
    expect(await find('status=read')).toEqual(['rare0 often'])
  })
})
