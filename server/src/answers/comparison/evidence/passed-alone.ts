import type { Store } from '../../../ground/store/open.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import { VERDICT } from '../../../ground/store/tables.ts'
import { readPassesAlone } from '../../../results/results/read-passes-alone.ts'
import type { Outcomes, Tests } from './outcomes.ts'

/**
 * Marks the newest outcome of each test if it is a failure that passed when it was run again alone. Older ones are no
 * state of the base, so nothing is read for them. Reads only runs with re-runs.
 */
export async function markPassedAlone(store: Store, outcomes: Outcomes, tests: Tests): Promise<Outcomes> {
  const failed = [...outcomes.values()].flatMap(([newest]) =>
    newest?.verdict === VERDICT.failed ? newest.run.id : [],
  )
  if (failed.length === 0) return outcomes
  const runs = await store.read
    .selectFrom('part')
    .select('execution_id')
    .distinct()
    .where(isOneOf(store.dialect, 'execution_id', [...new Set(failed)]))
    .where('run_attempt', '>', 1)
    .execute()
  if (runs.length === 0) return outcomes
  const rows = await readPassesAlone(
    store,
    runs.map((run) => run.execution_id),
    tests.ids,
  )
  const alone = new Set(
    rows.map((row) => `${row.execution_id}/${tests.currentId(row.test_id)}/${row.leg_id}`),
  )
  return new Map(
    [...outcomes].map(([key, [newest, ...older]]) =>
      newest?.verdict === VERDICT.failed && alone.has(`${newest.run.id}/${key}`)
        ? [key, [{ ...newest, passedAlone: true }, ...older]]
        : [key, newest ? [newest, ...older] : []],
    ),
  )
}
