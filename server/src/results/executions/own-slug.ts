import type { Context } from '../../ground/kernel/context.ts'
import { notFound } from '../../ground/kernel/problem.ts'
import { prepared } from '../../ground/store/prepared.ts'

/** The slug of the caller's organization. Throws NOT_FOUND if the organization was just deleted. */
export async function readOwnSlug({ store, caller }: Context): Promise<string> {
  const [row] = await slugById(store.lookup, caller.organizationId)
  if (!row) throw notFound('organization')
  return row.slug
}

const slugById = prepared((db, id: number) =>
  db.selectFrom('organization').select('slug').where('id', '=', id),
)
