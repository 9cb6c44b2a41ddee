import { sql } from 'kysely'
import type { Db } from '../store/portable.ts'
import { VERDICT } from '../store/tables.ts'
import type { LockedExecution } from './settle.ts'

/** Spelled out, not bound: only then do both databases see that their partial index fits. */
export const isBad = (column: string) => sql<boolean>`${sql.ref(column)} in (2, 3)`

const DAY_MS = 86_400_000

/** Runs in which at least this share of the tests failed say nothing about a single test. */
const OUTAGE_SHARE = 0.8

/** Adds a settled execution's failed and flaky tests to their day. */
export async function addToDays(db: Db, execution: LockedExecution): Promise<void> {
  if (!(await counts(db, execution))) return
  const day = Math.floor(execution.started_at / DAY_MS)
  const branch = execution.branch ?? ''
  await sql`
    insert into test_day (project_id, day, test_id, branch, leg_id, failed, flaky)
    select ${sql.lit(execution.project_id)}, ${sql.lit(day)}, r.test_id, ${branch}, p.leg_id,
      max(case when r.verdict = ${sql.lit(VERDICT.failed)} then 1 else 0 end),
      max(case when r.verdict = ${sql.lit(VERDICT.flaky)} then 1 else 0 end)
    from result r join part p on p.execution_id = r.execution_id and p.number = r.part
    where r.execution_id = ${execution.id} and ${isBad('r.verdict')}
    group by r.test_id, p.leg_id
    order by r.test_id, p.leg_id
    on conflict (project_id, day, test_id, branch, leg_id) do update set
      failed = test_day.failed + excluded.failed, flaky = test_day.flaky + excluded.flaky`.execute(db)
}

/** Takes back what `addToDays` added; to be called before anything of the execution changes. */
export async function removeFromDays(db: Db, execution: LockedExecution): Promise<void> {
  if (!(await counts(db, execution))) return
  const day = Math.floor(execution.started_at / DAY_MS)
  const branch = execution.branch ?? ''
  const rows = await db
    .selectFrom('result')
    .innerJoin('part', (join) =>
      join.onRef('part.execution_id', '=', 'result.execution_id').onRef('part.number', '=', 'result.part'),
    )
    .select(['result.test_id', 'part.leg_id'])
    .select((eb) => [
      sql<number>`max(case when ${eb.ref('result.verdict')} = 2 then 1 else 0 end)`.as('failed'),
      sql<number>`max(case when ${eb.ref('result.verdict')} = 3 then 1 else 0 end)`.as('flaky'),
    ])
    .where('result.execution_id', '=', execution.id)
    .where(isBad('result.verdict'))
    .groupBy(['result.test_id', 'part.leg_id'])
    // Always in one order, so that two executions that settle at once do not wait for each other.
    .orderBy('result.test_id')
    .orderBy('part.leg_id')
    .execute()
  for (const row of rows) {
    await db
      .updateTable('test_day')
      .set({ failed: sql<number>`failed - ${row.failed}`, flaky: sql<number>`flaky - ${row.flaky}` })
      .where('project_id', '=', execution.project_id)
      .where('day', '=', day)
      .where('test_id', '=', row.test_id)
      .where('branch', '=', branch)
      .where('leg_id', '=', row.leg_id)
      .execute()
  }
  await db
    .deleteFrom('test_day')
    .where('project_id', '=', execution.project_id)
    .where('day', '=', day)
    .where('failed', '<=', 0)
    .where('flaky', '<=', 0)
    .execute()
}

/**
 * Only clean CI runs are history, and not those in which everything failed at once. A project's local
 * runs count until its first CI run does, which then clears them away.
 */
async function counts(db: Db, execution: LockedExecution): Promise<boolean> {
  const { passed, failed, flaky, trust, dirty } = execution
  const ran = passed + failed + flaky
  if (trust === 'fork' || dirty === 1 || ran === 0 || failed / ran >= OUTAGE_SHARE) return false
  const hasCi = await db
    .selectFrom('execution')
    .select('id')
    .where('project_id', '=', execution.project_id)
    .where('trust', '=', 'ci')
    .limit(1)
    .executeTakeFirst()
  return trust === 'ci' || hasCi === undefined
}
