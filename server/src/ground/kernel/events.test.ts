import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migratedPostgres, onEachDatabase } from '../../testing/each-database.ts'
import { makeApp, type TestApp } from '../../testing/make-app.ts'
import { passed, run, send } from '../../testing/upload.ts'
import type { Consumer, Event, Queue } from './consumer.ts'
import { type Dispatching, dispatchEvents } from './events.ts'
import type { LogRecord } from './log.ts'

const settled = (app: TestApp, title = 'a') =>
  send(app, run({ solitary: true, results: [passed(title)], suite: title }))

const KINDS = ['execution.settled']

const subscription = (name: string, handle: (event: Event) => Promise<void> | void): Consumer => ({
  name,
  kinds: KINDS,
  handle,
})

type More = Partial<Pick<Dispatching, 'log'>> & { queue?: Queue }

const dispatch = (app: TestApp, subscribed: Consumer[], { queue, ...more }: More = {}) => {
  const consumers = queue ? [...subscribed, { name: 'queue', kinds: KINDS, queue }] : subscribed
  return dispatchEvents(app.store, { consumers, log: () => undefined, ...more }, app.clock())
}

/** As if claims, and waits for another try, were over. */
const endClaims = (app: TestApp) =>
  app.store.write((db) =>
    db
      .updateTable('outbox')
      .set({ claimed_until: sql`case when claimed_until is null then null else 0 end` })
      .execute(),
  )

onEachDatabase('events', (makeApp) => {
  test('a settled execution is handled once', async () => {
    const app = await makeApp()
    const { data } = await settled(app)
    const heard: Event[] = []
    const hearing = [subscription('hears', (event) => void heard.push(event))]
    expect(await dispatch(app, hearing)).toBe(1)
    expect(await dispatch(app, hearing)).toBe(0)
    expect(heard).toMatchObject([
      { payload: { executionId: data.execution.id, state: 'passed', suite: 'a' } },
    ])
  })

  test('what a server that was killed had claimed is handled by another once the claim is over', async () => {
    const app = await makeApp()
    await settled(app)
    // The first never comes back from its handler.
    const stuck = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const first = dispatch(app, [
      subscription('hears', () => {
        begun.resolve()
        return stuck.promise
      }),
    ])
    await begun.promise
    const heard: Event[] = []
    const hearing = [subscription('hears', (event) => void heard.push(event))]
    expect(await dispatch(app, hearing)).toBe(0)
    await endClaims(app)
    let queued = 0
    const queue = async () => async (_: unknown, done: ReadonlySet<number>) => {
      queued += done.size
    }
    expect(await dispatch(app, hearing, { queue })).toBe(1)
    // It was paused and not killed: its word about the event comes too late.
    stuck.resolve()
    await first
    expect([heard.length, queued]).toEqual([1, 1])
  })

  test('a subscriber that fails is asked again alone, later each time, and given up with a line in the log', async () => {
    const app = await makeApp()
    await settled(app, 'a')
    await settled(app, 'b')
    const heard: unknown[] = []
    const logged: LogRecord[] = []
    let queued = 0
    const queue = async (events: Event[]) => async () => {
      queued += events.length
    }
    const subscriptions = [
      subscription('fails', ({ payload }) => {
        if (payload.suite === 'a') throw new Error('no room')
        heard.push(`fails ${payload.suite}`)
      }),
      subscription('hears', ({ payload }) => void heard.push(`hears ${payload.suite}`)),
    ]
    const how = { queue, log: (record: LogRecord) => void logged.push(record) }
    expect(await dispatch(app, subscriptions, how)).toBe(2)
    expect(heard).toEqual(['hears a', 'fails b', 'hears b'])
    expect(await dispatch(app, subscriptions, how)).toBe(0)
    for (let tries = 2; tries <= 8; tries++) {
      await endClaims(app)
      expect(await dispatch(app, subscriptions, how)).toBe(1)
    }
    await endClaims(app)
    expect(await dispatch(app, subscriptions, how)).toBe(0)
    expect([heard.length, queued]).toEqual([3, 2])
    expect(logged.map(({ event, subscriber, attempts }) => [event, subscriber, attempts])).toEqual([
      ...[1, 2, 3, 4, 5, 6, 7].map((attempts) => ['event not handled', 'fails', attempts]),
      ['event given up', 'fails', 8],
    ])
    const rows = await app.store.read
      .selectFrom('outbox')
      .select(['owed', 'dispatched_at'])
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { owed: 'fails', dispatched_at: app.clock() },
      { owed: null, dispatched_at: app.clock() },
    ])
  })

  test('an event that the queue cannot take holds up no other, and is queued once it can', async () => {
    const app = await makeApp()
    for (const title of ['a', 'b', 'c']) await settled(app, title)
    const queued: unknown[] = []
    const logged: LogRecord[] = []
    let isBroken = true
    const queue = async (events: Event[]) => async () => {
      if (isBroken && events.some(({ payload }) => payload.suite === 'b')) throw new Error('odd event')
      queued.push(...events.map(({ payload }) => payload.suite))
    }
    const heard: unknown[] = []
    const hearing = [subscription('hears', ({ payload }) => void heard.push(payload.suite))]
    const how = { queue, log: (record: LogRecord) => void logged.push(record) }
    expect(await dispatch(app, hearing, how)).toBe(3)
    expect(queued).toEqual(['a', 'c'])
    expect(logged).toMatchObject([{ event: 'event not handled', subscriber: 'queue', attempts: 1 }])
    isBroken = false
    await endClaims(app)
    expect(await dispatch(app, hearing, how)).toBe(1)
    expect([queued, heard]).toEqual([
      ['a', 'c', 'b'],
      ['a', 'b', 'c'],
    ])
  })
})

onEachDatabase('consumers with a queue', (makeApp) => {
  test('one that fails owes its events alone; the others have theirs once, and are reported after the commit', async () => {
    const app = await makeApp()
    for (const title of ['a', 'b']) await settled(app, title)
    const queued: string[] = []
    const told: string[] = []
    const logged: LogRecord[] = []
    let isBroken = true
    const row = (name: string, refuses?: string): Consumer => ({
      name,
      kinds: KINDS,
      queue: async (events) => {
        const suites = events.map(({ payload }) => `${name} ${payload.suite}`)
        return async (_db, _done, _now, afterCommit) => {
          if (isBroken && refuses && suites.some((suite) => suite.endsWith(refuses))) throw new Error('full')
          queued.push(...suites)
          afterCommit(() => told.push(...suites))
        }
      },
    })
    const consumers = [row('one'), row('two', 'b'), { ...row('none'), kinds: ['other'] }]
    const log = (record: LogRecord) => void logged.push(record)
    const again = () => dispatchEvents(app.store, { consumers, log }, app.clock())
    await again()
    // Writes of a transaction that did not commit were never told.
    expect(told).toEqual(['one a', 'two a', 'one b'])
    expect(logged).toMatchObject([{ event: 'event not handled', subscriber: 'two', attempts: 1 }])
    isBroken = false
    await endClaims(app)
    await again()
    expect(told).toEqual(['one a', 'two a', 'one b', 'two b'])
    expect(queued.at(-1)).toBe('two b')
  })
})

test('two replicas that dispatch at once handle each event once', async () => {
  const one = await makeApp({ address: await migratedPostgres() })
  const other = await makeApp({ beside: one })
  const titles = Array.from({ length: 10 }, (_, i) => `suite ${i}`)
  for (const title of titles) await settled(one, title)
  const heard: unknown[] = []
  const hearing = [
    subscription('hears', async ({ payload }) => {
      heard.push(payload.suite)
      await one.store.read.selectFrom('outbox').select('id').execute()
    }),
  ]
  const counts = await Promise.all([one, other, one, other].map((app) => dispatch(app, hearing)))
  expect(counts.reduce((sum, count) => sum + count)).toBe(10)
  expect(heard.sort()).toEqual(titles.sort())
})
