import type { Context } from '../../ground/kernel/context.ts'
import { defaultBranches } from '../../people/projects/default-branch.ts'
import type { VisibleProject } from '../../people/projects/visible-projects.ts'

/** The default branch; for a project without one, the first of the usual names that has an execution. */
export async function mainBranch({ store }: Context, { id }: VisibleProject): Promise<string> {
  const names = await defaultBranches(store.read, id)
  for (const name of names) {
    const row = await store.read
      .selectFrom('execution')
      .select('id')
      .where('project_id', '=', id)
      .where('branch', '=', name)
      .limit(1)
      .executeTakeFirst()
    if (row) return name
  }
  return names[0] ?? 'main'
}
