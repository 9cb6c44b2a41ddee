import type { testOperations } from '@svc/schema'
import type { z } from 'zod'
import type { Context } from '../../ground/kernel/context.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { visibleProjects } from '../../people/projects/visible-projects.ts'

/** The number of tests that the request's own thread sorts; what is made there can be kept for agents. */
const FEW = 1_000

/** Whether a worker thread must make this list of flaky tests: it sorts all of its projects, or matches their owners. */
export async function hasManyTests(
  ctx: Context,
  { project, owner }: Pick<z.output<typeof testOperations.listFlakyTests.input>, 'project' | 'owner'>,
): Promise<boolean> {
  if (owner !== undefined) return true
  const projects = await visibleProjects(ctx, project)
  const one = await ctx.store.read
    .selectFrom('test')
    .select('id')
    .where(
      isOneOf(
        ctx.store.dialect,
        'project_id',
        projects.map(({ id }) => id),
      ),
    )
    .limit(1)
    .offset(FEW)
    .executeTakeFirst()
  return one !== undefined
}
