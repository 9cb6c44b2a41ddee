import type { Db } from '../store/portable.ts'

/**
 * Where deleted things are until their rows are gone: an organization that nobody belongs to, with one project for
 * executions. Every read asks for an organization's own, so what is moved here is out of all of them at once.
 */
export interface Graveyard {
  organizationId: number
  projectId: number
}

/** No slug of an organization or a project begins so. */
const ORGANIZATION = '~deleted'
const PROJECT = '~executions'

/** The graveyard of this database, made when something is first deleted. */
export async function openGraveyard(db: Db, now: number): Promise<Graveyard> {
  const known = await findGraveyard(db)
  if (known) return known
  // The ids are their own slugs: no two of a kind, and of the form of no UUID.
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
  return (await findGraveyard(db)) as Graveyard
}

/** The graveyard, if anything was ever deleted. */
export async function findGraveyard(db: Db): Promise<Graveyard | undefined> {
  return db
    .selectFrom('project')
    .innerJoin('organization', 'organization.id', 'project.organization_id')
    .select(['organization.id as organizationId', 'project.id as projectId'])
    .where('organization.slug', '=', ORGANIZATION)
    .where('project.slug', '=', PROJECT)
    .executeTakeFirst()
}
