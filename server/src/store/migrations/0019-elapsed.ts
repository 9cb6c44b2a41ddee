import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect } from '../portable.ts'
import type { Tables } from '../tables.ts'

/**
 * The duration of an execution. With one part it is the time from start to end, so only executions
 * with several parts are computed here.
 */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { bigint } = columnTypes(dialect)
  await sql`alter table execution add column elapsed_ms ${bigint}`.execute(db)
  // `reached` is the latest end of all earlier parts: a part adds only its time after that.
  await sql`
    update execution set elapsed_ms = (
      select coalesce(sum(case when ended_at <= reached then 0
        when started_at < reached then ended_at - reached else ended_at - started_at end), 0)
      from (
        select started_at, ended_at, max(ended_at) over (
          order by started_at, number rows between unbounded preceding and 1 preceding) as reached
        from part where part.execution_id = execution.id and ended_at is not null) as span)
    where parts > 1 and ended_at is not null`.execute(db)
}
