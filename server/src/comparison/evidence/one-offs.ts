import { sql } from 'kysely'
import type { Store } from '../../store/open.ts'
import { isOneOf } from '../../store/portable.ts'
import { FLAW } from '../../store/tables.ts'
import type { Run } from './outcomes.ts'

/** Fewer runs do not support a rate. */
const LEAST_RUNS = 5
/** The test must not have failed in this many earlier runs: a known flake is judged by its own rate. */
const CLEAN_RUNS = 15
/** At most this many failures of one run count, because failures in great number are not due to chance. */
const MOST_OF_RUN = 3
const MOST_ROWS = 20_000

/**
 * The number of tests per run that failed for the first time in one of these runs, newest first, and passed
 * in the next. That approximates failures by chance. The newest and the oldest run do not count, because a
 * state may have begun or ended there. 0 if too few runs are known.
 */
export async function readOneOffs(store: Store, runs: Run[]): Promise<number> {
  if (runs.length < LEAST_RUNS) return 0
  const rows = await store.read
    .selectFrom('bad_run')
    .select(['execution_id', 'test_id', 'leg_id'])
    .where(
      isOneOf(
        store.dialect,
        'execution_id',
        runs.map((run) => run.id),
      ),
    )
    .where(sql<boolean>`(flaws & ${sql.lit(FLAW.failed | FLAW.shared)}) = ${sql.lit(FLAW.failed)}`)
    .limit(MOST_ROWS)
    .execute()
  const places = new Map(runs.map((run, i) => [run.id, i]))
  const failures = new Map<number, Set<number>>()
  for (const { execution_id, test_id, leg_id } of rows) {
    const key = leg_id * 2 ** 32 + test_id
    const place = places.get(execution_id) as number
    const failed = failures.get(key)
    if (failed) failed.add(place)
    else failures.set(key, new Set([place]))
  }
  const ofRun = new Map<number, number>()
  for (const failed of failures.values())
    for (const index of failed)
      if (!failed.has(index - 1) && !hasFailedBefore(failed, index))
        ofRun.set(index, (ofRun.get(index) ?? 0) + 1)
  let chances = 0
  for (const [index, n] of ofRun) if (index > 0 && index < runs.length - 1 && n <= MOST_OF_RUN) chances += n
  return chances / (runs.length - 2)
}

function hasFailedBefore(failed: ReadonlySet<number>, index: number): boolean {
  for (let before = index + 1; before <= index + CLEAN_RUNS; before++) if (failed.has(before)) return true
  return false
}
