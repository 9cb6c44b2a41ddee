import { requireAnyScope } from '../../ground/kernel/access.ts'
import type { Caller } from '../../ground/kernel/context.ts'
import type { Db } from '../../ground/store/portable.ts'

/** A project, as a database row. */
export interface ProjectRow {
  id: number
  public_id: string
  name: string
  slug: string
}

/** The scopes that may use tools. A key that can only upload learns nothing about projects here. */
const TOOL_SCOPES = ['read', 'knowledge', 'bus'] as const

/** Throws FORBIDDEN for a credential that may use no tool. */
export const requireToolScope = (caller: Caller): void => requireAnyScope(caller, TOOL_SCOPES)

/** The projects of one organization that a query may start from. */
export const projectsOf = (db: Db, organizationId: number) =>
  db
    .selectFrom('project')
    .select(['project.id', 'project.public_id', 'project.name', 'project.slug'])
    .where('project.organization_id', '=', organizationId)

export const describeAccount = (row: ProjectRow, { role }: Caller, activeId: number | null) => ({
  id: row.public_id,
  name: row.name,
  slug: row.slug,
  role,
  active: row.id === activeId,
})
