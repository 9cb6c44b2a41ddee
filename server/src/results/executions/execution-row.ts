import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Db } from '../../ground/store/portable.ts'
import type { Tables } from '../../ground/store/tables.ts'

export type ExecutionRow = Selectable<Tables['execution']> & { slug: string }

/** Executions of one organization, with their project's slug. */
export const executionRows = (db: Db, organizationId: number, projectId: number | null) =>
  db
    .selectFrom('execution')
    .innerJoin('project', 'project.id', 'execution.project_id')
    .selectAll('execution')
    .select('project.slug')
    .where('project.organization_id', '=', organizationId)
    .$if(projectId !== null, (query) => query.where('project.id', '=', projectId as number))

/** True for executions of a commit, given by the start of its sha. */
export const hasCommit = (commit: string) => (eb: ExpressionBuilder<Tables, 'execution'>) =>
  eb.or([eb('execution.tested_sha', 'like', `${commit}%`), eb('execution.head_sha', 'like', `${commit}%`)])
