import type { testOperations } from '@svc/schema'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { visibleProject } from '../../people/projects/visible-projects.ts'
import { ownersInProject } from '../../results/owners/owners-of.ts'

export const listOwners: Handlers<typeof testOperations>['listOwners'] = async ({ ctx, input }) => {
  const { id } = await visibleProject(ctx, input.project)
  const [ownersOf, files] = await Promise.all([
    ownersInProject(ctx.store, id),
    ctx.store.read.selectFrom('file').select('path').where('project_id', '=', id).execute(),
  ])
  return { owners: [...new Set(files.flatMap(({ path }) => ownersOf(path)))].sort() }
}
