import type { Db } from '../../ground/store/portable.ts'

/**
 * The assumed names of a project's default branch: uploads do not name it, and nearly all projects use these.
 */
export async function defaultBranches(db: Db, projectId: number): Promise<string[]> {
  const project = await db
    .selectFrom('project')
    .select('default_branch')
    .where('id', '=', projectId)
    .executeTakeFirst()
  return project?.default_branch ? [project.default_branch] : ['main', 'master']
}
