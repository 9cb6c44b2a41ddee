import type { Caller, Context } from '../../ground/kernel/context.ts'
import { notFound, Problem } from '../../ground/kernel/problem.ts'
import type { Db } from '../../ground/store/portable.ts'
import { describePerson, personColumns } from '../identity/person.ts'
import { findOrMakeProject, type ProjectRow, refuseReservedSlug } from '../projects/find-or-make.ts'
import { audienceOf } from './audience.ts'
import type { Issuers } from './issuers.ts'
import { ofLivingProject } from './read-trusts.ts'

/** An organization's trusts with their project's slug and their maker. */
export const trustRows = (db: Db, { organizationId }: Pick<Caller, 'organizationId'>) =>
  db
    .selectFrom('oidc_trust')
    .innerJoin('organization', 'organization.id', 'oidc_trust.organization_id')
    .leftJoin('project', 'project.id', 'oidc_trust.project_id')
    .leftJoin('person', 'person.id', 'oidc_trust.created_by')
    .selectAll('oidc_trust')
    .select(['project.slug as project', 'organization.slug as organization', ...personColumns])
    .where('oidc_trust.organization_id', '=', organizationId)
    .where(ofLivingProject)

type TrustRow = Awaited<ReturnType<ReturnType<typeof trustRows>['executeTakeFirstOrThrow']>>

/** The trust with this id. Throws NOT_FOUND if the organization has none. */
export async function findTrust(
  db: Db,
  caller: Pick<Caller, 'organizationId'>,
  id: string,
): Promise<TrustRow> {
  const row = await trustRows(db, caller)
    .where('oidc_trust.public_id', '=', id.toLowerCase())
    .executeTakeFirst()
  if (!row) throw notFound('trust')
  return row
}

/** The project of a trust, created if absent. Throws INVALID_REQUEST for the name of a page. */
export async function trustedProject(
  db: Db,
  organizationId: number,
  { slug, repository }: { slug: string; repository: string | undefined },
  now: number,
): Promise<ProjectRow> {
  await refuseReservedSlug(db, organizationId, slug)
  return findOrMakeProject(db, organizationId, { slug, repository, defaultBranch: undefined }, null, now)
}

/** Throws CONFLICT if another trust has equal conditions, in any order of its lists. */
export async function refuseSame(
  db: Db,
  organizationId: number,
  conditions: {
    /** The id of the trust that gets these conditions; undefined for a new trust. */
    id?: number
    issuer: string
    repositoryId: string
    refs: string
    events: string
    projectId: number | null
  },
): Promise<void> {
  const rows = await db
    .selectFrom('oidc_trust')
    .select(['id', 'public_id', 'refs', 'events'])
    .where('organization_id', '=', organizationId)
    .where('project_id', 'is not distinct from', conditions.projectId)
    .where('repository_id', '=', conditions.repositoryId)
    .where('issuer', '=', conditions.issuer)
    .execute()
  const sorted = (list: string) => (JSON.parse(list) as string[]).sort().join('\n')
  const known = rows.find(
    ({ id, refs, events }) =>
      id !== conditions.id &&
      sorted(refs) === sorted(conditions.refs) &&
      sorted(events) === sorted(conditions.events),
  )
  if (known) throw new Problem('CONFLICT', `The trust ${known.public_id} is identical. Delete it first.`)
}

/** Revokes the valid keys that a trust issued; returns their number. */
export async function revokeKeysOf(db: Db, trustId: number, now: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('api_key')
    .set({ revoked_at: now })
    .where('trust_id', '=', trustId)
    .where('expires_at', '>', now)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** The public fields of a trust. */
export const describeTrust = (
  row: TrustRow,
  { baseUrl }: Pick<Context, 'baseUrl'>,
  { listed }: Pick<Issuers, 'listed'>,
) => ({
  id: row.public_id,
  issuer: row.issuer,
  accepted: listed.includes(row.issuer),
  audience: audienceOf(baseUrl, row.organization),
  repositoryId: row.repository_id,
  repository: row.repository,
  refs: JSON.parse(row.refs) as string[],
  events: JSON.parse(row.events) as string[],
  project: row.project,
  createdBy: describePerson(row),
  createdAt: new Date(row.created_at).toISOString(),
})
