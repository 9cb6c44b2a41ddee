import { expect, test, vi } from 'vitest'
import type { Store } from '../../../ground/store/open.ts'
import { addAgent } from '../../../testing/agents.ts'
import { onBothDatabases } from '../../../testing/each-database.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { passed, settled } from '../../../testing/upload.ts'
import { readWaiting } from '../../../testing/waiting-events.ts'
import { busConsumer } from './event-messages.ts'

const SUBSCRIBERS = 300
const EVENTS = 10

onBothDatabases('events with many subscribers', (makeApp) => {
  test('become some messages in each transaction, each once', async () => {
    const app = await makeApp()
    await addAgent(app, 'first')
    await addSubscribers(app)
    const executionId = await settled(app, { results: [passed('a')] })
    await app.deliver()
    const before = await countMessages(app)
    await repeatEvent(app, executionId)
    const counts = [before]
    const { write } = app.store
    vi.spyOn(app.store, 'write').mockImplementation(async (...given) => {
      const result = await write(...given)
      counts.push(await countMessages(app))
      return result
    })
    await app.deliver()
    const made = counts.map((count, at) => count - (counts[at - 1] ?? count))
    expect(Math.max(...made)).toBeLessThanOrEqual(250)
    expect((counts.at(-1) ?? 0) - before).toBe(SUBSCRIBERS * EVENTS)
  })

  test('reach each agent once, although the server ends between two transactions', async () => {
    const app = await makeApp()
    await addAgent(app, 'first')
    await addSubscribers(app)
    await settled(app, { results: [passed('a')] })
    let left = 1
    const dying: Store = {
      ...app.store,
      write: (work) => {
        if (left-- === 0) throw new Error('killed')
        return app.store.write(work)
      },
    }
    const consumer = (store: Store) => busConsumer({ bus: { ...app.bus, store } })
    const events = await readWaiting(app, 'execution.settled')
    await expect(consumer(dying).handleAll(events, app.clock())).rejects.toThrow('killed')
    const told = await countMessages(app)
    expect(told).toBeGreaterThan(0)
    expect(told).toBeLessThan(SUBSCRIBERS)
    const whole = consumer(app.store)
    await Promise.all([whole.handleAll(events, app.clock()), whole.handleAll(events, app.clock())])
    await app.deliver()
    // Nor does a replica send again that had read the event before another handled it.
    await whole.handleAll(events, app.clock())
    expect(await countMessages(app)).toBe(SUBSCRIBERS)
    const agents = app.store.read.selectFrom('bus_message').select('to_agent_id').distinct()
    expect(await agents.execute()).toHaveLength(SUBSCRIBERS)
  })
})

async function addSubscribers(app: TestApp): Promise<void> {
  const { id, public_id, ...first } = await app.store.read
    .selectFrom('agent')
    .selectAll()
    .executeTakeFirstOrThrow()
  await app.store.write(async (db) => {
    for (let i = 0; i < SUBSCRIBERS; i++) {
      const agent = await db
        .insertInto('agent')
        .values({ ...first, name: `agent-${i}`, public_id: `${public_id} ${i}` })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('bus_subscription')
        .values({
          public_id: `${i}`,
          organization_id: first.organization_id,
          agent_id: agent.id,
          source: 'rest',
          event: 'execution.settled',
          created_at: 0,
        })
        .execute()
    }
  })
}

/** The events of as many executions that settle at once. */
async function repeatEvent(app: TestApp, executionId: string): Promise<void> {
  const { organization_id, kind, payload } = await app.store.read
    .selectFrom('outbox')
    .selectAll()
    .where('kind', '=', 'execution.settled')
    .executeTakeFirstOrThrow()
  expect(payload).toContain(executionId)
  await app.store.write((db) =>
    db
      .insertInto('outbox')
      .values(
        Array.from({ length: EVENTS }, (_, at) => ({
          organization_id,
          kind,
          payload,
          created_at: app.clock() + at,
        })),
      )
      .execute(),
  )
}

async function countMessages(app: TestApp): Promise<number> {
  const { count } = await app.store.read
    .selectFrom('bus_message')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
