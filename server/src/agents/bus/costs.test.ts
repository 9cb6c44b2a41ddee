import { expect, test } from 'vitest'
import { newId } from '../../ground/kernel/id.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { makeAgent } from '../../testing/live.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { plansOf } from '../../testing/query-plans.ts'
import { statementsOf } from '../../testing/statements.ts'
import type { AgentRow, WorkParts } from './dependencies.ts'
import { expireLeases } from './leases/expire-leases.ts'
import { remindOfOverdue, returnIdle } from './tasks/due-tasks.ts'
import { IDLE_MS } from './tasks/task-rows.ts'

const DAY_MS = 86_400_000

const partsOf = (app: TestApp, store = app.store): WorkParts => ({
  bus: { ...app.bus, store },
  clock: app.clock,
  time: async () => app.clock(),
})

/** Tasks that have a deadline in the past, and that their assignee left long ago. */
const addTasks = ({ store, clock }: TestApp, agent: AgentRow, count: number) =>
  store.write((db) =>
    db
      .insertInto('task')
      .values(
        Array.from({ length: count }, (_, at) => ({
          public_id: newId(clock()),
          organization_id: agent.organization_id,
          title: `task ${at}`,
          payload: null,
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
})
