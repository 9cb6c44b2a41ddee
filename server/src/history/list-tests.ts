import type { testOperations } from '@svc/schema'
import { sql } from 'kysely'
import { iso } from '../executions/summary.ts'
import { visibleProject } from '../executions/visible-projects.ts'
import type { Handlers } from '../kernel/handlers.ts'
import { contains } from '../store/portable.ts'
import { nameOf, stateOf, testRows } from './test-names.ts'

export const listTests: Handlers<typeof testOperations>['listTests'] = async ({ ctx, input }) => {
  const { store } = ctx
  const project = await visibleProject(ctx, input.project)
  const { q, monitor } = input
  let query = testRows(store).where('test.project_id', '=', project.id)
  if (q !== undefined)
    query = query.where((eb) =>
      eb.or([contains(store.dialect, 'file.path', q), contains(store.dialect, 'test.titles', inJson(q))]),
    )
  if (monitor !== undefined)
    query = query.where((eb) => eb(eb.fn.coalesce('test_monitor.state', eb.val('healthy')), '=', monitor))
  if (input.cursor) {
    const [before] = ctx.cursors.decode(input.cursor, ['number'])
    query = query.where(sql<boolean>`test.id < cast(${before} as bigint)`)
  }
  const rows = await query
    .orderBy('test.id', 'desc')
    .limit(input.limit + 1)
    .execute()
  const page = rows.slice(0, input.limit)
  const last = page.at(-1)
  return {
    items: page.map((row) => ({
      ...nameOf(row),
      project: project.slug,
      firstSeenAt: iso(row.first_seen_at),
      monitor: stateOf(row.monitor),
    })),
    nextCursor: rows.length > page.length && last ? ctx.cursors.encode([last.id]) : null,
  }
}

/** Titles are stored as JSON, in which a quotation mark is written with a backslash. */
const inJson = (text: string) => JSON.stringify(text).slice(1, -1)
