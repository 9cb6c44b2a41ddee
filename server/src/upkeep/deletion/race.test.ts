import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countRows } from '../../testing/count-rows.ts'
import { openTombstones, withoutAudit } from '../../testing/deletion.ts'
import { migratedPostgres } from '../../testing/each-database.ts'
import { makeApp, type TestApp } from '../../testing/make-app.ts'
import { failed, run, send } from '../../testing/upload.ts'

test('on Postgres an upload may find an execution before it is deleted and write after: nothing stays', async () => {
  const app = await makeApp({ address: await migratedPostgres() })
  await openTombstones(app)
  const part = (job: string, title: string) => run({ build: 'b', part: { job }, results: [failed(title)] })
  const { data } = await send(app, part('one', 'first'))
  const before = await countRows(app)
  const held = Promise.withResolvers<void>()
  const isHeld = Promise.withResolvers<void>()
  const holding = app.store.write(async (db) => {
    await db.selectFrom('execution').select('id').forUpdate().execute()
    isHeld.resolve()
    await held.promise
  })
  await isHeld.promise
  const deleting = app.delete(`/api/executions/${data.execution.id}`)
  await waiters(app, 1)
  const uploading = send(app, part('two', 'second'))
  await waiters(app, 2)
  held.resolve()
  await holding
  expect([(await deleting).status, (await uploading).status]).toEqual([200, 200])
  await app.removeDeleted()
  // The first part's test and error stay with the project; the execution had one part, one result, one attempt.
  const gone = { execution: 1, part: 1, result: 1, attempt: 1 }
  const expected = Object.fromEntries(
    Object.entries(withoutAudit(before)).map(([table, n]) => [
      table,
      n - ((gone as typeof before)[table] ?? 0),
    ]),
  )
  expect(withoutAudit(await countRows(app))).toEqual(expected)
})

/** Resolves when so many transactions wait for another. */
async function waiters({ store }: TestApp, count: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(store.read)
    if (Number(rows[0]?.n) >= count) return
  }
}
