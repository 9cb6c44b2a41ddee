import { readArchivedResults, readUnmoved } from '../executions/archive-read.ts'
import { type ErrorSign, LEAST_FILES, LEAST_TESTS, SEARCHED, signOf } from '../executions/error-sign.ts'
import { isBad } from '../executions/rollup.ts'
import type { ExecutionRow } from '../executions/summary.ts'
import type { Store } from '../store/open.ts'
import { isOneOf } from '../store/portable.ts'
import { VERDICT } from '../store/tables.ts'
import { RUN_COLUMNS, type Run } from './outcomes.ts'
import type { Pair } from './read-changes.ts'

/** Runs of other branches within this time count as "at the same time", milliseconds. */
const SAME_TIME_MS = 3_600_000
const MOST_RUNS = 20
/** A queue and its pull requests may have as many runs of one change. */
const MOST_FOUND = 100
const MOST_ROWS = 5_000

/** An error that tests with nothing else in common share. */
export interface SharedFailure {
  /** The system error, or null where the error is told by its fingerprint alone. */
  code: string | null
  /** False where nothing but the number of tests speaks for it. */
  isCertain: boolean
  tests: number
  files: number
  /** Runs of other branches at the same time in which other tests, or several, failed so. */
  elsewhere: Run[]
}

/** What surrounds the failures of a run. */
export interface Surroundings {
  /** The errors of this run that are its surroundings', by fingerprint. */
  shared: Map<string, SharedFailure>
  /** Runs of other branches at the same time in which several tests failed with an error of this sign. */
  elsewhere: (sign: string) => Run[]
}

/** Looks for errors that tests share, in this run and in those of others at the time. */
export async function readSurroundings(
  store: Store,
  others: Run[],
  failures: Pair[],
  fileOf: (testId: number) => string,
): Promise<Surroundings> {
  const reasonIds = failures.flatMap((pair) => pair.head?.reasonId ?? [])
  if (reasonIds.length === 0) return { shared: new Map(), elsewhere: () => [] }
  const [reasons, nearby] = await Promise.all([
    readErrors(store, reasonIds),
    readNearby(store, others.slice(0, MOST_RUNS)),
  ])
  const here = new Map<string, { tests: Set<number>; files: Set<string> }>()
  for (const { head: side, testId } of failures) {
    const sign = side?.reasonId == null ? undefined : reasons.get(side.reasonId)?.sign
    if (sign === undefined) continue
    const group = here.get(sign) ?? { tests: new Set(), files: new Set() }
    group.tests.add(testId)
    group.files.add(fileOf(testId))
    here.set(sign, group)
  }
  const elsewhereOf = (sign: string) =>
    nearby.filter(({ tests }) => (tests.get(sign)?.size ?? 0) >= LEAST_FILES).map(({ run }) => run)
  const shared = new Map<string, SharedFailure>()
  for (const { fingerprint, sign, code, hasTimedOut } of reasons.values()) {
    const group = here.get(sign)
    if (!group) continue
    const elsewhere = elsewhereOf(sign)
    const isWide = group.tests.size >= LEAST_TESTS && group.files.size >= LEAST_FILES
    // A service that is down says so by itself; any other error must show where the change is not.
    const isCertain = code === null ? isWide && elsewhere.length > 0 : isWide || elsewhere.length > 0
    if (isCertain || (isWide && hasTimedOut))
      shared.set(fingerprint, {
        code,
        isCertain,
        tests: group.tests.size,
        files: group.files.size,
        elsewhere,
      })
  }
  return { shared, elsewhere: elsewhereOf }
}

interface KnownError extends ErrorSign {
  fingerprint: string
}

async function readErrors(store: Store, reasonIds: number[]): Promise<Map<number, KnownError>> {
  if (reasonIds.length === 0) return new Map()
  const rows = await store.read
    .selectFrom('reason')
    .select(['id', 'fingerprint'])
    .select((eb) => eb.fn<string>('substr', ['message', eb.lit(1), eb.lit(SEARCHED)]).as('message'))
    .where(isOneOf(store.dialect, 'id', [...new Set(reasonIds)]))
    .where('kind', '=', 'error')
    .execute()
  return new Map(
    rows.map(({ id, fingerprint, message }) => [id, { fingerprint, ...signOf(fingerprint, message) }]),
  )
}

/** Runs of other branches within that hour in which tests failed, newest first; some may be of the same change. */
export const findNearby = (store: Store, head: ExecutionRow): Promise<Run[]> =>
  store.read
    .selectFrom('execution')
    .select(RUN_COLUMNS)
    .where('project_id', '=', head.project_id)
    .where('trust', '=', head.trust === 'local' ? 'local' : 'ci')
    .where('started_at', '>=', head.started_at - SAME_TIME_MS)
    .where('started_at', '<=', (head.ended_at ?? head.started_at) + SAME_TIME_MS)
    .where((eb) => eb.or([eb('branch', 'is', null), eb('branch', '<>', head.branch ?? '')]))
    .where('failed', '>', 0)
    .where('results_removed_at', 'is', null)
    .where('id', '<>', head.id)
    .orderBy('started_at', 'desc')
    .limit(MOST_FOUND)
    .execute()

/** Which tests failed with which error in these runs. */
async function readNearby(
  store: Store,
  runs: Run[],
): Promise<{ run: Run; tests: Map<string, Set<number>> }[]> {
  if (runs.length === 0) return []
  const rows = await readUnmoved(
    store,
    runs.map((run) => run.id),
    async (archived) => {
      const live = (await readFailed(store, runs)).filter((row) => !archived.has(row.execution_id))
      const packed = await readArchivedResults(store.read, [...archived.keys()], null)
      const failed = packed.filter((row) => row.verdict === VERDICT.failed && row.reason_id !== null)
      return [...live, ...failed.slice(0, MOST_ROWS)]
    },
  )
  const errors = await readErrors(
    store,
    rows.map((row) => row.reason_id as number),
  )
  const byRun = Map.groupBy(rows, (row) => row.execution_id)
  return runs.map((run) => {
    const tests = new Map<string, Set<number>>()
    for (const { test_id, reason_id } of byRun.get(run.id) ?? []) {
      const sign = errors.get(reason_id as number)?.sign
      if (sign === undefined) continue
      const those = tests.get(sign) ?? new Set()
      tests.set(sign, those.add(test_id))
    }
    return { run, tests }
  })
}

const readFailed = (store: Store, runs: Run[]) =>
  store.read
    .selectFrom('result')
    .select(['execution_id', 'test_id', 'reason_id'])
    .where(
      isOneOf(
        store.dialect,
        'execution_id',
        runs.map((run) => run.id),
      ),
    )
    .where(isBad('verdict'))
    .where('verdict', '=', VERDICT.failed)
    .where('reason_id', 'is not', null)
    .limit(MOST_ROWS)
    .execute()
