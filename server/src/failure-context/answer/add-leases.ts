import type { Context } from '../../kernel/context.ts'
import type { ClusterData, Draft } from '../clusters/draft.ts'

interface Failure {
  project: string
  /** Its fingerprint. */
  id: string
}

/** Finds the agents that work on failures. */
export type FindLeases = (
  ctx: Context,
  subject: 'failure',
  failures: Failure[],
) => Promise<(of: Failure) => ClusterData['lease'] | null>

/** Adds to each cluster the agent that works on it, so that no other begins. */
export async function addLeases(ctx: Context, { clusters }: Draft, find: FindLeases): Promise<void> {
  const failuresOf = ({ project, fingerprints }: Draft['clusters'][number]) =>
    fingerprints.map((id) => ({ project, id }))
  const leaseOf = await find(ctx, 'failure', clusters.flatMap(failuresOf))
  for (const cluster of clusters)
    for (const failure of failuresOf(cluster)) cluster.lease ??= leaseOf(failure) ?? undefined
}
