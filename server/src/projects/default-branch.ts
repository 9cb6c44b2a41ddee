import type { Db } from '../store/portable.ts'

/** The branches that count as the project's default one: documents do not tell it, and nearly all call it so. */
export async function defaultBranches(db: Db, projectId: number): Promise<string[]> {
  const project = await db
    .selectFrom('project')
    .select('default_branch')
    .where('id', '=', projectId)
    .executeTakeFirst()
  return project?.default_branch ? [project.default_branch] : ['main', 'master']
}
