import { type Expression, type SqlBool, sql } from 'kysely'
import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import type { MonitorState } from '../../ground/store/tables.ts'
import { carriedMonitors } from '../monitors/carried-monitors.ts'
import { filterByName, type NameFilter, type NameWanted } from './filter-by-name.ts'
import { BLOCK_TESTS } from './index-tests.ts'

/** Tests whose monitor has this state, possibly reported under an earlier name. */
interface StateFilter {
  matches: Expression<SqlBool>
  /** At most this many candidates, the highest ids first; null if most tests are. */
  candidates: number[] | null
}

/** The limits of a page: blocks whose trigrams it may read, and blocks whose tests it may read. */
const MOST_BLOCKS = 512
const MOST_BLOCKS_READ = 16
export const MOST_TESTS = MOST_BLOCKS_READ * BLOCK_TESTS
/** The size of the first read; most pages fill with it. */
const FIRST_BLOCKS = 2
const FIRST_TESTS = 256
export const BEHIND_ALL = Number.MAX_SAFE_INTEGER

/** What the tests of a list have in common; undefined for any. */
export interface TestFilter extends NameWanted {
  projectId: number
  monitor: MonitorState | undefined
  /** Ids of their files. */
  files?: number[] | undefined
}

export interface TestQuery extends TestFilter {
  /** Only tests of lower ids; null for all. */
  before: number | null
  limit: number
  /** Leaves these tests out. */
  without?: number[]
}

/** Ids, the highest first, and the id below which the next page begins; null if there is none. */
export interface TestPage {
  ids: number[]
  next: number | null
}

/** Some of the tests to check, and the id below which others remain after the last read; null if none do. */
interface Look {
  tests: Expression<SqlBool>
  left: number | null
}

/**
 * The tests of a project under their newest names, the latest first. A page reads a limited number
 * of tests: if few match, it may be short or empty, and the next one continues after them.
 */
export async function findTests(store: Store, wanted: TestQuery): Promise<TestPage> {
  const { projectId, q, title, monitor, limit, files, without = [] } = wanted
  const before = wanted.before ?? BEHIND_ALL
  const [byName, byState] = await Promise.all([
    q === undefined && title === undefined ? null : filterByName(store, projectId, { q, title }),
    monitor === undefined ? null : filterByState(store, projectId, monitor, { before, most: MOST_TESTS }),
  ])
  const looks = byState?.candidates
    ? [lookAt(store, byState.candidates)]
    : looksAtAll(store, projectId, byName, before)
  const ids: number[] = []
  let left: number | null = null
  for await (const look of looks) {
    let query = store.read
      .selectFrom('test')
      .innerJoin('file', 'file.id', 'test.file_id')
      .select('test.id')
      .where('test.project_id', '=', projectId)
      .where(look.tests)
      .where(isNewestName)
    for (const filter of [byName, byState]) if (filter) query = query.where(filter.matches)
    if (files !== undefined) query = query.where(isOneOf(store.dialect, 'test.file_id', files))
    if (without.length > 0)
      query = query.where(sql<boolean>`not ${isOneOf(store.dialect, 'test.id', without)}`)
    const rows = await query
      .orderBy('test.id', 'desc')
      .limit(limit + 1 - ids.length)
      .execute()
    for (const { id } of rows) ids.push(id)
    if (ids.length > limit) return { ids: ids.slice(0, limit), next: ids[limit - 1] ?? null }
    left = look.left
  }
  return { ids, next: left }
}

export const isNewestName = sql<boolean>`not exists (
  select 1 from rename where rename.from_test_id = test.id and rename.undone_at is null)`

const lookAt = ({ dialect }: Store, candidates: number[]): Look => ({
  tests: isOneOf(dialect, 'test.id', candidates),
  left: candidates.length === MOST_TESTS ? (candidates.at(-1) ?? null) : null,
})

/** First the tests without a block, then the blocks that may contain a match. */
async function* looksAtAll(
  store: Store,
  projectId: number,
  byName: NameFilter | null,
  before: number,
): AsyncGenerator<Look> {
  const blocks = byName ? await readBlocks(store, projectId, before) : []
  let left: number | null = null
  for await (const look of looksBehind(store, projectId, blocks[0]?.last_id ?? 0, before)) {
    left = look.left
    yield look
  }
  if (left !== null) return
  const behindThese = blocks[MOST_BLOCKS - 1]?.first_id ?? null
  const candidates = blocks.filter((block) => byName?.mayBeIn(block))
  const wanted = candidates.slice(0, MOST_BLOCKS_READ)
  left = candidates.length > wanted.length ? (wanted.at(-1)?.first_id ?? null) : behindThese
  for (const some of [wanted.slice(0, FIRST_BLOCKS), wanted.slice(FIRST_BLOCKS)]) {
    if (some.length === 0) continue
    const ids = some.map((block) => idsOf(projectId, block.first_id, Math.min(block.last_id, before - 1)))
    yield { tests: sql<boolean>`test.id in (${sql.join(ids, sql` union all `)})`, left }
  }
  // Other blocks remain, even if none of these tests match.
  if (wanted.length === 0 && left !== null) yield { tests: sql<boolean>`1 = 0`, left }
}

/** Tests between two ids, as many as a page may read. */
async function* looksBehind(
  store: Store,
  projectId: number,
  mark: number,
  before: number,
): AsyncGenerator<Look> {
  let to = before
  for (const count of [FIRST_TESTS, MOST_TESTS - FIRST_TESTS]) {
    const ids = await readIds(store, projectId, mark, to, count)
    const last = ids.at(-1)
    if (last === undefined) return
    const isCut = ids.length === count
    yield { tests: isOneOf(store.dialect, 'test.id', ids), left: isCut ? last : null }
    if (!isCut) return
    to = last
  }
}

/** By the index without other projects' tests, regardless of the ids in between. */
const idsOf = (projectId: number, first: number, last: number) => sql`
  select id from test as own where own.project_id = ${projectId}
    and own.id >= ${first} and own.id <= cast(${last} as bigint)`

function readBlocks({ read }: Store, projectId: number, before: number) {
  return read
    .selectFrom('test_block')
    .select(['first_id', 'last_id', 'trigrams'])
    .where('project_id', '=', projectId)
    .where(sql<boolean>`first_id < cast(${before} as bigint)`)
    .orderBy('first_id', 'desc')
    .limit(MOST_BLOCKS)
    .execute()
}

/** Ids between two, exclusive, the highest first. */
async function readIds({ read }: Store, projectId: number, after: number, before: number, limit: number) {
  const rows = await read
    .selectFrom('test')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '>', after)
    .where(sql<boolean>`id < cast(${before} as bigint)`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** The candidates below an id, at most `most`. */
export async function filterByState(
  store: Store,
  projectId: number,
  wanted: MonitorState,
  { before, most }: { before: number; most: number },
): Promise<StateFilter> {
  const isOwn =
    wanted === 'healthy'
      ? sql<boolean>`not exists (select 1 from test_monitor where test_id = test.id and state <> 'healthy')`
      : sql<boolean>`exists (select 1 from test_monitor where test_id = test.id and state = ${wanted})`
  const [monitors, own] = await Promise.all([
    carriedMonitors(store, projectId),
    wanted === 'healthy' ? null : readOwn(store, projectId, wanted, before, most),
  ])
  const carried = [...monitors]
  const inState = carried.filter(([, { state }]) => state === wanted).map(([id]) => id)
  const candidates =
    own && [...new Set([...own, ...inState.filter((id) => id < before)])].sort((a, b) => b - a).slice(0, most)
  if (carried.length === 0) return { matches: isOwn, candidates }
  const heads = carried.map(([id]) => id)
  const isElse = sql<boolean>`(${isOwn} and not ${isOneOf(store.dialect, 'test.id', heads)})`
  return {
    matches:
      inState.length === 0
        ? isElse
        : sql<boolean>`(${isElse} or ${isOneOf(store.dialect, 'test.id', inState)})`,
    candidates,
  }
}

async function readOwn(
  { read }: Store,
  projectId: number,
  wanted: MonitorState,
  before: number,
  most: number,
): Promise<number[]> {
  const rows = await read
    .selectFrom('test_monitor')
    .select('test_id')
    .where('project_id', '=', projectId)
    // A literal, so that both databases use their partial index.
    .where(sql<boolean>`state <> 'healthy'`)
    .where('state', '=', wanted)
    .where(sql<boolean>`test_id < cast(${before} as bigint)`)
    .orderBy('test_id', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => row.test_id)
}
