import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** An index for deletion: a deleted file is looked up in the tests of all projects. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`create index test_file on test (file_id)`.execute(db)
}
