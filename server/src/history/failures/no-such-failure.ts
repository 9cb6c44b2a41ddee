import type { Context } from '../../ground/kernel/context.ts'
import { notFound, type Problem } from '../../ground/kernel/problem.ts'
import { elsewhere, MOST_ELSEWHERE } from '../../people/projects/elsewhere.ts'

type Asker = Pick<Context, 'store' | 'caller'>

/** NOT_FOUND for a failure that a project has never had; names the projects of the organization that have had it. */
export const noSuchFailure = async (asker: Asker, fingerprint: string): Promise<Problem> =>
  (await failureElsewhere(asker, fingerprint)) ?? notFound('failure')

/** The same; undefined if no project but these has had it. */
export async function failureElsewhere(
  { store, caller }: Asker,
  fingerprint: string,
  ownIds: readonly number[] = [],
): Promise<Problem | undefined> {
  // Failures without an error have nothing in common, and a key of one project sees no other.
  if (fingerprint === NO_ERROR || caller.projectId !== null) return undefined
  const rows = await store.lookup
    .selectFrom('failure_cluster')
    .innerJoin('project', 'project.id', 'failure_cluster.project_id')
    .select(['project.id', 'project.slug'])
    .where('project.organization_id', '=', caller.organizationId)
    .where('failure_cluster.fingerprint', '=', fingerprint)
    .orderBy('project.id', 'desc')
    .limit(ownIds.length + MOST_ELSEWHERE)
    .execute()
  if (rows.length === 0 || rows.some(({ id }) => ownIds.includes(id))) return undefined
  return elsewhere(
    'failure',
    rows.map(({ slug }) => slug),
  )
}

const NO_ERROR = 'none'
