import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect } from '../portable.ts'
import type { Tables } from '../tables.ts'

/** Uploads that the server refused, so that an admin sees why results are missing. */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { id, text, integer, bigint } = columnTypes(dialect)
  await sql`create table refused_upload (
    id ${id}, organization_id ${integer} not null references organization (id), door ${text} not null,
    code ${text} not null, message ${text} not null, credential ${text} not null,
    count ${integer} not null, first_at ${bigint} not null, last_at ${bigint} not null,
    unique (organization_id, door, code, credential, message))`.execute(db)
  await sql`create index refused_upload_newest on refused_upload (organization_id, last_at, id)`.execute(db)
}
