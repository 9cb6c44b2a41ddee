import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { emptyPostgres } from '../../testing/each-database.ts'
import { openStore, type Store, type StoreAddress } from './open.ts'
import { insertColumns, isOneOf } from './portable.ts'

const execute = promisify(execFile)

const addresses: Record<string, () => Promise<StoreAddress>> = {
  SQLite: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-store-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    return { folder }
  },
  Postgres: emptyPostgres,
}

async function open(address: StoreAddress): Promise<Store> {
  const store = await openStore(address)
  onTestFinished(() => store.close())
  return store
}

const organization = (slug: string) => ({
  public_id: slug,
  slug,
  name: slug,
  plan: 'free' as const,
  created_at: 1,
})

describe.each(Object.entries(addresses))('the store, %s', (_, makeAddress) => {
  test('several servers that start on one empty database at once agree on its tables', async () => {
    const address = await makeAddress()
    const open = `import { openStore } from ${JSON.stringify(new URL('./open.ts', import.meta.url).href)}
      const store = await openStore(${JSON.stringify(address)})
      await store.close()`
    // Processes of their own, as servers are: within one, waiting for the file would block who holds it.
    const starts = [1, 2, 3].map(() => execute(process.execPath, ['--input-type=module', '-e', open]))
    for (const { stderr } of await Promise.all(starts)) expect(stderr).toBe('')
  })

  test('a database of a newer version is not touched', async () => {
    const address = await makeAddress()
    const store = await open(address)
    await store.write((db) =>
      sql`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', 'now')`.execute(db),
    )
    await expect(openStore(address)).rejects.toThrow('a newer version')
  })

  test('a write that fails leaves nothing, and the next one goes through', async () => {
    const store = await open(await makeAddress())
    const failing = store.write(async (db) => {
      await db.insertInto('organization').values(organization('a')).execute()
      throw new Error('half way')
    })
    await expect(failing).rejects.toThrow('half way')
    await store.write((db) => db.insertInto('organization').values(organization('b')).execute())
    const rows = await store.read.selectFrom('organization').select('slug').execute()
    expect(rows).toEqual([{ slug: 'b' }])
  })

  test('reads are answered while a write is under way, and do not see it', async () => {
    const store = await open(await makeAddress())
    await store.write(async (db) => {
      await db.insertInto('organization').values(organization('a')).execute()
      for (const handle of [store.read, store.lookup])
        expect(await handle.selectFrom('organization').selectAll().execute()).toEqual([])
    })
    for (const handle of [store.read, store.lookup])
      expect(await handle.selectFrom('organization').select('slug').execute()).toEqual([{ slug: 'a' }])
  })

  test('columns of any length go in whole, and lists of any length are one parameter', async () => {
    const store = await open(await makeAddress())
    const ids = Array.from({ length: 2_345 }, (_, i) => i)
    await store.write((db) =>
      insertColumns(db, store.dialect, 'test_day', {
        project_id: ids.map(() => 1),
        day: ids,
        test_id: ids,
        branch: ids.map((id) => `b'"\\${id}`),
        leg_id: ids.map(() => 1),
        failed: ids.map(() => 0),
        flaky: ids.map(() => 1),
      }),
    )
    const rows = await store.read
      .selectFrom('test_day')
      .select(['test_id', 'branch', sql<number>`sum(flaky) over ()`.as('all')])
      .where(isOneOf(store.dialect, 'test_id', ids))
      .orderBy('test_id')
      .execute()
    expect(rows).toHaveLength(2_345)
    expect(rows.at(-1)).toEqual({ test_id: 2_344, branch: `b'"\\2344`, all: 2_345 })
  })
})

test('a short read overtakes long ones that keep every thread busy', async () => {
  const store = await open(await (addresses.SQLite as () => Promise<StoreAddress>)())
  const short = () => store.read.selectFrom('organization').select('id').execute()
  const long = (rows: number) =>
    sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${rows}) select max(i) from n`.execute(
      store.read,
    )
  const race = async (rows: number) => {
    // It is known to be short when the last times it took as long as it takes: one may be longer on a busy machine.
    for (let time = 0; time < 40; time++) await short()
    const order: string[] = []
    const reads = [1, 2, 3, 4].map(() => long(rows).then(() => order.push('long')))
    await Promise.all([...reads, short().then(() => order.push('short'))])
    return order
  }
  let order: string[] = []
  // The first race starts the thread. On a busy machine that may take as long as a long read: then longer ones tell.
  for (const rows of [1_000_000, 1_000_000, 10_000_000, 100_000_000])
    if (order[0] !== 'short') order = await race(rows)
  expect(order).toEqual(['short', 'long', 'long', 'long', 'long'])
})

test('of short reads that go to a thread together each has its own answer, or its own refusal', async () => {
  const store = await open(await (addresses.SQLite as () => Promise<StoreAddress>)())
  await store.write((db) => sql`create table shortly (id integer)`.execute(db))
  const gone = () => sql`select * from shortly`.execute(store.read)
  const short = (i: number) => sql<{ i: number }>`select ${i} as i`.execute(store.read)
  // Once seen, they are known to be short.
  await Promise.all([gone(), short(0)])
  await store.write((db) => sql`drop table shortly`.execute(db))
  const given = await Promise.allSettled([short(1), gone(), short(2), short(3)])
  expect(given).toMatchObject([
    { value: { rows: [{ i: 1 }] } },
    { status: 'rejected', reason: { message: 'no such table: shortly' } },
    { value: { rows: [{ i: 2 }] } },
    { value: { rows: [{ i: 3 }] } },
  ])
})

test('a read that fails tells why, and the thread continues reading', async () => {
  const store = await open(await (addresses.SQLite as () => Promise<StoreAddress>)())
  await expect(sql`select * from nowhere`.execute(store.read)).rejects.toThrow('no such table: nowhere')
  expect((await sql`select 1 as one`.execute(store.read)).rows).toEqual([{ one: 1 }])
})

test('the read handle cannot write', async () => {
  const store = await open(await (addresses.SQLite as () => Promise<StoreAddress>)())
  for (const handle of [store.read, store.lookup])
    await expect(sql`delete from organization`.execute(handle)).rejects.toThrow(
      /readonly|does not return data/,
    )
})

test('a read is planned once, regardless of its parameters: partial indexes do not make SQLite plan it anew', async () => {
  const store = await open(await (addresses.SQLite as () => Promise<StoreAddress>)())
  const statements = [
    store.read
      .selectFrom('execution')
      .selectAll()
      .where('project_id', '=', 1)
      .where('branch', '=', 'main')
      .compile(),
    store.lookup.selectFrom('execution').selectAll().where('public_id', '=', 'x').limit(2).compile(),
  ]
  for (const { sql: text } of statements) expect(text.replaceAll('ifnull(?, null)', '')).not.toContain('?')
  // What the database makes of a parameter is the same: text of digits is no number, and null is nothing's equal.
  const { rows } = await sql`
    select ${'1'} = 1 as text, ${1} = 1 as number, ${null} is null as absent, typeof(${2.5}) as real, typeof(${Buffer.from('a')}) as bytes
  `.execute(store.lookup)
  expect(rows).toEqual([{ text: 0, number: 1, absent: 1, real: 'real', bytes: 'blob' }])
})

test('no other account of the machine can read the files of SQLite, regardless of the umask', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'svc-modes-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  const folder = join(parent, 'data')
  // A worker thread cannot set the umask.
  const script = `import { openStore } from ${JSON.stringify(new URL('./open.ts', import.meta.url).href)}
    process.umask(0)
    const store = await openStore({ folder: process.argv[1] })
    await store.write((db) => db.insertInto('organization').values(${JSON.stringify(organization('ours'))}).execute())
    process.kill(process.pid, 'SIGKILL')`
  const killed = execute(process.execPath, ['--input-type=module', '-e', script, folder])
  await expect(killed).rejects.toMatchObject({ signal: 'SIGKILL' })
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)
  const files = readdirSync(folder).filter((name) => name.startsWith('svc.sqlite'))
  expect(files).toContain('svc.sqlite-wal')
  expect(files.map((name) => mode(join(folder, name)))).toEqual(files.map(() => '600'))
  expect(mode(folder)).toBe('700')
})
