import type { Comparison } from '@svc/schema'
import type { z } from 'zod'
import type { Context } from '../../ground/kernel/context.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { readCommit } from '../../results/commits/commit-graph.ts'
import type { ExecutionRow } from '../../results/executions/execution-row.ts'
import { testRef } from '../../results/results/test-ref.ts'
import { identitiesOf, newestNamesOf } from '../../results/test-identity/former-names.ts'
import { scoreCandidates } from './score-candidates.ts'

type Compared = z.input<typeof Comparison>
type Change = Compared['removed'][number]

/** Tests that may have a new name, the most similar first; omits those that could not be confirmed. */
export async function findRenameCandidates(
  ctx: Context,
  { base, head }: { base: ExecutionRow | null; head: ExecutionRow },
  removed: Change[],
  added: Change[],
): Promise<Compared['renameCandidates'][number][]> {
  const candidates = scoreCandidates(
    removed.map((change) => ({ ...change, durationMs: tookMs(change.base) })),
    added.map((change) => ({ ...change, durationMs: tookMs(change.head) })),
  )
  if (candidates.length === 0 || base === null) return []
  const [known, isOneCommit] = await Promise.all([
    readKnown(
      ctx,
      head.project_id,
      candidates.flatMap(({ from, to }) => [from.testId, to.testId]),
    ),
    isNextCommit(ctx, base, head),
  ])
  const within = isOneCommit ? ['one vanished and the other appeared in the same commit'] : []
  return candidates.flatMap(({ from, to, similarity, why }) => {
    const [a, b] = [known.get(from.testId), known.get(to.testId)]
    // The head may be older than the rename, so the name that was seen first is the old one.
    const isBackwards = a !== undefined && b !== undefined && a.firstSeenAt > b.firstSeenAt
    const [old, young] = isBackwards ? [b, a] : [a, b]
    if (old?.goesOn || young?.wasAnother) return []
    const [first, second] = isBackwards ? [to, from] : [from, to]
    return [{ from: testRef(first), to: testRef(second), similarity, why: [...why, ...within] }]
  })
}

const tookMs = (side: Change['base']) => (side === null || side.status === 'skipped' ? null : side.durationMs)

interface Known {
  firstSeenAt: number
  /** It already has a newer name, or an older one. */
  goesOn: boolean
  wasAnother: boolean
}

async function readKnown({ store }: Context, projectId: number, keys: string[]): Promise<Map<string, Known>> {
  const rows = await store.read
    .selectFrom('test')
    .select(['id', 'key', 'first_seen_at'])
    .where('project_id', '=', projectId)
    .where(isOneOf(store.dialect, 'key', keys))
    .execute()
  const ids = rows.map((row) => row.id)
  const [newest, identities] = await Promise.all([
    newestNamesOf(store, projectId, ids),
    identitiesOf(store, projectId, ids),
  ])
  return new Map(
    rows.map((row) => [
      row.key,
      {
        firstSeenAt: row.first_seen_at,
        goesOn: newest.has(row.id),
        wasAnother: (identities.get(row.id)?.length ?? 1) > 1,
      },
    ]),
  )
}

/** True if only one commit separates the two. */
async function isNextCommit({ store }: Context, base: ExecutionRow, head: ExecutionRow): Promise<boolean> {
  const sha = head.head_sha ?? head.tested_sha
  if (!sha || !base.tested_sha) return false
  const commit = await readCommit(store, head.project_id, sha)
  return commit?.parents.includes(base.tested_sha) ?? false
}
