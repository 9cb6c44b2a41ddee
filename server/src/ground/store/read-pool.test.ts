import { rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../../testing/folder.ts'
import { openReadPool } from './read-pool.ts'

const makePath = (): string => {
  const folder = makeFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'a.sqlite')
}

const fileWith = (value: string): string => {
  const file = makePath()
  const database = new Database(file)
  database.exec(`create table own (value text); insert into own values ('${value}')`)
  database.close()
  return file
}

const ownValue = async (db: ReturnType<typeof openReadPool>): Promise<unknown> =>
  (await sql<{ value: string }>`select value from own`.execute(db)).rows[0]?.value

test('the thread of a closed store reads the file of the next one, and nothing of the one before', async () => {
  for (const value of ['first', 'second', 'third']) {
    const db = openReadPool(fileWith(value))
    expect(await Promise.all([ownValue(db), ownValue(db), ownValue(db)])).toEqual([value, value, value])
    await db.destroy()
  }
})

test('a store that closes in the middle of a read leaves its answer to nobody else', async () => {
  const db = openReadPool(fileWith('old'))
  expect(await ownValue(db)).toBe('old')
  const long = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 100000)
    select max(i) as value from n`
  // The read may end before its thread does.
  const read = long.execute(db).catch((error: Error) => expect(error.message).toBe('The read thread ended'))
  await new Promise((resolve) => setImmediate(resolve))
  await db.destroy()
  const next = openReadPool(fileWith('new'))
  expect(await ownValue(next)).toBe('new')
  await next.destroy()
  await read
})

test('a file that cannot be opened fails its own reads only', async () => {
  const db = openReadPool(makePath())
  await expect(ownValue(db)).rejects.toThrow(/unable to open/)
  await db.destroy()
  const next = openReadPool(fileWith('there'))
  expect(await ownValue(next)).toBe('there')
  await next.destroy()
})
