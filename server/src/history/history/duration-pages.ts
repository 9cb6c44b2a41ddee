import type { Store } from '../../ground/store/open.ts'
import { type Db, isOneOf } from '../../ground/store/portable.ts'
import { defaultBranches } from '../../people/projects/default-branch.ts'
import type { LockedExecution } from '../../results/executions/lock.ts'
import { readPasses } from '../../results/results/read-passes.ts'
import { readNewestRuns } from './newest-runs.ts'
import { decodeNumber, encodeNumbers } from './ran-set.ts'

/** The number of tests in a page. */
const PAGE_TESTS = 256
/** Rows of one statement. */
const MOST_ROWS = 100

/** How long a test took when it passed: microseconds, and the test's id. */
export type Duration = [us: number, testId: number]

/** The order of pages: the longest first, of equal ones the newest test. Its reverse is the other direction. */
export const longestFirst = (a: Duration, b: Duration): number => b[0] - a[0] || b[1] - a[1]

/** The first entry of a page, and how to read all. */
export interface DurationPage {
  first: Duration
  read(): Promise<Duration[]>
}

/** A page as it is stored. */
export type PackedPage = ReturnType<typeof packDurations>[number]

/** The pages of these durations, longest first: packing 100,000 takes 20 ms, so it needs no transaction. */
export const packDurations = (durations: Duration[]) =>
  pagesOf(durations).map((entries, number) => {
    const [most_us, first_id] = entries[0] as Duration
    return { number, most_us, first_id, data: encode(entries) }
  })

/** True for a run whose order is worth to be stored: lists are about the default branch. */
export const isOfDefaultBranch = async (
  db: Db,
  { project_id, branch }: Pick<LockedExecution, 'project_id' | 'branch'>,
): Promise<boolean> => branch !== null && (await defaultBranches(db, project_id)).includes(branch)

/**
 * Stores the order of a run of the default branch that is the newest of its suite, instead of that of the run before.
 * Null stores nothing.
 */
export async function writeDurations(
  db: Db,
  execution: LockedExecution,
  durations: PackedPage[] | null,
): Promise<void> {
  if (durations === null) return
  const { id, project_id, suite, started_at } = execution
  const runs = (await readNewestRuns(db, project_id)).filter((run) => run.id !== id)
  // Lists read the first of the usual names that has a run.
  if (runs[0] && runs[0].branch !== execution.branch) return
  const before = runs.find((run) => run.suite === suite)
  if (before && (before.started_at - started_at || before.id - id) > 0) return
  for (const run of before ? [before.id, id] : [id]) await removeDurations(db, run)
  const pages = durations.map((page) => ({ execution_id: id, ...page }))
  for (let at = 0; at < pages.length; at += MOST_ROWS)
    await db
      .insertInto('duration_page')
      .values(pages.slice(at, at + MOST_ROWS))
      .execute()
}

const removeDurations = (db: Db, executionId: number) =>
  db.deleteFrom('duration_page').where('execution_id', '=', executionId).execute()

/** The pages of each of these runs, in order. A run that none are stored of is read whole. */
export async function readDurationPages(store: Store, executions: number[]): Promise<DurationPage[][]> {
  if (executions.length === 0) return []
  const heads = await store.read
    .selectFrom('duration_page')
    .select(['execution_id', 'number', 'most_us', 'first_id'])
    .where(isOneOf(store.dialect, 'execution_id', executions))
    .orderBy('execution_id')
    .orderBy('number')
    .execute()
  const stored = Map.groupBy(heads, (head) => head.execution_id)
  return Promise.all(
    executions.map(async (id) => {
      const own = stored.get(id)
      if (own)
        return own.map(
          ({ number, most_us, first_id }): DurationPage => ({
            first: [most_us, first_id],
            read: () => readPage(store, id, number),
          }),
        )
      return pagesOf(await readDurations(store, id)).map(
        (entries): DurationPage => ({
          first: entries[0] as Duration,
          read: async () => entries,
        }),
      )
    }),
  )
}

async function readPage({ read }: Store, id: number, number: number): Promise<Duration[]> {
  const row = await read
    .selectFrom('duration_page')
    .select('data')
    .where('execution_id', '=', id)
    .where('number', '=', number)
    .executeTakeFirst()
  // A newer run may have replaced it since its head was read; the next request reads that run.
  return row ? decode(row.data) : []
}

/** The longest pass of each test of a run, longest first. */
export async function readDurations(store: Pick<Store, 'read' | 'dialect'>, id: number): Promise<Duration[]> {
  const longest = new Map<number, number>()
  for (const { ids, took } of await readPasses(store, [id]))
    for (const [at, test] of ids.entries()) longest.set(test, Math.max(took[at] ?? 0, longest.get(test) ?? 0))
  return [...longest].map(([test, us]): Duration => [us, test]).sort(longestFirst)
}

const pagesOf = (entries: Duration[]): Duration[][] =>
  Array.from({ length: Math.ceil(entries.length / PAGE_TESTS) }, (_, page) =>
    entries.slice(page * PAGE_TESTS, (page + 1) * PAGE_TESTS),
  )

/** Durations as their distance from the one before, because most are short. */
const encode = (entries: Duration[]): Buffer =>
  encodeNumbers(
    entries
      .flatMap(([us, id], at) => [(entries[at - 1]?.[0] ?? us) - us, id])
      .toSpliced(0, 1, entries[0]?.[0] ?? 0),
  )

function decode(data: Uint8Array): Duration[] {
  const entries: Duration[] = []
  let us = 0
  for (let at = 0; at < data.length; ) {
    const [step, behind] = decodeNumber(data, at)
    const [id, next] = decodeNumber(data, behind)
    us = at === 0 ? step : us - step
    at = next
    entries.push([us, id])
  }
  return entries
}
