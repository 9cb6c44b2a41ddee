import type { Store } from '../../../ground/store/open.ts'
import type { ExecutionRow } from '../../../results/executions/execution-row.ts'
import { latestParts, PLACE_COLUMNS } from '../../../results/executions/latest-parts.ts'
import type { Pair } from '../changes/read-changes.ts'
import { readRanFiles } from './ran-files.ts'

/** The number of legs of recent runs, on any branch, that show whether a suite runs selected files. */
const MOST_LEGS = 60

/** Why a test is absent although nobody removed it. */
export type WhyNotStarted = 'bailed' | 'not-selected'

/**
 * Why the head lacks a test although nobody removed it: a bail ended the run of its leg, or no test of its file ran
 * here, and runs of this suite leave files out and run them again later. Null if neither explains it.
 */
export async function findNotStarted(
  store: Store,
  head: ExecutionRow,
  pairs: Pair[],
): Promise<(pair: Pair) => WhyNotStarted | null> {
  const absent = pairs.filter((pair) => pair.head === null)
  if (absent.length === 0) return () => null
  const [bailed, own, recent] = await Promise.all([
    readBailedLegs(store, head),
    legRuns(store, head).where('execution_id', '=', head.id).execute(),
    legRuns(store, head)
      .where('execution_id', '<>', head.id)
      .where('started_at', '<', head.ended_at ?? head.started_at + 1)
      .where('branch', '<>', head.branch ?? '')
      .orderBy('started_at', 'desc')
      .orderBy('execution_id', 'desc')
      .limit(MOST_LEGS)
      .execute(),
  ])
  const files = await readRanFiles(
    store,
    [...own, ...recent].map((row) => row.ran_id),
    absent,
  )
  const ran = new Set(
    own.flatMap(({ leg_id, ran_id }) => [...files.in(ran_id)].map((id) => `${id}/${leg_id}`)),
  )
  const placeOf = ({ testId, legId }: Pair) => `${files.fileOf(testId)}/${legId}`
  const missing = absent.filter((pair) => !ran.has(placeOf(pair)))
  const isSelection = missing.some((pair) =>
    comesBack(
      recent.filter(({ leg_id }) => leg_id === pair.legId).map(({ ran_id }) => files.in(ran_id)),
      files.fileOf(pair.testId) ?? 0,
    ),
  )
  return (pair) => {
    if (pair.head !== null) return null
    // A bail also cuts off files that had begun, and not every runner lists their tests.
    if (bailed.has(pair.legId)) return 'bailed'
    return isSelection && !ran.has(placeOf(pair)) ? 'not-selected' : null
  }
}

/** The legs on which the run ended before all its files had, because enough tests had failed. */
async function readBailedLegs(store: Store, head: ExecutionRow): Promise<ReadonlySet<number>> {
  const parts = await store.read
    .selectFrom('part')
    .select([...PLACE_COLUMNS, 'part.unfinished'])
    .where('part.execution_id', '=', head.id)
    .execute()
  return new Set(latestParts(parts).flatMap((part) => (part.unfinished > 0 ? [part.leg_id] : [])))
}

/** True if some of these runs, newest first, lack a file that an earlier one ran. */
function comesBack(runs: ReadonlySet<number>[], file: number): boolean {
  const newestWithout = runs.findIndex((files) => !files.has(file))
  return newestWithout >= 0 && runs.slice(newestWithout + 1).some((files) => files.has(file))
}

const legRuns = (store: Store, head: ExecutionRow) =>
  store.read
    .selectFrom('leg_run')
    .select(['execution_id', 'leg_id', 'ran_id'])
    .where('project_id', '=', head.project_id)
    .where('suite', '=', head.suite)
