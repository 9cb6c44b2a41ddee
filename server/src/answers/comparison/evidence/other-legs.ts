import type { Store } from '../../../ground/store/open.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import type { ExecutionRow } from '../../../results/executions/execution-row.ts'
import { type OfFailure, placeOf } from './failures.ts'
import { type Outcome, type Run, readOutcomes, type Tests } from './outcomes.ts'

/** The outcomes of each failed test on the other legs of its run. Each leg is a machine of its own. */
export async function readOtherLegs(
  store: Store,
  head: ExecutionRow,
  tests: Tests,
): Promise<OfFailure<Outcome[]>> {
  const legs = await readLegsOf(store, [head])
  const outcomes = await readOutcomes(store, legs.size > 1 ? [head] : [], tests)
  const legsOf = Map.groupBy(outcomes, ([key]) => Number(key.slice(0, key.indexOf('/'))))
  return (pair) => (legsOf.get(pair.testId) ?? []).flatMap(([leg, of]) => (leg === placeOf(pair) ? [] : of))
}

/** Those of these runs that had the leg of the failure. */
export async function readRunsOfLeg(store: Store, runs: Run[]): Promise<OfFailure<Run[]>> {
  const legs = await readLegsOf(store, runs)
  return ({ legId }) => runs.filter((run) => legs.has(`${run.id}/${legId}`))
}

/** The legs of each of these runs, as `<execution id>/<leg id>`. */
async function readLegsOf(store: Store, runs: Run[]): Promise<Set<string>> {
  if (runs.length === 0) return new Set()
  const rows = await store.read
    .selectFrom('part')
    .select(['execution_id', 'leg_id'])
    .distinct()
    .where(
      isOneOf(
        store.dialect,
        'execution_id',
        runs.map((run) => run.id),
      ),
    )
    .execute()
  return new Set(rows.map((row) => `${row.execution_id}/${row.leg_id}`))
}
