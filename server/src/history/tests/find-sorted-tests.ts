import { type Expression, type SqlBool, sql } from 'kysely'
import type { Context } from '../../ground/kernel/context.ts'
import type { Store } from '../../ground/store/open.ts'
import { isOneOf, sortedTitle } from '../../ground/store/portable.ts'
import { identitiesOf } from '../../results/test-identity/former-names.ts'
import type { Duration } from '../history/duration-pages.ts'
import { durationsInOrder, type Timed } from './durations-in-order.ts'
import { filterByName } from './filter-by-name.ts'
import {
  BEHIND_ALL,
  filterByState,
  findTests,
  isNewestName,
  MOST_TESTS,
  type TestFilter,
  type TestPage,
  type TestQuery,
} from './find-tests.ts'
import { readNewestDurations } from './newest-durations.ts'
import { type RankedBy, readRanked } from './ranked-tests.ts'

/** The tests to look at first on a page; nearly all pages fill with them. */
const FIRST_LOOK = 256

/** The tests of one look, and the looks of one page, which may therefore be short. */
const LOOK = 1_000
const MOST_LOOKS = 4

export interface SortedQuery extends TestFilter {
  by: RankedBy | 'title' | 'created' | 'duration'
  isUp: boolean
  cursor: string | undefined
  limit: number
}

interface SortedPage {
  ids: number[]
  nextCursor: string | null
}

/**
 * The tests of a project under their newest names in the order of a column. Tests without its value come last; without
 * evidence of flakiness a rate is 0. Like `findTests`, a page looks at a limited number of tests, so it may be short.
 */
export function findSortedTests(ctx: Context, wanted: SortedQuery): Promise<SortedPage> {
  if (wanted.by === 'created') return wanted.isUp ? findOldest(ctx, wanted) : findNewest(ctx, wanted)
  if (wanted.by === 'duration') return findByDuration(ctx, wanted)
  return wanted.by === 'title' ? findByTitle(ctx, wanted) : findByRank(ctx, wanted, wanted.by)
}

async function findNewest(ctx: Context, { cursor, ...wanted }: SortedQuery): Promise<SortedPage> {
  const before = cursor === undefined ? null : ctx.cursors.decode(cursor, ['number'])[0]
  const { ids, next } = await findTests(ctx.store, { ...wanted, before })
  return { ids, nextCursor: next === null ? null : ctx.cursors.encode([next]) }
}

async function findOldest(ctx: Context, wanted: SortedQuery): Promise<SortedPage> {
  const after = wanted.cursor === undefined ? 0 : ctx.cursors.decode(wanted.cursor, ['number'])[0]
  const look = (last: { id: number } | null, count: number) =>
    ctx.store.read
      .selectFrom('test')
      .select('id')
      .where('project_id', '=', wanted.projectId)
      .where('id', '>', last?.id ?? after)
      .orderBy('id')
      .limit(count)
      .execute()
  const { ids, last } = await fill(ctx.store, wanted, look)
  return { ids, nextCursor: last && ctx.cursors.encode([last.id]) }
}

async function findByTitle(ctx: Context, wanted: SortedQuery): Promise<SortedPage> {
  const after = wanted.cursor === undefined ? null : ctx.cursors.decode(wanted.cursor, ['string', 'number'])
  const look = (last: { key: string; id: number } | null, count: number) =>
    readTitles(ctx.store, wanted, last ? [last.key, last.id] : after, count)
  const { ids, last } = await fill(ctx.store, wanted, look)
  return { ids, nextCursor: last && ctx.cursors.encode([last.key, last.id]) }
}

/** The tests after a place, by the index of their titles. */
function readTitles(
  { read, dialect }: Store,
  { projectId, isUp }: SortedQuery,
  after: [key: string, id: number] | null,
  count: number,
) {
  const key = sortedTitle(dialect, 'titles')
  const direction = isUp ? 'asc' : 'desc'
  const query = read
    .selectFrom('test')
    .select(['id', key.as('key')])
    .where('project_id', '=', projectId)
    .orderBy(key, direction)
    .orderBy('id', direction)
    .limit(count)
  if (after === null) return query.execute()
  const [from, id] = after
  // The first condition lets both databases begin at the place in the index.
  return isUp
    ? query.where(sql<SqlBool>`${key} >= ${from} and (${key} > ${from} or id > ${id})`).execute()
    : query.where(sql<SqlBool>`${key} <= ${from} and (${key} < ${from} or id < ${id})`).execute()
}

/** Whether a place is among the tests that have a value, or among the others. */
const [RANKED, OTHERS] = [0, 1]

async function findByRank(ctx: Context, wanted: SortedQuery, by: RankedBy): Promise<SortedPage> {
  const { isUp, cursor, limit } = wanted
  const values = await readRanked(ctx, wanted.projectId, by)
  const place = cursor === undefined ? null : ctx.cursors.decode(cursor, ['number', 'number', 'number'])
  const phases = by === 'rate' && isUp ? [OTHERS, RANKED] : [RANKED, OTHERS]
  const ids: number[] = []
  for (const phase of phases.slice(place ? phases.indexOf(place[0]) : 0)) {
    const after = place?.[0] === phase ? place : null
    const rest = { ...wanted, limit: limit - ids.length }
    const page =
      phase === RANKED
        ? await findRanked(ctx, rest, values, after)
        : await findOthers(ctx, rest, values, after)
    ids.push(...page.ids)
    if (page.next) return { ids, nextCursor: ctx.cursors.encode([phase, ...page.next]) }
    const behind = phases[phases.indexOf(phase) + 1]
    if (ids.length === limit && behind !== undefined)
      return { ids, nextCursor: ctx.cursors.encode(beginningOf(behind, isUp)) }
  }
  return { ids, nextCursor: null }
}

/** First the tests that passed in the newest run of their suite, then the others. */
async function findByDuration({ store, cursors }: Context, wanted: SortedQuery): Promise<SortedPage> {
  const { projectId, isUp, cursor, limit } = wanted
  const [phase, ...place] =
    cursor === undefined ? [RANKED] : cursors.decode(cursor, ['number', 'number', 'number'])
  const ids: number[] = []
  if (phase === RANKED) {
    const after = cursor === undefined ? null : (place as Duration)
    const next = await durationsInOrder(store, { projectId, isUp, after })
    const page = await fill<Timed>(store, wanted, (_, count) => next(count))
    if (page.last) return { ids: page.ids, nextCursor: cursors.encode([RANKED, ...page.last.place]) }
    ids.push(...page.ids)
  }
  const before = phase === OTHERS ? (place[1] ?? null) : BEHIND_ALL
  if (ids.length === limit) return { ids, nextCursor: cursors.encode([OTHERS, 0, BEHIND_ALL]) }
  const others = await findUntimed(store, { ...wanted, before, limit: limit - ids.length })
  ids.push(...others.ids)
  return { ids, nextCursor: others.next === null ? null : cursors.encode([OTHERS, 0, others.next]) }
}

/** The place before all tests of a phase. */
const beginningOf = (phase: number, isUp: boolean): number[] =>
  phase === OTHERS ? [phase, 0, BEHIND_ALL] : [phase, isUp ? -1 : BEHIND_ALL, BEHIND_ALL]

type RankPlace = [value: number, id: number]

async function findRanked(
  { store }: Context,
  wanted: SortedQuery,
  values: Map<number, number>,
  after: readonly number[] | null,
): Promise<{ ids: number[]; next: RankPlace | null }> {
  const order = wanted.isUp ? 1 : -1
  const byPlace = (a: RankPlace, b: RankPlace) => order * (a[0] - b[0]) || b[1] - a[1]
  const begin: RankPlace | null = after && [after[1] ?? 0, after[2] ?? 0]
  const places = [...values]
    .map(([id, value]): RankPlace => [value, id])
    .filter((place) => begin === null || byPlace(begin, place) < 0)
    .sort(byPlace)
  let at = 0
  const look = async (_: unknown, count: number) => {
    const some = places.slice(at, at + count)
    at += count
    return some.map(([value, id]) => ({ id, value }))
  }
  const { ids, last } = await fill(store, wanted, look)
  return { ids, next: last && [last.value, last.id] }
}

async function findOthers(
  { store }: Context,
  wanted: SortedQuery,
  values: Map<number, number>,
  after: readonly number[] | null,
): Promise<{ ids: number[]; next: RankPlace | null }> {
  const { ids, next } = await findTests(store, {
    ...wanted,
    before: after?.[2] ?? null,
    without: [...values.keys()],
  })
  return { ids, next: next === null ? null : [0, next] }
}

/** Tests that did not pass in the newest run of a suite, the latest first. */
async function findUntimed(store: Store, wanted: TestQuery): Promise<TestPage> {
  const { projectId, limit } = wanted
  const ids: number[] = []
  let next = wanted.before
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const page = await findTests(store, { ...wanted, before: next, limit: LOOK })
    const identities = await identitiesOf(store, projectId, page.ids)
    const timed = await readNewestDurations(store, projectId, [...identities.values()].flat())
    for (const id of page.ids) {
      if (identities.get(id)?.some((name) => timed.has(name))) continue
      ids.push(id)
      if (ids.length === limit) return { ids, next: id }
    }
    next = page.next
    if (next === null) break
  }
  return { ids, next }
}

/**
 * Takes the tests that fit from looks at tests in order; `last` is the place where the next page begins, null at the end.
 */
async function fill<T extends { id: number }>(
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
