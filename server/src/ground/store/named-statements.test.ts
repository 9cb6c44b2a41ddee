import { CompiledQuery, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { emptyPostgres } from '../../testing/each-database.ts'
import { openStore, type Store } from './open.ts'

async function open(address: Awaited<ReturnType<typeof emptyPostgres>>): Promise<Store> {
  const store = await openStore(address)
  onTestFinished(() => store.close())
  return store
}

/** What the connection that reads one after the other holds by name. */
async function heldBy(store: Store): Promise<{ name: string; statement: string }[]> {
  const held = sql<{ name: string; statement: string }>`
    select name, statement from pg_prepared_statements where statement not like '%pg_prepared_statements%'`
  return (await held.execute(store.read)).rows
}

const organizations = (store: Store) => store.read.selectFrom('organization').selectAll().execute()
const named = (rows: unknown[]) => rows.map((row) => (row as { slug: string }).slug)

async function addOrganization(store: Store): Promise<void> {
  const values = { public_id: 'a', slug: 'a', name: 'a', plan: 'free' as const, created_at: 1 }
  await store.write((db) => db.insertInto('organization').values(values).execute())
}

test('a read that is asked again is parsed once, regardless of its values and the length of its lists', async () => {
  const store = await open(await emptyPostgres())
  const of = (ids: number[]) => sql`select ${ids}::bigint[] as ids`.execute(store.read)
  await of([1])
  expect(await heldBy(store)).toEqual([])
  for (const ids of [[], [2], [3, 4, 5]]) expect((await of(ids)).rows).toEqual([{ ids: ids.map(String) }])
  expect(await heldBy(store)).toEqual([
    { name: expect.stringMatching(/^svc_[0-9a-f]{32}$/), statement: 'select $1::bigint[] as ids' },
  ])
  // A plan for any values takes a list to be short: a long one gets a plan of its own.
  await of(Array.from({ length: 1_000 }, (_, i) => i))
  const { rows } = await sql<{ plans: number }>`
    select (generic_plans + custom_plans)::int as plans from pg_prepared_statements
    where statement = 'select $1::bigint[] as ids'`.execute(store.read)
  expect(rows).toEqual([{ plans: 3 }])
})

test('what is written in a transaction has no name: to ask again there would be too late', async () => {
  const store = await open(await emptyPostgres())
  await store.write(async (db) => {
    for (let i = 0; i < 4; i++) await db.selectFrom('organization').select('id').execute()
    const held = await sql`select name from pg_prepared_statements`.execute(db)
    expect(held.rows).toEqual([])
  })
})

test('the statement contains the number of rows, so that a generic plan knows it', async () => {
  const store = await open(await emptyPostgres())
  const query = store.read.selectFrom('project').select('id').limit(7).offset(3).compile()
  expect(query).toMatchObject({ sql: 'select "id" from "project" limit 7 offset 3', parameters: [] })
})

test('texts without end do not fill the memory of the database', async () => {
  const store = await open(await emptyPostgres())
  let most = 0
  for (let i = 0; i < 230; i++) {
    const query = CompiledQuery.raw(`select ${i} as i`)
    for (let times = 0; times < 2; times++) {
      const { rows } = await store.read.executeQuery<{ i: number }>(query)
      expect(rows).toEqual([{ i }])
    }
    if (i % 15 === 0) most = Math.max(most, (await heldBy(store)).length)
  }
  expect(most).toBeGreaterThan(100)
  expect(most).toBeLessThanOrEqual(200)
})

test('a table that got a column meanwhile is read all the same, by a new connection afterwards', async () => {
  const address = await emptyPostgres()
  const [store, migrating] = [await open(address), await open(address)]
  await addOrganization(store)
  for (let i = 0; i < 3; i++) expect(named(await organizations(store))).toEqual(['a'])
  expect(await heldBy(store)).toHaveLength(1)
  await migrating.write((db) => sql`alter table organization add column further text default 'x'`.execute(db))
  expect(await organizations(store)).toMatchObject([{ slug: 'a', further: 'x' }])
  expect(await heldBy(store)).toEqual([])
  for (let i = 0; i < 2; i++) expect(named(await organizations(store))).toEqual(['a'])
  expect(await heldBy(store)).toHaveLength(1)
})

// A pooler that gives a connection for a transaction only hands out ones that others have used.
test('behind a pooler whose connections have no such statement, reads go without names', async () => {
  const store = await open(await emptyPostgres())
  await addOrganization(store)
  for (let i = 0; i < 3; i++) await organizations(store)
  await sql`deallocate all`.execute(store.read)
  for (let i = 0; i < 3; i++) expect(named(await organizations(store))).toEqual(['a'])
  expect(await heldBy(store)).toEqual([])
})

test('behind a pooler whose connections have such a statement already, reads go without names', async () => {
  const address = await emptyPostgres()
  const [store, other] = [await open(address), await open(address)]
  await addOrganization(store)
  for (let i = 0; i < 3; i++) await organizations(store)
  const [held] = await heldBy(store)
  await sql`prepare ${sql.id(held?.name ?? '')} as select 1`.execute(other.read)
  for (let i = 0; i < 3; i++) expect(named(await organizations(other))).toEqual(['a'])
  expect(await heldBy(other)).toEqual([{ name: held?.name, statement: expect.stringContaining('select 1') }])
})

test('a refusal that is not about the name is reported as it is', async () => {
  const store = await open(await emptyPostgres())
  for (let i = 0; i < 3; i++)
    await expect(sql`select 1 / ${0}::int`.execute(store.read)).rejects.toThrow('division by zero')
})
