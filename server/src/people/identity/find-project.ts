import { projectOfName } from '../../ground/kernel/project-name.ts'
import type { Db } from '../../ground/store/portable.ts'

/** The project of this name in an organization, for a transaction; undefined if there is none. */
export const findProject = (db: Db, organizationId: number, name: string) =>
  projectOfName(name, (slug) =>
    db
      .selectFrom('project')
      .select(['id', 'public_id', 'slug', 'name', 'repository', 'default_branch'])
      .where('organization_id', '=', organizationId)
      .where('slug', '=', slug)
      .executeTakeFirst(),
  )
