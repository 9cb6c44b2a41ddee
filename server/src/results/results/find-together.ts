import { sql } from 'kysely'
import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { readResultRows } from './read-result-rows.ts'

/** The number of archived executions that are unpacked together. */
const UNPACKED_AT_ONCE = 20

/** The ids of two tests. */
export type TestPair = readonly [one: number, other: number]

/**
 * One of these executions that has results of both tests of a pair, with the index of that pair;
 * null if there is none. `executionIds` are searched in their order, archived ones last.
 */
export async function findTogether(
  store: Store,
  executionIds: number[],
  pairs: TestPair[],
): Promise<{ pair: number; executionId: number } | null> {
  if (executionIds.length === 0) return null
  for (const [pair, tests] of pairs.entries()) {
    const executionId = await findLive(store, executionIds, tests)
    if (executionId !== undefined) return { pair, executionId }
  }
  const archived = await readArchivedIds(store, executionIds)
  for (let from = 0; from < archived.length; from += UNPACKED_AT_ONCE) {
    const together = await findAmong(store, archived.slice(from, from + UNPACKED_AT_ONCE), pairs)
    if (together) return together
  }
  return null
}

async function findLive({ read, dialect }: Store, executionIds: number[], [one, other]: TestPair) {
  const has = (testId: number) =>
    sql<boolean>`exists (select 1 from result where result.execution_id = execution.id and test_id = ${testId})`
  const row = await read
    .selectFrom('execution')
    .select('id')
    .where(isOneOf(dialect, 'id', executionIds))
    .where('archived_at', 'is', null)
    .where(has(one))
    .where(has(other))
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Read after the live ones, so that an execution that is archived meanwhile is included. */
async function readArchivedIds({ read, dialect }: Store, executionIds: number[]): Promise<number[]> {
  const rows = await read
    .selectFrom('execution')
    .select('id')
    .where(isOneOf(dialect, 'id', executionIds))
    .where('archived_at', 'is not', null)
    .execute()
  const archived = new Set(rows.map((row) => row.id))
  return executionIds.filter((id) => archived.has(id))
}

async function findAmong(store: Store, executionIds: number[], pairs: TestPair[]) {
  const rows = await readResultRows(store, executionIds, pairs.flat())
  const seen = new Set(rows.map((row) => `${row.execution_id}/${row.test_id}`))
  for (const executionId of executionIds)
    for (const [pair, [one, other]] of pairs.entries())
      if (seen.has(`${executionId}/${one}`) && seen.has(`${executionId}/${other}`))
        return { pair, executionId }
  return null
}
