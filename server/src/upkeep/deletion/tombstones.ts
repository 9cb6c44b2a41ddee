import type { Db } from '../../ground/store/portable.ts'

/**
 * The place of deleted objects until their rows are gone: an organization without members, with one project
 * for executions. Every read filters by organization, so a move here removes them from all reads at once.
 */
export interface Tombstones {
  organizationId: number
  projectId: number
}

/** No slug of an organization or a project starts like this. */
const ORGANIZATION = '~deleted'
const PROJECT = '~executions'

/** The ids of the graveyard of this database, which the first deletion creates. */
export async function openTombstones(db: Db, now: number): Promise<Tombstones> {
  const known = await findTombstones(db)
  if (known) return known
  // The ids are their own slugs: unique per kind, and never a UUID.
  await db
    .insertInto('organization')
    .values({
      public_id: ORGANIZATION,
      slug: ORGANIZATION,
      name: 'Deleted',
      plan: 'free',
      created_at: now,
      deleted_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id } = await db
    .selectFrom('organization')
    .select('id')
    .where('slug', '=', ORGANIZATION)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('project')
    .values({
      public_id: PROJECT,
      organization_id: id,
      slug: PROJECT,
      name: 'Deleted executions',
      repository: null,
      default_branch: null,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await findTombstones(db)) as Tombstones
}

/** The graveyard, if a deletion has created it. */
export async function findTombstones(db: Db): Promise<Tombstones | undefined> {
  return db
    .selectFrom('project')
    .innerJoin('organization', 'organization.id', 'project.organization_id')
    .select(['organization.id as organizationId', 'project.id as projectId'])
    .where('organization.slug', '=', ORGANIZATION)
    .where('project.slug', '=', PROJECT)
    .executeTakeFirst()
}
