import { type ExpressionBuilder, sql } from 'kysely'
import { ANY_PROJECT } from './count-changes.ts'
import { type Db, type Dialect, serverRun } from './portable.ts'
import { prepared } from './prepared.ts'
import type { Tables } from './tables.ts'

/** One project, or all projects of an organization. */
export type Changing = { projectId: number } | { organizationId: number }

/**
 * A text that differs as soon as a transaction changed what an answer about a project, or an organization, depends
 * on. Two texts are comparable if the same server's databases gave them, in this order. `store.lookup` may read the
 * version of a project: that is at most 128 rows.
 */
export async function changeVersion(db: Db, dialect: Dialect, of: Changing): Promise<string> {
  const [row] =
    'projectId' in of
      ? await VERSION_OF_PROJECT[dialect](db, of.projectId)
      : await versionOfOrganization(db, dialect, of.organizationId)
  // Separate, because a deleted project's counts leave the second sum, while the first one then
  // grows.
  return `${row?.any ?? 0} ${row?.own ?? 0} ${row?.run}`
}

/** For `prepared`, whose arguments are all values. */
const versionOfProject = (dialect: Dialect) =>
  prepared((db, projectId: number) =>
    db.selectNoFrom((eb) => [
      changesOf(eb).where('project_id', '=', sql.lit(ANY_PROJECT)).as('any'),
      changesOf(eb).where('project_id', '=', projectId).as('own'),
      serverRun(dialect).as('run'),
    ]),
  )

const VERSION_OF_PROJECT = { sqlite: versionOfProject('sqlite'), postgres: versionOfProject('postgres') }

const versionOfOrganization = (db: Db, dialect: Dialect, organizationId: number) =>
  db
    .selectNoFrom((eb) => [
      changesOf(eb).where('project_id', '=', sql.lit(ANY_PROJECT)).as('any'),
      changesOf(eb)
        .where('project_id', 'in', (projects) =>
          projects.selectFrom('project').select('id').where('organization_id', '=', organizationId),
        )
        .as('own'),
      serverRun(dialect).as('run'),
    ])
    .execute()

const changesOf = (eb: ExpressionBuilder<Tables, never>) =>
  eb.selectFrom('change_count').select(({ fn }) => fn.sum<number>('changes').as('changes'))
