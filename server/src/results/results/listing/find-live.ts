import { sql } from 'kysely'
import type { Store } from '../../../ground/store/open.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import { hasNameFilters, matchesNames } from './filters.ts'
import { keyInSql } from './order.ts'
import type { Found, ListWanted } from './wanted.ts'

/** A page of the results of an execution that is not archived, and the total number of matches. */
export async function findLive(store: Store, wanted: ListWanted): Promise<Found> {
  const [counts, rows] = await Promise.all([countLive(store, wanted), pageOfLive(store, wanted)])
  return { counts, rows: rows.slice(0, wanted.limit), hasMore: rows.length > wanted.limit }
}

async function countLive(store: Store, wanted: ListWanted): Promise<Map<number, number>> {
  if (wanted.knownCounts) return wanted.knownCounts
  const rows = await matching(store, wanted, hasNameFilters(wanted.names))
    .select(['result.verdict', sql<number>`count(*)`.as('count')])
    .groupBy('result.verdict')
    .execute()
  return new Map(rows.map(({ verdict, count }) => [verdict, Number(count)]))
}

function pageOfLive(store: Store, wanted: ListWanted) {
  const { dialect } = store
  const { sort, after, verdicts } = wanted
  const key = keyInSql(dialect, sort)
  let query = matching(store, wanted, sort === 'file' || hasNameFilters(wanted.names))
    .$if(sort === 'started', (page) =>
      page.innerJoin('part', (join) =>
        join.onRef('part.execution_id', '=', 'result.execution_id').onRef('part.number', '=', 'result.part'),
      ),
    )
    .select(['result.test_id', 'result.part', 'result.verdict', 'result.start_ms', 'result.duration_us'])
    .select(['result.reason_id', key.as('key')])
  if (verdicts !== null) query = query.where(isOneOf(dialect, 'result.verdict', verdicts))
  if (after !== null) {
    const place = sql`${typeof after[0] === 'string' ? after[0] : sql`cast(${after[0]} as bigint)`},
      cast(${after[1]} as bigint), cast(${after[2]} as bigint)`
    query = query.where(sql<boolean>`(${key}, result.test_id, result.part) > (${place})`)
  }
  return query
    .orderBy(key)
    .orderBy('result.test_id')
    .orderBy('result.part')
    .limit(wanted.limit + 1)
    .execute()
}

/** Results that match all filters except the status. */
function matching(store: Store, { executionId, parts, names }: ListWanted, withNames: boolean) {
  let query = store.read
    .selectFrom('result')
    .where('result.execution_id', '=', executionId)
    .where('result.verdict', '>', 0)
    .$if(withNames, (rows) =>
      rows.innerJoin('test', 'test.id', 'result.test_id').innerJoin('file', 'file.id', 'test.file_id'),
    )
  if (parts !== null) query = query.where(isOneOf(store.dialect, 'result.part', parts))
  if (hasNameFilters(names)) query = query.where(matchesNames(store.dialect, names))
  return query
}
