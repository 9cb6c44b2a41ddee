import type { Context } from '../../kernel/context.ts'
import { notFound } from '../../kernel/problem.ts'

/** Throws NOT_FOUND unless a run of the project has had this failure. */
export async function requireFailure(
  { store }: Pick<Context, 'store'>,
  projectId: number,
  fingerprint: string,
): Promise<void> {
  const [reason, cluster] = await Promise.all([
    store.lookup
      .selectFrom('reason')
      .select('id')
      .where('project_id', '=', projectId)
      .where('fingerprint', '=', fingerprint)
      .limit(1)
      .executeTakeFirst(),
    // Retention removes reasons, and a failure without an error has none.
    store.lookup
      .selectFrom('failure_cluster')
      .select('id')
      .where('project_id', '=', projectId)
      .where('fingerprint', '=', fingerprint)
      .executeTakeFirst(),
  ])
  if (!reason && !cluster) throw notFound('failure')
}
