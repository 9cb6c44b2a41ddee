import { sql } from 'kysely'
import { runSequences } from '../history/run-sequences.ts'
import type { WindowRuns } from '../history/runs-of.ts'
import type { Store } from '../store/open.ts'
import { isOneOf } from '../store/portable.ts'
import { FLAW } from '../store/tables.ts'
import type { Scope } from './flakiness.ts'

/**
 * How often a test, known by these ids, changed between failing and passing in consecutive runs of a branch,
 * suite and leg on different code.
 */
export async function readFlips(
  store: Store,
  scope: Scope,
  ids: number[],
  windowRuns: Promise<WindowRuns>,
): Promise<number> {
  const failures = await readFailures(store, scope, ids)
  const sequences = await runSequences(store, scope, new Set(failures.map((row) => row.branch)))
  const ran = (await windowRuns).setsWith(ids)
  const failed = new Set(failures.map((row) => `${row.execution_id}/${row.leg_id}`))
  let flips = 0
  for (const runs of sequences) {
    const own = runs.filter((run) => ran.has(run.ran_id))
    for (const [index, run] of own.entries()) {
      const before = own[index - 1]
      const isFailed = (one: typeof run) => failed.has(`${one.execution_id}/${one.leg_id}`)
      const isSameCode = run.tree !== null && before?.tree === run.tree
      if (before && !isSameCode && isFailed(before) !== isFailed(run)) flips++
    }
  }
  return flips
}

function readFailures({ read, dialect }: Store, { from, to, branch }: Scope, ids: number[]) {
  const query = read
    .selectFrom('bad_run')
    .innerJoin('leg_run', (join) =>
      join
        .onRef('leg_run.execution_id', '=', 'bad_run.execution_id')
        .onRef('leg_run.leg_id', '=', 'bad_run.leg_id'),
    )
    .select(['bad_run.execution_id', 'bad_run.leg_id', 'leg_run.branch'])
    .where(isOneOf(dialect, 'bad_run.test_id', ids))
    .where('bad_run.started_at', '>=', from)
    .where('bad_run.started_at', '<', to)
    .where(sql<boolean>`(bad_run.flaws & ${sql.lit(FLAW.failed)}) <> 0`)
  return (branch === undefined ? query : query.where('leg_run.branch', '=', branch)).execute()
}
