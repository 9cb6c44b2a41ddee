import { LIMITS } from '@svc/protocol'
import { expect, test } from 'vitest'
import { newId } from '../../ground/kernel/id.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { makeAgent } from '../../testing/live.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { plansOf } from '../../testing/query-plans.ts'
import { mostPerWrite } from '../../testing/rows-per-write.ts'
import { statementsOf } from '../../testing/statements.ts'
import type { AgentRow, WorkParts } from './dependencies.ts'
import { expireLeases } from './leases/expire-leases.ts'
import { remindOfOverdue, returnIdle, returnOrphans } from './tasks/due-tasks.ts'
import { IDLE_MS } from './tasks/task-rows.ts'

const DAY_MS = 86_400_000

const partsOf = (app: TestApp, store = app.store): WorkParts => ({
  bus: { ...app.bus, store },
  clock: app.clock,
  time: async () => app.clock(),
})

/** Tasks that have a deadline in the past, and that their assignee left long ago. */
const addTasks = ({ store, clock }: TestApp, agent: AgentRow, count: number, payload: string | null = null) =>
  store.write((db) =>
    db
      .insertInto('task')
      .values(
        Array.from({ length: count }, (_, at) => ({
          public_id: newId(clock()),
          organization_id: agent.organization_id,
          title: `task ${at}`,
          payload,
          priority: 5,
          status: 'in_progress' as const,
          deadline: clock() - at,
          assigned_to: agent.id,
          assigned_name: agent.name,
          created_by: agent.id,
          created_name: agent.name,
          created_at: clock() - DAY_MS,
          updated_at: clock() - 2 * IDLE_MS - at,
        })),
      )
      .execute(),
  )

const addLeases = ({ store, clock }: TestApp, agent: AgentRow, count: number) =>
  store.write((db) =>
    db
      .insertInto('bus_lease')
      .values(
        Array.from({ length: count }, (_, at) => ({
          ...{ public_id: newId(clock()), organization_id: 1, subject: 'test' as const, subject_id: `${at}` },
          ...{ place: `test/${at}`, agent_id: agent.id, agent_name: agent.name },
          ...{ since: clock() - DAY_MS, ends_at: clock() - at },
        })),
      )
      .execute(),
  )

/** Its inner query is listed as well, without a limit. */
const isRanking = (text: string) => text.includes('row_number()') && text.includes('limit')

onEachDatabase('jobs of the bus', (make) => {
  const jobs: [string, typeof addTasks, (parts: WorkParts) => Promise<number>][] = [
    ['return idle tasks', addTasks, returnIdle],
    ['remind of overdue tasks', addTasks, remindOfOverdue],
    ['end leases', addLeases, expireLeases],
  ]
  test.each(jobs)(
    '%s: read the oldest by an index, and rank once for many transactions',
    async (_, add, work) => {
      const app = await make()
      const agent = await makeAgent(app, 'agent')
      await add(app, agent, 90)
      const few = await statementsOf(app, async ({ store }) => {
        expect(await work(partsOf(app, store))).toBe(90)
      })
      expect(few.filter(({ sql }) => isRanking(sql))).toEqual([])
      const limited = few.filter(({ sql }) => sql.includes('limit'))
      const [[, plan] = ['', '']] = await plansOf(app, limited.slice(0, 1))
      expect(plan).toMatch(/task_in_progress|task_due|bus_lease_ends/)
      expect(plan).not.toContain('TEMP B-TREE')
      await app.store.write(async (db) => {
        await db.deleteFrom('task_change').execute()
        await db.deleteFrom('task').execute()
      })
      await add(app, agent, 350)
      const many = await statementsOf(app, async ({ store }) => {
        expect(await work(partsOf(app, store))).toBe(350)
      })
      expect(many.filter(({ sql }) => isRanking(sql))).toHaveLength(1)
    },
  )

  test.each(['return idle tasks', 'remind of overdue tasks', 'return orphans', 'end leases'])(
    '%s: one task with a large text in a transaction',
    async (what) => {
      const app = await make()
      const agent = await makeAgent(app, 'agent')
      const creator = await makeAgent(app, 'creator')
      await addTasks(app, agent, 12, JSON.stringify({ text: 'x'.repeat(LIMITS.taskBytes - 100) }))
      await app.store.write((db) => db.updateTable('task').set({ created_by: creator.id }).execute())
      const tasks = await app.store.read.selectFrom('task').select('public_id').execute()
      if (what === 'return orphans')
        await app.store.write((db) =>
          db.updateTable('agent').set({ status: 'archived' }).where('id', '=', agent.id).execute(),
        )
      if (what === 'end leases') {
        await addLeases(app, agent, 12)
        const leases = await app.store.read.selectFrom('bus_lease').select('id').execute()
        await app.store.write(async (db) => {
          for (const [at, { id }] of leases.entries()) {
            const subject_id = tasks[at]?.public_id ?? ''
            const changed = { subject: 'task' as const, subject_id, place: `task/${subject_id}` }
            await db.updateTable('bus_lease').set(changed).where('id', '=', id).execute()
          }
        })
      }
      const work = {
        'return idle tasks': returnIdle,
        'remind of overdue tasks': remindOfOverdue,
        'return orphans': returnOrphans,
        'end leases': expireLeases,
      }[what]
      const told = async () =>
        (
          await app.store.read
            .selectFrom('bus_message')
            .select('id')
            .where('to_agent_id', '=', creator.id)
            .execute()
        ).length
      const most = await mostPerWrite(app, told, async () => work?.(partsOf(app)))
      expect([await told(), most]).toEqual([12, 1])
    },
  )
})
