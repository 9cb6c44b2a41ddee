import type { Context } from '../../../ground/kernel/context.ts'
import { cutText } from '../../../ground/kernel/cut-text.ts'
import { readCulprits } from '../../../history/failures/stored-culprit.ts'
import type { Draft } from '../clusters/draft.ts'

/** Adds the commit that broke the base to each failure for which somebody has searched it. */
export async function addCulprits(
  ctx: Pick<Context, 'store' | 'baseUrl'>,
  { clusters }: Draft,
): Promise<void> {
  for (const [projectId, own] of Map.groupBy(clusters, (cluster) => cluster.projectId)) {
    const found = await readCulprits(
      ctx,
      projectId,
      own.flatMap(({ fingerprints }) => fingerprints),
    )
    for (const cluster of own) {
      const [culprit] = cluster.fingerprints.flatMap((fingerprint) => found.get(fingerprint) ?? [])
      const commit = culprit?.commits.at(-1)
      if (!culprit || !commit) continue
      const { commitCount, probability } = culprit
      cluster.culprit = {
        commit: commit.sha,
        author: cutText(commit.author, 60),
        subject: cutText(commit.subject, 100),
        pullRequest: commit.pullRequest,
        ...{ commitCount, probability },
        branch: culprit.execution?.branch ?? null,
      }
    }
  }
}
