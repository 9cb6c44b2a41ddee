import type { renameOperations } from '@svc/schema'
import { isBehind } from '../../ground/kernel/id-cursor.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { visibleProject } from '../../people/projects/visible-projects.ts'
import { renameRows, toRename } from './read-renames.ts'

export const listRenames: Handlers<typeof renameOperations>['listRenames'] = async ({ ctx, input }) => {
  let query = renameRows(ctx.store.read, ctx.caller)
  const { project, test, state, limit } = input
  if (project) query = query.where('rename.project_id', '=', (await visibleProject(ctx, project)).id)
  if (test) query = query.where((eb) => eb.or([eb('old.key', '=', test), eb('young.key', '=', test)]))
  if (state !== 'all') query = query.where('undone_at', state === 'undone' ? 'is not' : 'is', null)
  if (input.cursor) query = query.where(isBehind(ctx, ['rename.confirmed_at', 'rename.id'], input.cursor))
  const rows = await query
    .orderBy('rename.confirmed_at', 'desc')
    .orderBy('rename.id', 'desc')
    .limit(limit + 1)
    .execute()
  const last = rows[limit - 1]
  return {
    items: rows.slice(0, limit).map(toRename),
    nextCursor: last && rows.length > limit ? ctx.cursors.encode([last.confirmed_at, last.id]) : null,
  }
}
