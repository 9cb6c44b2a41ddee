import { sql } from 'kysely'
import type { Db } from '../../ground/store/portable.ts'
import { isBacked, workflowGrant } from '../identity/grants.ts'
import type { TrustConditions } from './matches.ts'

/** A trust to compare with a token. */
export interface Trust extends TrustConditions {
  id: number
  projectId: number | null
  /** Slug; null: all projects of the organization. */
  project: string | null
}

/** A deleted project belongs to no organization until its rows are deleted. */
export const ofLivingProject = sql<boolean>`(oidc_trust.project_id is null or project.organization_id = oidc_trust.organization_id)`

/** True for a trust whose owner could still grant the workflow's rights. */
export const isGood = isBacked('oidc_trust', 'oidc_trust.organization_id', workflowGrant(null).role)

/** The trusts of one organization in a repository. Trusts of others never change the answer. */
export async function readTrusts(
  db: Db,
  organizationId: number,
  { issuer, repositoryId }: { issuer: string; repositoryId: string },
): Promise<Trust[]> {
  const rows = await db
    .selectFrom('oidc_trust')
    .innerJoin('organization', 'organization.id', 'oidc_trust.organization_id')
    .leftJoin('project', 'project.id', 'oidc_trust.project_id')
    .select(['oidc_trust.id', 'oidc_trust.project_id', 'oidc_trust.refs', 'oidc_trust.events'])
    .select('project.slug as project')
    .where('oidc_trust.organization_id', '=', organizationId)
    .where('oidc_trust.repository_id', '=', repositoryId)
    .where('oidc_trust.issuer', '=', issuer)
    .where('organization.deleted_at', 'is', null)
    .where(ofLivingProject)
    .where(isGood)
    .orderBy('oidc_trust.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    projectId: row.project_id,
    project: row.project,
    refs: JSON.parse(row.refs) as string[],
    events: JSON.parse(row.events) as string[],
  }))
}
