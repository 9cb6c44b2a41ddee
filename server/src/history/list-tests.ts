import type { testOperations } from '@svc/schema'
import { type Expression, type SqlBool, sql } from 'kysely'
import { carriedMonitors } from '../executions/monitors.ts'
import { newestNamesOf } from '../executions/renames.ts'
import { iso } from '../executions/summary.ts'
import { visibleProject } from '../executions/visible-projects.ts'
import type { Handlers } from '../kernel/handlers.ts'
import type { Store } from '../store/open.ts'
import { contains, isOneOf } from '../store/portable.ts'
import type { MonitorState } from '../store/tables.ts'
import { readKnownTests } from './known-tests.ts'
import { testRows } from './test-names.ts'

export const listTests: Handlers<typeof testOperations>['listTests'] = async ({ ctx, input }) => {
  const { store } = ctx
  const project = await visibleProject(ctx, input.project)
  let query = testRows(store).where('test.project_id', '=', project.id).where(isNewestName)
  if (input.q !== undefined) query = query.where(await isCalled(store, project.id, input.q))
  if (input.monitor !== undefined) query = query.where(await isInState(store, project.id, input.monitor))
  if (input.cursor) {
    const [before] = ctx.cursors.decode(input.cursor, ['number'])
    query = query.where(sql<boolean>`test.id < cast(${before} as bigint)`)
  }
  const rows = await query
    .orderBy('test.id', 'desc')
    .limit(input.limit + 1)
    .execute()
  const page = rows.slice(0, input.limit).map((row) => row.id)
  const last = page.at(-1)
  const tests = await readKnownTests(store, project.id, page)
  return {
    items: page.flatMap((id) => {
      const test = tests.get(id)
      if (!test) return []
      return {
        ...test.name,
        project: project.slug,
        firstSeenAt: iso(test.firstSeenAt),
        formerNames: test.formerNames,
        monitor: test.monitor.state,
      }
    }),
    nextCursor: rows.length > page.length && last ? ctx.cursors.encode([last]) : null,
  }
}

const isNewestName = sql<boolean>`not exists (
  select 1 from rename where rename.from_test_id = test.id and rename.undone_at is null)`

/** Whether a test's file or titles have this text in them, under its newest name or an earlier one. */
async function isCalled(store: Store, projectId: number, q: string): Promise<Expression<SqlBool>> {
  const isFound = sql<boolean>`(${contains(store.dialect, 'file.path', q)}
    or ${contains(store.dialect, 'test.titles', inJson(q))})`
  const former = await testRows(store)
    .innerJoin('rename', 'rename.from_test_id', 'test.id')
    .where('rename.project_id', '=', projectId)
    .where('rename.undone_at', 'is', null)
    .where(isFound)
    .execute()
  const newest = await newestNamesOf(
    store,
    projectId,
    former.map((row) => row.id),
  )
  if (newest.size === 0) return isFound
  return sql<boolean>`(${isFound} or ${isOneOf(store.dialect, 'test.id', [...new Set(newest.values())])})`
}

/** Titles are stored as JSON, in which a quotation mark is written with a backslash. */
const inJson = (text: string) => JSON.stringify(text).slice(1, -1)

/** Whether a test's monitor says so, where it may have spoken under an earlier name last. */
async function isInState(
  store: Store,
  projectId: number,
  wanted: MonitorState,
): Promise<Expression<SqlBool>> {
  const isOwn =
    wanted === 'healthy'
      ? sql<boolean>`not exists (select 1 from test_monitor where test_id = test.id and state <> 'healthy')`
      : sql<boolean>`exists (select 1 from test_monitor where test_id = test.id and state = ${wanted})`
  const carried = [...(await carriedMonitors(store, projectId))]
  if (carried.length === 0) return isOwn
  const heads = carried.map(([id]) => id)
  const inState = carried.filter(([, { state }]) => state === wanted).map(([id]) => id)
  const isElse = sql<boolean>`(${isOwn} and not ${isOneOf(store.dialect, 'test.id', heads)})`
  return inState.length === 0
    ? isElse
    : sql<boolean>`(${isElse} or ${isOneOf(store.dialect, 'test.id', inState)})`
}
