import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { onBothDatabases } from '../../../testing/each-database.ts'
import { makeAgent, send } from '../../../testing/live.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { plansOf } from '../../../testing/query-plans.ts'
import { statementsOf } from '../../../testing/statements.ts'
import { readInbox } from './read.ts'

/** Enough that both databases plan as for a full inbox. */
const MESSAGES = 4_000
const STATUSES = ['pending', 'delivered', 'read', 'failed'] as const
/** An inbox that is read whole, or sorted: SQLite's words, then those of Postgres. */
const READS_ALL = /SCAN bus_message\b(?! USING)|Seq Scan on bus_message/
const SORTS = /TEMP B-TREE|\bSort\b/
/** Expired messages that no job has marked yet; Postgres sorts them if it knows that they are few. */
const isOfExpired = (statement: string) => statement.includes('<=')

/** An inbox with as many messages of each status. */
async function fill(app: TestApp): Promise<void> {
  const [row] = await send(app, await makeAgent(app, 'ada', { credential: 'test' }), ['text'])
  if (!row) throw new Error('No message was sent')
  const { id: _, ...one } = row
  const rows = Array.from({ length: MESSAGES }, (_, i) => ({
    ...one,
    public_id: `${one.public_id.slice(0, -6)}${String(i).padStart(6, '0')}`,
    signature: `${one.signature} ${i}`,
    sequence: i + 10,
    priority: i % 4,
    status: STATUSES[(i >> 2) % 4] ?? 'read',
  }))
  for (let at = 0; at < rows.length; at += 500)
    await app.store.write((db) =>
      db
        .insertInto('bus_message')
        .values(rows.slice(at, at + 500))
        .execute(),
    )
  await app.store.write((db) => sql`analyze bus_message`.execute(db))
}

onBothDatabases('a page of an inbox', (makeApp) => {
  test('reads its rows in the order of an index, of each status and from each place', async () => {
    const app = await makeApp()
    await fill(app)
    const statements = await statementsOf(app, async (ctx) => {
      for (const status of STATUSES)
        for (const after of [undefined, 100]) {
          const input = { agent: 'ada', status, limit: 10, after, waitMs: 0 }
          const { nextCursor } = await readInbox(app.bus)({ ctx, input })
          expect(nextCursor).not.toBe(null)
          await readInbox(app.bus)({ ctx, input: { ...input, cursor: nextCursor ?? '' } })
        }
    })
    const pages = statements.filter(({ sql: text }) => text.includes('order by') && text.includes('limit'))
    expect(pages.length).toBeGreaterThanOrEqual(16)
    for (const [statement, plan] of await plansOf(app, pages)) {
      expect(plan, `${statement}\n${plan}`).not.toMatch(READS_ALL)
      if (!isOfExpired(statement)) expect(plan, `${statement}\n${plan}`).not.toMatch(SORTS)
    }
  })
})
