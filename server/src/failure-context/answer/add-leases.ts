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

/** Adds the agent that works on each cluster, so that no other agent starts on it. */
export async function addLeases(ctx: Context, { clusters }: Draft, find: FindLeases): Promise<void> {
  const failuresOf = ({ project, fingerprints }: Draft['clusters'][number]) =>
    fingerprints.map((id) => ({ project, id }))
  const leaseOf = await find(ctx, 'failure', clusters.flatMap(failuresOf))
  for (const cluster of clusters)
    for (const failure of failuresOf(cluster)) cluster.lease ??= leaseOf(failure) ?? undefined
}
