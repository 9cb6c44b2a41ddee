import type { ObjectKind } from '@svc/schema'
import type { PersonIdentity } from '../../ground/kernel/context.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import type { Store } from '../../ground/store/open.ts'
import type { Db } from '../../ground/store/portable.ts'
import { prepared } from '../../ground/store/prepared.ts'

/** An object that a request reads by its id. */
export interface ReadObject {
  kind: ObjectKind
  id: string
}

/**
 * The slug of the organization that has this object, if the person is a member there. Throws NOT_FOUND
 * otherwise, whether or not the object exists.
 */
export async function organizationOf(
  { lookup }: Pick<Store, 'lookup'>,
  { memberships }: PersonIdentity,
  { kind, id }: ReadObject,
): Promise<string> {
  const [row] = await BY_ID[kind](lookup, id.toLowerCase())
  const own = memberships.find(({ organizationId }) => organizationId === row?.organization_id)
  if (!own) throw new Problem('NOT_FOUND', `There is no such ${kind} in your organizations.`)
  return own.slug
}

/** Each reads a row by a unique key, and its project by another. */
const BY_ID = {
  execution: prepared((db: Db, id: string) =>
    db
      .selectFrom('execution')
      .innerJoin('project', 'project.id', 'execution.project_id')
      .select('organization_id')
      .where('execution.public_id', '=', id),
  ),
  artifact: prepared((db: Db, id: string) =>
    db
      .selectFrom('artifact')
      .innerJoin('execution', 'execution.id', 'artifact.execution_id')
      .innerJoin('project', 'project.id', 'execution.project_id')
      .select('organization_id')
      .where('artifact.public_id', '=', id),
  ),
  document: prepared((db: Db, id: string) =>
    db
      .selectFrom('document')
      .innerJoin('project', 'project.id', 'document.project_id')
      .select('organization_id')
      .where('document.public_id', '=', id),
  ),
  proposal: prepared((db: Db, id: string) =>
    db
      .selectFrom('proposal')
      .innerJoin('project', 'project.id', 'proposal.project_id')
      .select('organization_id')
      .where('proposal.public_id', '=', id),
  ),
  webhook: prepared((db: Db, id: string) =>
    db.selectFrom('webhook').select('organization_id').where('public_id', '=', id),
  ),
} satisfies Record<ObjectKind, unknown>
