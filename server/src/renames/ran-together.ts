import { sql } from 'kysely'
import { readResultRows } from '../results/read-rows.ts'
import type { Store } from '../store/open.ts'
import { isOneOf } from '../store/portable.ts'

/** Executions since both tests are known that are looked at, newest first: two tests that live side by side meet at once. */
const MOST_EXECUTIONS = 10_000
/** Archived ones that are opened at once. */
const ARCHIVED_AT_ONCE = 20

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
    .select(['id', 'public_id', 'archived_at'])
    .where('project_id', '=', projectId)
    // A fork that runs both says nothing of this repository's tests.
    .where('trust', '<>', 'fork')
    // What holds a test was heard of after the test was: only then can both be in it.
    .where('last_seen_at', '>=', since)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_EXECUTIONS)
    .execute()
  const names = new Map(executions.map((execution) => [execution.id, execution.public_id]))
  const live = executions.filter((execution) => execution.archived_at === null)
  const liveIds = live.map((execution) => execution.id)
  for (const pair of liveIds.length === 0 ? [] : pairs) {
    const met = await meet(store, liveIds, pair)
    if (met !== undefined) return { pair, executionId: names.get(met) ?? '' }
  }
  const archived = executions.filter((execution) => execution.archived_at !== null)
  for (let at = 0; at < archived.length; at += ARCHIVED_AT_ONCE) {
    const ids = archived.slice(at, at + ARCHIVED_AT_ONCE).map((execution) => execution.id)
    const found = await meetInArchive(store, ids, pairs)
    if (found) return { pair: found.pair, executionId: names.get(found.executionId) ?? '' }
  }
  return null
}

async function meet({ read, dialect }: Store, executionIds: number[], { from, to }: RenamePair) {
  const has = (testId: number) =>
    sql<boolean>`exists (select 1 from result where result.execution_id = execution.id and test_id = ${testId})`
  const row = await read
    .selectFrom('execution')
    .select('id')
    .where(isOneOf(dialect, 'id', executionIds))
    .where(has(from.id))
    .where(has(to.id))
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

async function meetInArchive(store: Store, executionIds: number[], pairs: RenamePair[]) {
  const tests = pairs.flatMap(({ from, to }) => [from.id, to.id])
  const rows = await readResultRows(store, executionIds, tests)
  const seen = new Set(rows.map((row) => `${row.execution_id}/${row.test_id}`))
  for (const executionId of executionIds)
    for (const pair of pairs)
      if (seen.has(`${executionId}/${pair.from.id}`) && seen.has(`${executionId}/${pair.to.id}`))
        return { pair, executionId }
  return null
}
