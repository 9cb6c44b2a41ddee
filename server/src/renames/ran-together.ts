import { findTogether, type TestPair } from '../results/find-together.ts'
import type { Store } from '../store/open.ts'

/**
 * The number of executions since both tests are known that are read, newest first: two tests that
 * exist side by side meet at once.
 */
const MOST_EXECUTIONS = 10_000

export interface KnownTest {
  id: number
  key: string
  name: string
  firstSeenAt: number
}

export interface RenamePair {
  from: KnownTest
  to: KnownTest
}

/** The first of these pairs whose two tests have results in one execution, and that execution. */
export async function ranTogether(
  store: Store,
  projectId: number,
  pairs: RenamePair[],
): Promise<{ pair: RenamePair; executionId: string } | null> {
  const since = Math.min(...pairs.map(({ from, to }) => Math.max(from.firstSeenAt, to.firstSeenAt)))
  const executions = await store.read
    .selectFrom('execution')
    .select(['id', 'public_id'])
    .where('project_id', '=', projectId)
    // A fork that runs both says nothing about this repository's tests.
    .where('trust', '<>', 'fork')
    // Only executions after the first occurrence of both tests can contain both.
    .where('last_seen_at', '>=', since)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_EXECUTIONS)
    .execute()
  const together = await findTogether(
    store,
    executions.map(({ id }) => id),
    pairs.map(({ from, to }): TestPair => [from.id, to.id]),
  )
  if (!together) return null
  const execution = executions.find(({ id }) => id === together.executionId)
  return { pair: pairs[together.pair] as RenamePair, executionId: execution?.public_id ?? '' }
}
