import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect } from '../portable.ts'
import type { Tables } from '../tables.ts'

/** The files that the code of an execution changed, and documents of a failure in other projects. */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { integer, text, clustered } = columnTypes(dialect)
  await sql`create table execution_change (
    execution_id ${integer} not null primary key, files ${text} not null, more ${integer} not null)
    ${clustered}`.execute(db)
  // Shared documents explain failures of every project of their organization.
  await sql`create index document_failure_anywhere on document_failure (fingerprint, document_id)`.execute(db)
}
