import { projectHasCi } from '../executions/has-ci.ts'
import { lockProject } from '../projects/find-or-make.ts'
import { type Db, type Dialect, isOneOf } from '../store/portable.ts'

/** Removes a project's local runs from history: with the first CI run, they no longer replace CI runs. */
export async function forgetLocalRuns(db: Db, dialect: Dialect, projectId: number): Promise<void> {
  if (await projectHasCi(db, projectId)) return
  await lockProject(db, dialect, projectId)
  const counted = await db
    .selectFrom('leg_run')
    .select('execution_id')
    .distinct()
    .where('project_id', '=', projectId)
    .execute()
  const executions = isOneOf(
    dialect,
    'execution_id',
    counted.map((run) => run.execution_id),
  )
  await db.deleteFrom('bad_run').where(executions).execute()
  await db
    .updateTable('execution')
    .set({ counted: 0 })
    .where('project_id', '=', projectId)
    .where('counted', '=', 1)
    .execute()
  for (const table of ['leg_run', 'test_day', 'test_monitor'] as const)
    await db.deleteFrom(table).where('project_id', '=', projectId).execute()
}
