import type { Caller } from '../../../ground/kernel/context.ts'
import { iso } from '../../../ground/kernel/time.ts'
import type { Db } from '../../../ground/store/portable.ts'

/** Leases with their holders, which are neither archived nor deleted. */
export const leaseRows = (db: Db, organizationId: number) =>
  db
    .selectFrom('bus_lease')
    .innerJoin('agent', 'agent.id', 'bus_lease.agent_id')
    .leftJoin('project', 'project.id', 'bus_lease.project_id')
    .select(['bus_lease.id', 'bus_lease.public_id', 'subject', 'subject_id', 'place', 'bus_lease.agent_id'])
    .select(['since', 'ends_at', 'bus_lease.project_id', 'project.slug'])
    .select(['agent.name', 'agent.display_name', 'agent.instance'])
    .where('bus_lease.organization_id', '=', organizationId)
    .where('agent.status', '<>', 'archived')

export type LeaseRow = Awaited<ReturnType<ReturnType<typeof leaseRows>['execute']>>[number]

/** The rows that a caller may see. A key of one project sees only that project's. */
export const visibleLeases = (db: Db, { organizationId, projectId }: Caller) => {
  const rows = leaseRows(db, organizationId)
  return projectId === null ? rows : rows.where('bus_lease.project_id', '=', projectId)
}

export const describeLease = (row: LeaseRow) => ({
  id: row.public_id,
  subject: row.subject,
  subjectId: row.subject_id,
  project: row.slug,
  holder: { agent: row.name, displayName: row.display_name, instance: row.instance },
  since: iso(row.since),
  until: iso(row.ends_at),
})

export type DescribedLease = ReturnType<typeof describeLease>
