import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect } from '../portable.ts'
import type { Tables } from '../tables.ts'

/**
 * Indexes that find tests without reading all of them: by a part of their name, and by evidence of
 * flakiness.
 */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { integer, bytes, clustered } = columnTypes(dialect)
  const statements = [
    sql`create table test_block (
      project_id ${integer} not null, first_id ${integer} not null, last_id ${integer} not null,
      trigrams ${bytes} not null, primary key (project_id, first_id)) ${clustered}`,
    // Has a third of the rows, and contains all that the list of flaky tests reads of a window.
    sql`create index test_day_flaky on test_day (project_id, day, branch, test_id, flaky, same_tree)
      where flaky > 0`,
  ]
  for (const statement of statements) await statement.execute(db)
}
