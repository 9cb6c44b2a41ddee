import type { Caller } from '../../ground/kernel/context.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { quoted } from '../../ground/kernel/quoted.ts'
import type { Db } from '../../ground/store/portable.ts'

/** The limit of former slugs per organization, so that one cannot collect all good ones. */
const MOST_FORMER_SLUGS = 10

/** The requester of a slug. */
export interface Claimant {
  /** The organization that gets the slug. */
  organizationId: number
  /** Null for an API key and for the machine. */
  personId: number | null
  /** True for a command on the server's own machine. */
  isMachine: boolean
}

/**
 * Claims a former slug; call it after the organization has the slug: of two transactions, the later one sees
 * the earlier one's rows. Throws CONFLICT if the slug was another organization's, because workflows may still
 * name it. The slug of a deleted organization is free for the person who deleted it, and for the operator.
 */
export async function takeFormerSlug(db: Db, slug: string, claimant: Claimant): Promise<void> {
  const former = await db
    .selectFrom('former_slug')
    .select(['organization_id', 'person_id'])
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (!former) return
  const isOurs =
    former.organization_id === null
      ? claimant.isMachine || (former.person_id !== null && former.person_id === claimant.personId)
      : former.organization_id === claimant.organizationId
  if (!isOurs) throw taken(slug)
  await db.deleteFrom('former_slug').where('slug', '=', slug).execute()
}

/**
 * Keeps the slug that an organization gives up: it still names this organization. Throws CONFLICT beyond 10
 * of them.
 */
export async function keepFormerSlug(db: Db, slug: string, organizationId: number, now: number) {
  const former = await db
    .selectFrom('former_slug')
    .select('slug')
    .where('organization_id', '=', organizationId)
    .execute()
  if (former.length >= MOST_FORMER_SLUGS)
    throw new Problem(
      'CONFLICT',
      `An organization keeps its former slugs, at most ${MOST_FORMER_SLUGS}. Choose one of them: ${former.map((row) => row.slug).join(', ')}.`,
    )
  await db
    .insertInto('former_slug')
    .values({ slug, organization_id: organizationId, person_id: null, ended_at: now })
    .execute()
}

/** Reserves the slugs of a deleted organization for the person who deleted it. */
export async function keepDeletedSlugs(
  db: Db,
  slug: string,
  { organizationId, personId }: Pick<Caller, 'organizationId' | 'personId'>,
  now: number,
): Promise<void> {
  await db
    .insertInto('former_slug')
    .values({ slug, organization_id: organizationId, person_id: null, ended_at: now })
    .execute()
  await db
    .updateTable('former_slug')
    .set({ organization_id: null, person_id: personId })
    .where('organization_id', '=', organizationId)
    .execute()
}

/** The organization with this present or former slug; undefined if there is none. */
export async function findBySlug(db: Db, slug: string): Promise<{ id: number; slug: string } | undefined> {
  const now = await db
    .selectFrom('organization')
    .select(['id', 'slug'])
    .where('slug', '=', slug)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (now) return now
  return db
    .selectFrom('former_slug')
    .innerJoin('organization', 'organization.id', 'former_slug.organization_id')
    .select(['organization.id', 'organization.slug'])
    .where('former_slug.slug', '=', slug)
    .where('organization.deleted_at', 'is', null)
    .executeTakeFirst()
}

export const taken = (slug: string) =>
  new Problem('CONFLICT', `slug ${quoted(slug)} is taken, now or before. Choose another.`)
