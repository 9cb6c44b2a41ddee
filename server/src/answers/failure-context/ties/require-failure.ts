import type { Context } from '../../../ground/kernel/context.ts'
import { noSuchFailure } from '../../../history/failures/no-such-failure.ts'

/** Throws NOT_FOUND unless a run of the project has had this failure. */
export async function requireFailure(
  { store, caller }: Pick<Context, 'store' | 'caller'>,
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
  if (!reason && !cluster) throw await noSuchFailure({ store, caller }, fingerprint)
}
