import { sql } from 'kysely'
import type { Context } from '../../ground/kernel/context.ts'
import { notFound, Problem } from '../../ground/kernel/problem.ts'
import { elsewhere } from '../../people/projects/elsewhere.ts'
import { visibleProjects } from '../../people/projects/visible-projects.ts'
import { MOST_NAMES } from '../../results/test-identity/former-names.ts'
import { type KnownTest, knownTest, type MonitoredRow } from './known-tests.ts'

/**
 * The test with this id, under any of its names, with all its names, if the caller may see it. Runs
 * one statement. Throws INVALID_REQUEST if several projects have such a test and the request names
 * none.
 */
export async function findTest(
  ctx: Context,
  key: string,
  slug: string | undefined,
): Promise<{ test: KnownTest; project: { id: number; slug: string } }> {
  const rows = await readNames(ctx, key, slug)
  const [first] = rows
  if (!first) {
    // Throws an error that names the project if the request does not.
    await visibleProjects(ctx, slug)
    const others = slug === undefined ? [] : await readNames(ctx, key, undefined)
    throw others.length > 0
      ? elsewhere('test', [...new Set(others.map((row) => row.slug))])
      : notFound('test')
  }
  const slugs = [...new Set(rows.map((row) => row.slug))].sort()
  if (slugs.length > 1)
    throw new Problem(
      'INVALID_REQUEST',
      `project is required: a test of this name is in ${slugs.join(', ')}.`,
    )
  const names = [...new Map(rows.map((row) => [row.id, row])).values()]
  const test = knownTest(names)
  if (!test) throw notFound('test')
  return { test, project: { id: first.project_id, slug: first.slug } }
}

/** Its names, the newest first: follows confirmed renames in both directions. */
async function readNames({ store, caller }: Context, key: string, slug: string | undefined) {
  const ofSlug = slug === undefined ? sql`` : sql`and project.slug = ${slug}`
  const ofCaller = caller.projectId === null ? sql`` : sql`and project.id = ${caller.projectId}`
  // Within one project this reads a row by its key and the few that renames lead to; the number of
  // projects is unlimited.
  const db = slug !== undefined || caller.projectId !== null ? store.lookup : store.read
  const { rows } = await sql<MonitoredRow & { slug: string }>`
    with recursive own (id) as (
      select test.id from project join test on test.project_id = project.id
      where project.organization_id = ${caller.organizationId} and test.key = ${key} ${ofSlug} ${ofCaller}
    ), later (id, step) as (
      select id, 0 from own
      union all
      select to_test_id, step + 1 from later join rename on from_test_id = later.id
      where undone_at is null and step < ${sql.lit(MOST_NAMES)}
    ), earlier (id, step) as (
      select id, 0 from own
      union all
      select from_test_id, step - 1 from earlier join rename on to_test_id = earlier.id
      where undone_at is null and step > -${sql.lit(MOST_NAMES)}
    ), name (id, step) as (
      select id, step from later union all select id, step from earlier where step < 0
    )
    select test.id, test.project_id, test.first_seen_at, test.key, file.path, test.titles, test.variant,
      test.occurrence, monitor.state, monitor.since, project.slug
    from name
    -- In this order: SQLite would begin with all tests, since it does not know how few names there are.
    left join test on test.id = name.id left join file on file.id = test.file_id
    left join project on project.id = test.project_id left join test_monitor monitor on monitor.test_id = test.id
    order by step desc`.execute(db)
  return rows
}
