import type { Expression, SqlBool } from 'kysely'
import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { filterByName } from './filter-by-name.ts'
import { filterByState } from './filter-by-state.ts'
import { BEHIND_ALL, isNewestName, MOST_TESTS, type TestFilter } from './find-tests.ts'

/** The tests to look at first on a page; nearly all pages fill with them. */
const FIRST_LOOK = 256

/**
 * Takes the tests that fit from looks at tests in order; `last` is the place where the next page begins, null at the end.
 */
export async function fill<T extends { id: number }>(
  store: Store,
  wanted: TestFilter & { limit: number },
  look: (last: T | null, count: number) => Promise<T[]>,
): Promise<{ ids: number[]; last: T | null }> {
  const filters = await filtersOf(store, wanted)
  const ids: number[] = []
  let last: T | null = null
  for (const count of [FIRST_LOOK, MOST_TESTS - FIRST_LOOK]) {
    if (ids.length === wanted.limit) break
    const some = await look(last, count)
    const fitting = await readFitting(
      store,
      some.map(({ id }) => id),
      filters,
    )
    for (const one of some) {
      if (fitting.has(one.id)) {
        if (ids.length === wanted.limit) return { ids, last }
        ids.push(one.id)
      }
      last = one
    }
    if (some.length < count) return { ids, last: null }
  }
  return { ids, last }
}

async function filtersOf(store: Store, { projectId, q, monitor, files }: TestFilter) {
  const filters: Expression<SqlBool>[] = [isNewestName]
  if (q !== undefined) filters.push((await filterByName(store, projectId, { q })).matches)
  if (monitor !== undefined) {
    const none = { before: BEHIND_ALL, most: 0 }
    filters.push((await filterByState(store, projectId, monitor, none)).matches)
  }
  if (files !== undefined) filters.push(isOneOf(store.dialect, 'test.file_id', files))
  return filters
}

async function readFitting({ read, dialect }: Store, ids: number[], filters: Expression<SqlBool>[]) {
  let query = read
    .selectFrom('test')
    .innerJoin('file', 'file.id', 'test.file_id')
    .select('test.id')
    .where(isOneOf(dialect, 'test.id', ids))
  for (const filter of filters) query = query.where(filter)
  return new Set((await query.execute()).map((row) => row.id))
}
