import type { Store } from '../../../ground/store/open.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import { placesInSets, sortedIds } from '../../../history/history/runs-of.ts'
import type { Pair } from '../changes/read-changes.ts'

/** Which of some files each leg of some runs ran. */
export interface RanFiles {
  fileOf(testId: number): number | undefined
  /** The files that a set of tests has any test of; `ran_id` of a `leg_run`. */
  in(ranId: number): ReadonlySet<number>
}

/** Finds the files of these tests, and which of them were run, in a few sets of tests and without reading results. */
export async function readRanFiles(store: Store, ranIds: number[], pairs: Pair[]): Promise<RanFiles> {
  const tests = store.read.selectFrom('test').select(['id', 'file_id'])
  const testIds = [...new Set(pairs.map((pair) => pair.testId))]
  const own = await tests.where(isOneOf(store.dialect, 'id', testIds)).execute()
  const fileIds = [...new Set(own.map((row) => row.file_id))]
  const all = await tests.where(isOneOf(store.dialect, 'file_id', fileIds)).execute()
  const fileOf = new Map(all.map((row) => [row.id, row.file_id]))
  const sorted = sortedIds(fileOf.keys())
  const found = await placesInSets(store, ranIds, sorted)
  const files = new Map<number, ReadonlySet<number>>()
  for (const [ranId, places] of found)
    files.set(ranId, new Set(Array.from(places, (place) => fileOf.get(sorted[place] as number) ?? 0)))
  return { fileOf: (testId) => fileOf.get(testId), in: (ranId) => files.get(ranId) ?? NONE }
}

/** The legs of these runs, each with its set of tests that ran. */
export const readLegRuns = ({ read, dialect }: Store, runs: { id: number }[]) =>
  read
    .selectFrom('leg_run')
    .select(['execution_id', 'leg_id', 'ran_id'])
    .where(
      isOneOf(
        dialect,
        'execution_id',
        runs.map((run) => run.id),
      ),
    )
    .execute()

const NONE: ReadonlySet<number> = new Set()
