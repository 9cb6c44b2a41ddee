import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Event } from '../../ground/kernel/consumer.ts'
import { dispatchEvents } from '../../ground/kernel/events.ts'
import { migratedPostgres } from '../../testing/each-database.ts'
import { makeApp, type TestApp } from '../../testing/make-app.ts'
import { openReceiver } from '../../testing/receiver.ts'
import { passed, settled } from '../../testing/upload.ts'
import { makeDeliverer } from './deliverer.ts'
import type { Notice } from './notice.ts'
import { queueDeliveries, webhookConsumer } from './queue.ts'

/** Two apps on one Postgres, each with a deliverer, and a webhook that hears of every execution. */
async function replicas() {
  const one = await makeApp({ address: await migratedPostgres() })
  const other = await makeApp({ beside: one })
  const receiver = await openReceiver()
  onTestFinished(() => receiver.close())
  const { data } = await one.post<{ id: string }>('/api/webhooks', {
    name: 'ours',
    url: receiver.url,
    events: ['execution.settled', 'test.became-flaky'],
  })
  return { one, other, receiver, webhook: data.id }
}

/** A replica's deliverer; its clock is its own. */
function delivererOf({ store }: TestApp, clock: () => number) {
  const log = () => undefined
  const deliverer = makeDeliverer({ store, clock, log, allowPrivate: true, random: () => 0.5 })
  onTestFinished(() => deliverer.stop())
  return deliverer
}

const queued = ({ store, clock }: TestApp) =>
  dispatchEvents(
    store,
    { consumers: [webhookConsumer(store, 'http://svc.test')], log: () => undefined },
    clock(),
  )

const deliveries = (app: TestApp) =>
  app.store.read.selectFrom('webhook_delivery').selectAll().orderBy('id').execute()

const HOUR_MS = 3_600_000

/** As if a replica had been away for longer than its claims last. */
const endClaims = ({ store, clock }: TestApp) =>
  store.write(async (db) => {
    await db.updateTable('webhook').set({ busy_until: 0 }).where('busy_until', 'is not', null).execute()
    await db
      .updateTable('webhook_delivery')
      .set({ next_at: clock() })
      .where('state', '=', 'waiting')
      .execute()
  })

test('two replicas make one attempt of one webhook at a time, also if the clock of one is wrong', async () => {
  const { one, other, receiver } = await replicas()
  for (const suite of ['a', 'b', 'c', 'd']) await settled(one, { suite, results: [passed('x')] })
  while ((await queued(one)) > 0);
  let underWay = 0
  let most = 0
  receiver.answer((response) => {
    most = Math.max(most, ++underWay)
    // Once others had the time to begin.
    void (async () => {
      for (let turn = 0; turn < 50; turn++) await setImmediate()
      underWay--
      response.end()
    })()
  })
  const deliverers = [
    delivererOf(one, () => one.clock() + 2_000),
    delivererOf(other, () => one.clock() + HOUR_MS),
  ]
  const left = async () => (await deliveries(one)).filter(({ state }) => state === 'waiting').length
  while ((await left()) > 0) await Promise.all(deliverers.map((deliverer) => deliverer.tick()))
  await Promise.all(deliverers.map((deliverer) => deliverer.idle()))
  expect([receiver.got.length, most]).toEqual([4, 1])
  expect((await deliveries(one)).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1])
})

test('an attempt that outlasted its claim frees no webhook of another replica, and fails none of its deliveries', async () => {
  const { one, other, receiver } = await replicas()
  await settled(one, { results: [passed('x')] })
  await queued(one)
  one.advance(2_000)
  const answers: ((status: number) => void)[] = []
  receiver.answer((response) => void answers.push((status) => response.writeHead(status).end()))
  const [first, second] = [delivererOf(one, one.clock), delivererOf(other, one.clock)]
  await first.tick()
  await receiver.until(1)
  await second.tick()
  expect(receiver.got).toHaveLength(1)
  await endClaims(one)
  await second.tick()
  await receiver.until(2)
  const busy = async () =>
    (await one.store.read.selectFrom('webhook').select(['busy_until', 'failing_since']).executeTakeFirst()) ??
    {}
  const held = await busy()
  answers[0]?.(500)
  await first.idle()
  expect(await busy()).toEqual(held)
  expect(await deliveries(one)).toMatchObject([{ state: 'waiting', attempts: 2, problem: null }])
  answers[1]?.(200)
  await second.idle()
  expect(await busy()).toEqual({ busy_until: null, failing_since: null })
  expect(await deliveries(one)).toMatchObject([{ state: 'delivered', attempts: 2, status: 200 }])
})

/** Flaky tests of one execution at one moment, as events. */
async function flakyEvents(app: TestApp, execution: string, names: string[]): Promise<void> {
  const { id: organizationId } = await app.store.read
    .selectFrom('organization')
    .select('id')
    .where('slug', '=', 'default')
    .executeTakeFirstOrThrow()
  for (const name of names)
    await app.store.write((db) =>
      db
        .insertInto('outbox')
        .values({
          organization_id: organizationId,
          kind: 'test.became-flaky',
          payload: JSON.stringify(becameFlaky(execution, name)),
          created_at: app.clock(),
        })
        .execute(),
    )
}

const becameFlaky = (executionId: string, name: string) => ({
  executionId,
  project: 'shop',
  testId: name,
  file: 'a.test.ts',
  titles: [name],
  because: null,
})

const namesOf = (payload: string) => (JSON.parse(payload) as Notice).tests.map(({ testId }) => testId).sort()

test('replicas that make one notice at once make it once, with the tests of both', async () => {
  const { one, other } = await replicas()
  const execution = await settled(one, { results: [passed('x')] })
  while ((await queued(one)) > 0);
  await one.store.write((db) => db.deleteFrom('webhook_delivery').execute())
  const events = (names: string[], from: number): Event[] =>
    names.map((name, i) => ({
      id: from + i,
      organizationId: 1,
      kind: 'test.became-flaky',
      payload: becameFlaky(execution, name),
      at: one.clock(),
    }))
  // Both are in the middle of their transactions before either has ended.
  const writes = await Promise.all([
    queueDeliveries(one.store, 'http://svc.test')(events(['a', 'b'], 1)),
    queueDeliveries(other.store, 'http://svc.test')(events(['c'], 3)),
  ])
  const [begunOne, begunOther] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await Promise.all([
    one.store.write(async (db) => {
      await sql`select 1`.execute(db)
      begunOne.resolve()
      await begunOther.promise
      await writes[0]?.(db, new Set([1, 2]), one.clock(), () => undefined)
    }),
    other.store.write(async (db) => {
      await sql`select 1`.execute(db)
      begunOther.resolve()
      await begunOne.promise
      await writes[1]?.(db, new Set([3]), other.clock(), () => undefined)
    }),
  ])
  const made = await deliveries(one)
  expect(made).toHaveLength(1)
  expect(namesOf(made[0]?.payload ?? '')).toEqual(['a', 'b', 'c'])
})

test('a notice that another replica takes up at this moment is joined before, or followed by one of its own', async () => {
  const { one, other, receiver } = await replicas()
  const execution = await settled(one, { results: [passed('x')] })
  while ((await queued(one)) > 0);
  await one.store.write((db) => db.deleteFrom('webhook_delivery').execute())
  await flakyEvents(one, execution, ['a'])
  await queued(one)
  await flakyEvents(one, execution, ['b'])
  one.advance(2_000)
  const deliverer = delivererOf(other, one.clock)
  await Promise.all([queued(one), deliverer.tick()])
  await deliverer.idle()
  one.advance(2_000)
  await deliverer.tick()
  await deliverer.idle()
  // Whoever was first: each test was sent, and sent once.
  expect(receiver.got.flatMap(({ body }) => namesOf(body)).sort()).toEqual(['a', 'b'])

  // Taken up before: never changed afterwards.
  await flakyEvents(one, execution, ['c'])
  await queued(one)
  const taken = (await deliveries(one)).at(-1)
  await one.store.write((db) =>
    db
      .updateTable('webhook_delivery')
      .set({ attempts: 1 })
      .where('id', '=', taken?.id ?? 0)
      .execute(),
  )
  await flakyEvents(one, execution, ['d'])
  await queued(other)
  const rows = await deliveries(one)
  expect(namesOf(rows.find(({ id }) => id === taken?.id)?.payload ?? '')).toEqual(['c'])
  expect(namesOf(rows.at(-1)?.payload ?? '')).toEqual(['d'])
})
