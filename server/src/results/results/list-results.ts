import type { executionOperations } from '@svc/schema'
import type { Context } from '../../ground/kernel/context.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { iso } from '../../ground/kernel/time.ts'
import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { VERDICT } from '../../ground/store/tables.ts'
import type { ExecutionRow } from '../executions/execution-row.ts'
import { findExecution } from '../executions/find.ts'
import { readParts } from '../executions/read-parts.ts'
import { readRevision } from '../executions/revision.ts'
import { ownersOf } from '../owners/owners-of.ts'
import { readBlocks } from './archive/read-blocks.ts'
import { describeRows } from './listing/describe-rows.ts'
import { hasNameFilters, matchesNames, wordsOfQuery } from './listing/filters.ts'
import { findLive } from './listing/find-live.ts'
import { comparePlaces, keyOf, type Place } from './listing/order.ts'
import type { Found, FoundRow, ListWanted } from './listing/wanted.ts'
import { tellDamage } from './read-results.ts'
import { readUnmoved } from './rows/read-unmoved.ts'

/** The same for an archived execution. */
async function findArchived(store: Store, wanted: ListWanted): Promise<Found> {
  const { parts, names, verdicts, sort, after, limit } = wanted
  const rows: FoundRow[] = []
  const wantedParts = parts && new Set(parts)
  for await (const { results } of readBlocks(store.read, wanted.executionId))
    for (const row of results)
      if (row.verdict > 0 && (wantedParts === null || wantedParts.has(row.part)))
        rows.push({ ...row, key: 0 })
  const hasNames = hasNameFilters(names)
  const paths = hasNames || sort === 'file' ? await readPaths(store, wanted, rows) : null
  const counts = new Map<number, number>()
  const wantedVerdicts = verdicts && new Set(verdicts)
  const found: FoundRow[] = []
  const facts = {
    startOf: (part: number) => wanted.startOf(part),
    pathOf: (testId: number) => paths?.get(testId) ?? '',
  }
  for (const row of rows) {
    if (hasNames && !paths?.has(row.test_id)) continue
    counts.set(row.verdict, (counts.get(row.verdict) ?? 0) + 1)
    if (wantedVerdicts !== null && !wantedVerdicts.has(row.verdict)) continue
    row.key = keyOf(sort, row, facts)
    if (after === null || comparePlaces(resultPlaceOf(row), after) > 0) found.push(row)
  }
  found.sort((a, b) => comparePlaces(resultPlaceOf(a), resultPlaceOf(b)))
  return { counts, rows: found.slice(0, limit), hasMore: found.length > limit }
}

const resultPlaceOf = (row: FoundRow): Place => [row.key, row.test_id, row.part]

/** The files of the tests whose names match the filters. */
async function readPaths(
  store: Store,
  { names }: ListWanted,
  rows: FoundRow[],
): Promise<ReadonlyMap<number, string>> {
  if (rows.length === 0) return new Map()
  let query = store.read
    .selectFrom('test')
    .innerJoin('file', 'file.id', 'test.file_id')
    .select(['test.id', 'file.path'])
    .where(isOneOf(store.dialect, 'test.id', [...new Set(rows.map((row) => row.test_id))]))
  if (hasNameFilters(names)) query = query.where(matchesNames(store.dialect, names))
  return new Map((await query.execute()).map(({ id, path }) => [id, path]))
}

interface TestFile {
  id: number
  path: string
}

/** The files of an execution's results, live or archived. */
const readFilesOf = (store: Store, executionId: number): Promise<TestFile[]> =>
  readUnmoved(store, [executionId], (archived) =>
    archived.has(executionId) ? readArchived(store, executionId) : readLive(store, executionId),
  )

const readLive = ({ read }: Store, executionId: number): Promise<TestFile[]> =>
  read
    .selectFrom('result')
    .innerJoin('test', 'test.id', 'result.test_id')
    .innerJoin('file', 'file.id', 'test.file_id')
    .select(['file.id', 'file.path'])
    .distinct()
    .where('execution_id', '=', executionId)
    .execute()

async function readArchived({ read, dialect }: Store, executionId: number): Promise<TestFile[]> {
  const ids = new Set<number>()
  for await (const { results } of readBlocks(read, executionId))
    for (const { test_id } of results) ids.add(test_id)
  if (ids.size === 0) return []
  return read
    .selectFrom('test')
    .innerJoin('file', 'file.id', 'test.file_id')
    .select(['file.id', 'file.path'])
    .distinct()
    .where(isOneOf(dialect, 'test.id', [...ids]))
    .execute()
}

export type ListResults = Handlers<typeof executionOperations>['listResults']
type Input = Parameters<ListResults>[0]['input']

const NONE: Found = { counts: new Map(), rows: [], hasMore: false }

/** An execution's results as short rows, filtered, sorted and counted by the server, live or archived. */
export const listResults: ListResults = async ({ ctx, input }) => {
  const after = placeIn(ctx, input)
  const row = await findExecution(ctx, input.id)
  const revision = await readRevision(ctx.store.read, row.id)
  const { infos } = await readParts(ctx.store, row.id)
  const owners = await ownersOf(ctx.store, row.codeowners_id)
  const wanted = await wantedOf(ctx.store, { input, row, infos, owners, after })
  // Removed results may have rows until they are deleted; ignore them.
  const found = row.results_removed_at === null ? await find(ctx.store, wanted) : NONE
  const last = found.hasMore ? found.rows.at(-1) : undefined
  const count = (status: keyof typeof VERDICT) => found.counts.get(VERDICT[status]) ?? 0
  const totals = {
    total: [...found.counts.values()].reduce((sum, n) => sum + n, 0),
    passed: count('passed'),
    failed: count('failed'),
    flaky: count('flaky'),
    skipped: count('skipped'),
  }
  return {
    execution: { id: row.public_id, state: row.state, revision },
    totals,
    matching: input.status ? input.status.reduce((sum, status) => sum + count(status), 0) : totals.total,
    legs: [...new Set([...infos.values()].map(({ leg }) => leg))].sort(),
    resultsRemovedAt: row.results_removed_at === null ? null : iso(row.results_removed_at),
    results: await describeRows(ctx.store, found.rows, infos, owners),
    nextCursor: last ? ctx.cursors.encode([last.key, last.test_id, last.part]) : null,
  }
}

/** A text that differs whenever the answer does, at the cost of a few short reads. */
export async function versionOfResults(ctx: Context, { id }: Pick<Input, 'id'>): Promise<string> {
  const row = await findExecution(ctx, id)
  const revision = await readRevision(ctx.store.lookup, row.id)
  return JSON.stringify([revision, row.codeowners_id, row.results_removed_at])
}

function placeIn(ctx: Context, { cursor, sort }: Input): Place | null {
  if (cursor === undefined) return null
  return ctx.cursors.decode(cursor, [sort === 'file' ? 'string' : 'number', 'number', 'number'])
}

interface Given {
  input: Input
  row: ExecutionRow
  infos: Awaited<ReturnType<typeof readParts>>['infos']
  owners: (file: string) => string[]
  after: Place | null
}

async function wantedOf(store: Store, { input, row, infos, owners, after }: Given): Promise<ListWanted> {
  const { leg, owner, sort, limit } = input
  const names = {
    words: wordsOfQuery(input.q),
    file: input.file ?? null,
    fileIds: owner === undefined ? null : await filesOwnedBy(store, row.id, owner, owners),
  }
  const isCounted = leg === undefined && !hasNameFilters(names)
  return {
    executionId: row.id,
    names,
    parts: leg === undefined ? null : partsOfLeg(infos, leg),
    verdicts: input.status?.map((status) => VERDICT[status]) ?? null,
    sort,
    after,
    limit,
    knownCounts: isCounted
      ? new Map([
          [VERDICT.passed, row.passed],
          [VERDICT.failed, row.failed],
          [VERDICT.flaky, row.flaky],
          [VERDICT.skipped, row.skipped],
        ])
      : null,
    startOf: (part) => infos.get(part)?.startedAt ?? 0,
  }
}

/** No part has the number 0, so an unknown leg has no results. */
function partsOfLeg(infos: Given['infos'], leg: string): number[] {
  const parts = [...infos].filter(([, info]) => info.leg === leg).map(([number]) => number)
  return parts.length === 0 ? [0] : parts
}

const UNOWNED = 'none'

async function filesOwnedBy(store: Store, executionId: number, owner: string, owners: Given['owners']) {
  const wanted = owner.toLowerCase()
  const isWanted = (path: string) => {
    const own = owners(path)
    return wanted === UNOWNED ? own.length === 0 : own.some((one) => one.toLowerCase() === wanted)
  }
  const files = await readFilesOf(store, executionId)
  return files.filter(({ path }) => isWanted(path)).map(({ id }) => id)
}

const find = (store: Store, wanted: ListWanted): Promise<Found> =>
  readUnmoved(store, [wanted.executionId], (archived) =>
    archived.has(wanted.executionId) ? findArchived(store, wanted) : findLive(store, wanted),
  ).catch(tellDamage)
