import { sql } from 'kysely'
import { ANY_PROJECT } from './count-changes.ts'
import { type Db, type Dialect, serverRun } from './portable.ts'

/** One project, or all of an organization. */
export type Changing = { projectId: number } | { organizationId: number }

/**
 * A text that differs as soon as a transaction changed what an answer about a project, or an organization, depends
 * on. Two texts are comparable if the same server's databases gave them, in this order.
 */
export async function changeVersion(db: Db, dialect: Dialect, of: Changing): Promise<string> {
  const { any, own, run } = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('change_count')
        .select(({ fn }) => fn.sum<number>('changes').as('changes'))
        .where('project_id', '=', sql.lit(ANY_PROJECT))
        .as('any'),
      eb
        .selectFrom('change_count')
        .select(({ fn }) => fn.sum<number>('changes').as('changes'))
        .$call((query) =>
          'projectId' in of
            ? query.where('project_id', '=', of.projectId)
            : query.where('project_id', 'in', (projects) =>
                projects.selectFrom('project').select('id').where('organization_id', '=', of.organizationId),
              ),
        )
        .as('own'),
      serverRun(dialect).as('run'),
    ])
    .executeTakeFirstOrThrow()
  // Apart, because a deleted project's counts leave the second sum: the first one grows then.
  return `${any ?? 0} ${own ?? 0} ${run}`
}
