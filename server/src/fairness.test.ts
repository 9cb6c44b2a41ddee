import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { expireLeases } from './bus/leases/expire-leases.ts'
import { expireMessages } from './bus/messages/expire.ts'
import { makeSendQueue } from './bus/messages/send-queue.ts'
import { remindOfOverdue, returnOrphans } from './bus/tasks/remind-of-tasks.ts'
import { queueMessages } from './bus/webhooks/queue-messages.ts'
import { newId } from './kernel/id.ts'
import { makeChunkEmbedding } from './knowledge/search/embed-chunks.ts'
import { openEndpoint } from './knowledge/search/endpoint.ts'
import { reindexDocuments } from './knowledge/search/reindex-documents.ts'
import { applyRetention } from './retention/apply-retention.ts'
import { paced, RetentionStopped } from './retention/pace.ts'
import { DEFAULT_RETENTION } from './retention/periods.ts'
import type { Store } from './store/open.ts'
import type { Db } from './store/portable.ts'
import { onEachDatabase } from './testing/each-database.ts'
import { putDocuments, startEmbeddings } from './testing/knowledge.ts'
import { makeAgent, send as sendMail } from './testing/live.ts'
import type { TestApp } from './testing/make-app.ts'
import { addOrganization } from './testing/organization.ts'
import { passed, run, send, settled } from './testing/upload.ts'
import { indexTests } from './tests/index-tests.ts'

const never = new AbortController().signal
const MINUTE_MS = 60_000

/** The key and the internal id of another organization. */
async function addOther(app: TestApp) {
  const key = await addOrganization(app)
  const rows = await app.store.read.selectFrom('organization').select('id').orderBy('id').execute()
  return { key, id: rows.at(-1)?.id ?? 0 }
}

/** A store that calls `wrote` after each transaction. */
const watched = (store: Store, wrote: () => unknown): Store => ({
  ...store,
  write: async (work) => {
    const given = await store.write(work)
    await wrote()
    return given
  },
})

const addWebhook = (db: Db, agent: { id: number; organization_id: number }, now: number) =>
  db
    .insertInto('webhook')
    .values({
      public_id: newId(now),
      organization_id: agent.organization_id,
      agent_id: agent.id,
      queued_to: 0,
      name: `of ${agent.id}`,
      kind: 'agent',
      address: 'sealed',
      hint: 'https://receiver.test/…',
      secret: null,
      events: '',
      created_at: now,
    })
    .execute()

/** The organizations of queued messages, in their order. */
const queuedFor = async ({ store }: TestApp) =>
  (
    await store.read
      .selectFrom('webhook_delivery')
      .select('organization_id')
      .where('event', '=', 'message')
      .orderBy('id')
      .execute()
  ).map(({ organization_id }) => organization_id)

/** Copies a row so often; `fresh` are expressions of `i` for columns that must be unique. */
async function multiply(app: TestApp, table: 'task' | 'bus_lease', times: number, fresh: object) {
  await app.store.write(async (db) => {
    const row = await db.selectFrom(table).selectAll().orderBy('id').limit(1).executeTakeFirstOrThrow()
    const same = Object.keys(row).filter((column) => column !== 'id' && !(column in fresh))
    const columns = sql.raw([...Object.keys(fresh), ...same].join(', '))
    const values = sql.raw([...Object.values(fresh), ...same].join(', '))
    await sql`
      with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sql.lit(times)})
      insert into ${sql.table(table)} (${columns}) select ${values} from ${sql.table(table)}, n where id = ${row.id}`.execute(
      db,
    )
  })
}

const addTask = (db: Db, agent: { id: number; organization_id: number; name: string }, now: number) =>
  db
    .insertInto('task')
    .values({
      public_id: newId(now),
      organization_id: agent.organization_id,
      title: 'Mend the cart',
      priority: 5,
      deadline: now,
      status: 'pending',
      assigned_to: agent.id,
      assigned_name: agent.name,
      created_by: agent.id,
      created_name: agent.name,
      created_at: now,
      updated_at: now,
    })
    .execute()

/** The organizations that got messages, in their order. */
const toldIn = async ({ store }: TestApp) =>
  (await store.read.selectFrom('bus_message').select('organization_id').orderBy('id').execute()).map(
    ({ organization_id }) => organization_id,
  )

onEachDatabase('organizations take turns', (make) => {
  test('when messages are queued for webhooks, and the webhooks of one do, too', async () => {
    const app = await make()
    const other = await addOther(app)
    const many = await Promise.all(Array.from({ length: 20 }, (_, at) => makeAgent(app, `many-${at}`)))
    const few = await makeAgent(app, 'few', { organizationId: other.id })
    await app.store.write(async (db) => {
      for (const agent of [...many, few]) await addWebhook(db, agent, app.clock())
    })
    const [first] = many
    if (!first) throw new Error('no agent')
    await sendMail(
      app,
      first,
      Array.from({ length: 1_100 }, () => 'hello'),
    )
    for (const agent of many.slice(1)) await sendMail(app, agent, ['hello'])
    await sendMail(app, few, ['one'])
    let rounds = 0
    const during: number[][] = []
    await queueMessages(app.store, app.clock(), {
      queued: async () => {
        rounds++
        during.push(await queuedFor(app))
        if (rounds === 1) await sendMail(app, few, ['two'])
      },
    })
    const places = (await queuedFor(app)).flatMap((organization, at) =>
      organization === other.id ? [at] : [],
    )
    expect(await queuedFor(app)).toHaveLength(1_100 + 19 + 2)
    // At most one turn of the other organization precedes it.
    expect(places[0]).toBeLessThanOrEqual(500)
    // Before the rest of the first webhook's messages, although it arrived when the first round was over.
    expect(places[1]).toBeLessThan(1_000)
    expect(during[0]?.length).toBeLessThan(600)
  })

  test('messages that nobody waits for hide no later ones', async () => {
    const app = await make()
    const [agent, emptied] = [await makeAgent(app, 'agent'), await makeAgent(app, 'emptied')]
    await app.store.write((db) => addWebhook(db, agent, app.clock()))
    await app.store.write((db) => addWebhook(db, emptied, app.clock()))
    await sendMail(
      app,
      agent,
      Array.from({ length: 501 }, () => 'read'),
    )
    await sendMail(app, emptied, ['removed'])
    await app.store.write(async (db) => {
      await db.updateTable('bus_message').set({ status: 'read', read_at: app.clock() }).execute()
      await db.deleteFrom('bus_message').where('to_agent_id', '=', emptied.id).execute()
    })
    await sendMail(app, agent, ['pending'])
    await queueMessages(app.store, app.clock())
    expect(await queuedFor(app)).toHaveLength(1)
    await sendMail(app, emptied, ['new'])
    await queueMessages(app.store, app.clock())
    expect(await queuedFor(app)).toHaveLength(2)
  })

  test('an agent that is deleted while messages are queued stops no other', async () => {
    const app = await make()
    const [first, second] = [await makeAgent(app, 'first'), await makeAgent(app, 'second')]
    await app.store.write((db) => addWebhook(db, first, app.clock()))
    await app.store.write((db) => addWebhook(db, second, app.clock()))
    await sendMail(app, first, ['one'])
    await sendMail(app, second, ['two'])
    const store = watched(app.store, async () => {
      if ((await queuedFor(app)).length === 0) return
      await app.store.write((db) => db.deleteFrom('agent').where('id', '=', second.id).execute())
    })
    await queueMessages(store, app.clock())
    expect(await queuedFor(app)).toHaveLength(1)
  })

  test('when messages are stored, and when they expire', async () => {
    const app = await make()
    const other = await addOther(app)
    const many = await makeAgent(app, 'many')
    const few = await makeAgent(app, 'few', { organizationId: other.id })
    const queue = makeSendQueue(app.bus)
    const message = { payload: 'x', type: 'message', priority: 2, expiresAt: app.clock() + 1 } as const
    const order: string[] = []
    const sending = [...Array.from({ length: 300 }, () => many), few].map((to) =>
      queue.send({ ...message, from: to, to }, app.clock()).then(() => order.push(to.name)),
    )
    await Promise.all(sending)
    expect(order.indexOf('few')).toBeLessThan(256)
    const more = Array.from({ length: 501 }, () => 'x')
    await sendMail(app, many, more, { expiresAt: app.clock() + 1 })
    await sendMail(app, few, ['last'], { expiresAt: app.clock() + 1 })
    app.advance(2)
    const ending = new AbortController()
    const bus = { ...app.bus, store: watched(app.store, () => ending.abort()) }
    expect(await expireMessages(bus, app.clock(), ending.signal)).toBe(500)
    const waiting = await app.store.read
      .selectFrom('bus_message')
      .select('id')
      .where('organization_id', '=', other.id)
      .where('status', '=', 'pending')
      .where('expires_at', 'is not', null)
      .execute()
    expect(waiting).toEqual([])
  })

  test('when tasks are overdue or lose their agent', async () => {
    const app = await make()
    const other = await addOther(app)
    const parts = { bus: app.bus, clock: app.clock, time: async () => app.clock() }
    const [many, few] = [
      await makeAgent(app, 'agent'),
      await makeAgent(app, 'agent', { organizationId: other.id }),
    ]
    await app.store.write((db) => addTask(db, many, app.clock()))
    await multiply(app, 'task', 120, { public_id: "public_id || '-' || i" })
    await app.store.write((db) => addTask(db, few, app.clock()))
    app.advance(1)
    expect(await remindOfOverdue(parts)).toBe(122)
    const told = await toldIn(app)
    expect(told.indexOf(other.id)).toBeLessThan(100)
    // The assignee is gone; its creator is another agent.
    for (const organizationId of [1, other.id]) {
      const { id } = await makeAgent(app, 'planner', { organizationId })
      await app.store.write((db) =>
        db
          .updateTable('task')
          .set({ created_by: id, assigned_to: 1_000_000 })
          .where('organization_id', '=', organizationId)
          .execute(),
      )
    }
    let transactions = 0
    const bus = {
      ...app.bus,
      store: watched(app.store, async () => {
        transactions++
        if (transactions > 1) return
        const after = (await toldIn(app)).slice(told.length)
        expect(after).toHaveLength(100)
        expect(after).toContain(other.id)
      }),
    }
    expect(await returnOrphans({ ...parts, bus })).toBe(122)
  })

  test('when leases end', async () => {
    const app = await make()
    const other = await addOther(app)
    const addLease = async (organizationId: number) => {
      const agent = await makeAgent(app, 'agent', { organizationId })
      const lease = {
        ...{ public_id: newId(app.clock()), organization_id: organizationId },
        ...{ subject: 'test' as const, subject_id: 'a', place: 'test/a' },
        ...{ agent_id: agent.id, agent_name: agent.name, since: app.clock(), ends_at: app.clock() },
      }
      await app.store.write((db) => db.insertInto('bus_lease').values(lease).execute())
    }
    await addLease(1)
    const fresh = { public_id: "public_id || '-' || i", place: "place || '-' || i" }
    await multiply(app, 'bus_lease', 120, fresh)
    await addLease(other.id)
    const left: number[] = []
    const store = watched(app.store, async () => {
      const rows = await app.store.read
        .selectFrom('bus_lease')
        .select('id')
        .where('organization_id', '=', other.id)
        .execute()
      left.push(rows.length)
    })
    const parts = { bus: { ...app.bus, store }, clock: app.clock, time: async () => app.clock() }
    expect(await expireLeases(parts)).toBe(122)
    expect(left).toEqual([0, 0])
  })

  test('when quiet executions settle', async () => {
    const app = await make()
    const { key, id } = await addOther(app)
    const large = { results: [passed('a')] }
    for (let count = 0; count < 5; count++) await send(app, run({ ...large, build: `build ${count}` }))
    app.advance(1)
    await send(app, run({ ...large, build: 'other' }), { key })
    app.advance(MINUTE_MS)
    expect(await app.sweep()).toBe(6)
    const events = await app.store.read
      .selectFrom('outbox')
      .select('organization_id')
      .where('kind', '=', 'execution.settled')
      .orderBy('id')
      .execute()
    expect(events.map(({ organization_id }) => organization_id).indexOf(id)).toBe(1)
  })

  test('when chunks get vectors', async () => {
    const app = await make()
    const { key } = await addOther(app)
    await settled(app, { results: [passed('a')] })
    await send(app, run({ results: [passed('a')] }), { key })
    const sections = Array.from(
      { length: 40 },
      (_, at) => `## Section ${at}\n\n${'many words '.repeat(300)}\n`,
    )
    await putDocuments(app, 'shop', { 'long.md': `# Long\n\n${sections.join('\n')}` })
    await putDocuments(app, 'shop', { 'short.md': '# Short\n\nOf the others.\n' }, { key })
    const standIn = await startEmbeddings()
    const embedder = openEndpoint({ url: standIn.url, model: 'meanings', key: null })
    expect(await makeChunkEmbedding(app.store, embedder, () => 0).run(never)).toBeGreaterThan(40)
    expect(standIn.requests[0]?.input.some((text) => text.includes('Of the others'))).toBe(true)
  })

  test('when documents and tests are indexed', async () => {
    const app = await make()
    const { key, id } = await addOther(app)
    const tests = Array.from({ length: 520 }, (_, at) => passed(`test ${at}`))
    await send(app, run({ results: tests }))
    await send(app, run({ results: tests.slice(0, 260) }), { key })
    await putDocuments(app, 'shop', { 'a.md': '# A\n', 'b.md': '# B\n', 'c.md': '# C\n' })
    await putDocuments(app, 'shop', { 'd.md': '# D\n' }, { key })
    const made: number[] = []
    const watchBlocks = watched(app.store, async () => {
      const rows = await app.store.read
        .selectFrom('test_block')
        .innerJoin('project', 'project.id', 'test_block.project_id')
        .select('first_id')
        .where('organization_id', '=', id)
        .execute()
      made.push(rows.length)
    })
    expect(await indexTests(watchBlocks)).toBe(3)
    expect(made[1]).toBe(1)
    await app.store.write((db) => db.updateTable('document_search').set({ analyzer: 0 }).execute())
    const ending = new AbortController()
    let count = 0
    const watchDocuments = watched(app.store, () => {
      if (++count === 2) ending.abort()
    })
    expect(await reindexDocuments(watchDocuments, ending.signal)).toBe(2)
    const indexed = await app.store.read
      .selectFrom('document_search')
      .innerJoin('document', 'document.id', 'document_search.document_id')
      .select('path')
      .where('analyzer', '<>', 0)
      .orderBy('path')
      .execute()
    expect(indexed.map(({ path }) => path)).toEqual(['a.md', 'd.md'])
  })

  test('when retention deletes', async () => {
    const app = await make()
    const { key } = await addOther(app)
    const change = { code: { branch: 'fix', pullRequest: 7 }, results: [passed('a')] }
    for (let count = 0; count < 11; count++) await settled(app, change)
    await send(app, run(change), { key })
    app.advance(MINUTE_MS)
    await app.sweep()
    app.advance(1_000 * 24 * 60 * MINUTE_MS)
    let isStopping = false
    const store = watched(app.store, async () => {
      const left = await app.get<unknown[]>('/api/executions', { key })
      isStopping = left.data.length === 0
    })
    const pace = paced(store, { timer: () => 0, rest: async () => undefined, isStopping: () => isStopping })
    const options = { defaults: DEFAULT_RETENTION, now: app.clock(), onFailure: () => undefined }
    await expect(applyRetention(pace, options)).rejects.toThrow(RetentionStopped)
    const { data } = await app.get<unknown[]>('/api/executions')
    expect(data.length).toBeGreaterThan(0)
  })
})
