import type { Db } from '../../ground/store/portable.ts'

/** True if a CI run of any suite of the project was uploaded. Until then, local runs count instead. */
export async function projectHasCi(db: Db, projectId: number): Promise<boolean> {
  const row = await db
    .selectFrom('execution')
    .select('id')
    .where('project_id', '=', projectId)
    .where('trust', '=', 'ci')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
