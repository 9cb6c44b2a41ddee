import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '../../ground/kernel/id.ts'
import type { Db } from '../../ground/store/portable.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { addOther, watched } from '../../testing/fairness.ts'
import { makeAgent, send as sendMail } from '../../testing/live.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { expireLeases } from './leases/expire-leases.ts'
import { expireMessages } from './messages/expire.ts'
import { makeSendQueue } from './messages/send-queue.ts'
import { remindOfOverdue, returnOrphans } from './tasks/due-tasks.ts'

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

onEachDatabase('organizations take turns on the bus', (make) => {
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
})
