import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect } from '../portable.ts'
import type { Tables } from '../tables.ts'

/** Secrets of this database; the first one signs cursors. */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { text } = columnTypes(dialect)
  await sql`create table secret (name ${text} not null primary key, value ${text} not null)`.execute(db)
  await db
    .insertInto('secret')
    .values({ name: 'cursors', value: randomBytes(32).toString('hex') })
    .execute()
}
