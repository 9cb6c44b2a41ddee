import { sql } from 'kysely'
import type { Store } from '../store/open.ts'
import { isOneOf } from '../store/portable.ts'
import { FLAW } from '../store/tables.ts'
import type { Run } from './outcomes.ts'

/** Fewer runs tell nothing of a rate. */
const LEAST_RUNS = 5
/** Of one run no more than so many count: what failed in great number was no chance. */
const MOST_OF_RUN = 3
const MOST_ROWS = 20_000

/**
 * How many tests failed in one of these runs and in no other, per run: as far as they tell, by chance. The newest and
 * the oldest count for nothing, since there something may have begun or ended. 0 where too few runs are known.
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
  const inner = new Set(runs.slice(1, -1).map((run) => run.id))
  const ofRun = new Map<number, number>()
  for (const [row, ...more] of Map.groupBy(rows, (row) => `${row.test_id}/${row.leg_id}`).values())
    if (row && more.length === 0 && inner.has(row.execution_id))
      ofRun.set(row.execution_id, (ofRun.get(row.execution_id) ?? 0) + 1)
  let chances = 0
  for (const n of ofRun.values()) if (n <= MOST_OF_RUN) chances += n
  return chances / inner.size
}
