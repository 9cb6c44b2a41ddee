import type { RawBuilder } from 'kysely'
import type { Store } from '../../store/open.ts'
import { isOneOf, listOf } from '../../store/portable.ts'
import { VERDICT } from '../../store/tables.ts'
import type { Run, Tests } from './outcomes.ts'

/** Results that one statement looks up: a short read of somebody else goes in between, and threads share the work. */
const AT_ONCE = 20_000

/** Told of each result: its run, its leg, its test as it is called now, and the number that was asked for. */
type Visit = (run: Run, legId: number, testId: number, value: number) => void

/**
 * Visits what those runs hold of these tests, skipped ones left out, in no order. Rows come as lists, one of each
 * run: as rows of their own most of the time would go into carrying them.
 */
export async function visitResults(
  store: Store,
  runs: Run[],
  tests: Tests,
  value: RawBuilder<number>,
  visit: Visit,
): Promise<void> {
  if (runs.length === 0 || tests.ids.length === 0) return
  const byId = new Map(runs.map((run) => [run.id, run]))
  const [legs, ...pieces] = await Promise.all([
    readLegsOf(store, runs),
    ...inPieces(runs, tests).map((piece) => readLists(store, piece, tests, value)),
  ])
  for (const { execution_id, parts, ids, values } of pieces.flat()) {
    const run = byId.get(execution_id) as Run
    const [inParts, testIds, numbers] = [parts, ids, values].map((list) => JSON.parse(list ?? '[]')) as [
      number[],
      number[],
      number[],
    ]
    const ofRun = legs.get(execution_id)
    for (const [i, testId] of testIds.entries())
      visit(run, ofRun?.get(inParts[i] as number) ?? 0, tests.currentId(testId), numbers[i] as number)
  }
}

function inPieces(runs: Run[], tests: Tests): Run[][] {
  const size = Math.max(1, Math.floor(AT_ONCE / tests.ids.length))
  return Array.from({ length: Math.ceil(runs.length / size) }, (_, i) => runs.slice(i * size, (i + 1) * size))
}

const readLists = (store: Store, runs: Run[], tests: Tests, value: RawBuilder<number>) =>
  store.read
    .selectFrom('result')
    .select('execution_id')
    .select(listOf(store.dialect, 'part').as('parts'))
    .select(listOf(store.dialect, 'test_id').as('ids'))
    .select(listOf(store.dialect, value).as('values'))
    .where(
      isOneOf(
        store.dialect,
        'execution_id',
        runs.map((run) => run.id),
      ),
    )
    .where(isOneOf(store.dialect, 'test_id', tests.ids))
    .where('verdict', '>', 0)
    .where('verdict', '<>', VERDICT.skipped)
    .groupBy('execution_id')
    .execute()

/** Which leg each part of these runs is of. */
async function readLegsOf({ read, dialect }: Store, runs: Run[]): Promise<Map<number, Map<number, number>>> {
  const rows = await read
    .selectFrom('part')
    .select(['execution_id', 'number', 'leg_id'])
    .where(
      isOneOf(
        dialect,
        'execution_id',
        runs.map((run) => run.id),
      ),
    )
    .execute()
  const legs = new Map(runs.map((run) => [run.id, new Map<number, number>()]))
  for (const { execution_id, number, leg_id } of rows) legs.get(execution_id)?.set(number, leg_id)
  return legs
}
