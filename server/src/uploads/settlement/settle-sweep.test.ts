import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { onBothDatabases, onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { type MadeRun, passed, run, send } from '../../testing/upload.ts'

const begin = async (app: TestApp, made: MadeRun) =>
  (await send(app, run({ results: [passed('a')], ...made }))).data.execution.id
const stateOf = async (app: TestApp, id: string) =>
  (await app.get<{ state: string }>(`/api/executions/${id}`)).data.state
const columnsOf = (row: object, but: string[]) =>
  sql.raw(
    Object.keys(row)
      .filter((column) => !but.includes(column))
      .join(', '),
  )

/** So many executions like this one, with its part. */
async function multiply(app: TestApp, id: string, times: number): Promise<void> {
  await app.store.write(async (db) => {
    const one = await db
      .selectFrom('execution')
      .selectAll()
      .where('public_id', '=', id)
      .executeTakeFirstOrThrow()
    const part = await db
      .selectFrom('part')
      .selectAll()
      .where('execution_id', '=', one.id)
      .executeTakeFirstOrThrow()
    const same = columnsOf(one, ['id', 'public_id', 'build'])
    const alike = columnsOf(part, ['execution_id', 'journal'])
    await sql`
      with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sql.lit(times)})
      insert into execution (public_id, build, ${same})
        select public_id || '-' || i, 'copy ' || i, ${same} from execution, n where id = ${one.id}`.execute(
      db,
    )
    await sql`
      insert into part (execution_id, journal, ${alike})
        select copy.id, part.journal || copy.id, ${columnsOf(
          Object.fromEntries(Object.keys(part).map((column) => [`part.${column}`, null])),
          ['part.execution_id', 'part.journal'],
        )}
        from execution copy, part where copy.build like 'copy %' and part.execution_id = ${one.id}`.execute(
      db,
    )
  })
}

onBothDatabases('a sweep', (makeApp) => {
  test('settles all others if one execution cannot be settled', async () => {
    const app = await makeApp()
    const ill = await begin(app, { build: 'ill' })
    const sound = await begin(app, { build: 'sound', project: 'other' })
    // A row that settling would write exists already.
    await app.store.write((db) =>
      sql`insert into leg_run (execution_id, leg_id, project_id, started_at, branch, suite, ran_id)
        select execution.id, part.leg_id, execution.project_id, 0, '', '', 1
        from execution join part on part.execution_id = execution.id where public_id = ${ill}`.execute(db),
    )
    app.advance(60_000)
    await expect(app.sweep()).rejects.toThrow(/unique/i)
    expect(await stateOf(app, sound)).toBe('passed')
    expect(await stateOf(app, ill)).toBe('running')
  })
})

onEachDatabase('a sweep of many', (makeApp) => {
  test('reaches an execution behind thousands that wait for a shard', async () => {
    const app = await makeApp()
    const waiting = await begin(app, { build: 'a', part: { shard: { index: 1, total: 2 } } })
    await multiply(app, waiting, 1_100)
    app.advance(1)
    const sound = await begin(app, { build: 'sound' })
    app.advance(60_000)
    expect(await app.sweep()).toBe(1)
    expect(await stateOf(app, sound)).toBe('passed')
  })
})
