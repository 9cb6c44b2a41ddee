import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { ATTEMPT, VERDICT } from '../../ground/store/tables.ts'
import { type Attempts, readAttempts, type Superseded } from './read-attempts.ts'
import { readUnmoved } from './rows/read-unmoved.ts'

/** The passes of a later attempt than the failure that is current: the re-run had only selected tests. */
export function passesAlone({ attempts, superseded }: Attempts): Superseded[] {
  const gone = new Set(superseded.map((row) => `${row.test_id}/${row.part}`))
  const failedIn = new Map<string, number>()
  for (const { test_id, leg_id, part, status, run_attempt } of attempts)
    if (status !== ATTEMPT.passed && !gone.has(`${test_id}/${part}`))
      failedIn.set(`${test_id}/${leg_id}`, run_attempt)
  return superseded.filter(
    ({ verdict, test_id, leg_id, run_attempt }) =>
      verdict !== -VERDICT.failed &&
      run_attempt > (failedIn.get(`${test_id}/${leg_id}`) ?? Number.POSITIVE_INFINITY),
  )
}

/** A failure that is current and that only a re-run of selected tests passed. */
type PassedAlone = Pick<Superseded, 'test_id' | 'leg_id'> & { execution_id: number }

/** The failures of these tests and executions that passed alone; one statement for all that are not archived. */
export const readPassesAlone = (store: Store, ids: number[], testIds: number[]): Promise<PassedAlone[]> =>
  readUnmoved(store, ids, async (archived) => {
    const live = ids.filter((id) => !archived.has(id))
    const found: PassedAlone[] = await readLive(store, live, testIds)
    for (const execution_id of archived.keys())
      for (const row of passesAlone(await readAttempts(store, execution_id, testIds)))
        found.push({ ...row, execution_id })
    return found
  })

/** Superseded passes of a later attempt than the failure that is current. */
async function readLive({ read, dialect }: Store, ids: number[], testIds: number[]) {
  if (ids.length === 0) return []
  const rows = await read
    .selectFrom('result')
    .innerJoin('part', (join) =>
      join.onRef('part.execution_id', '=', 'result.execution_id').onRef('part.number', '=', 'result.part'),
    )
    .select(['result.execution_id', 'result.test_id', 'result.verdict', 'part.leg_id', 'part.run_attempt'])
    .where(isOneOf(dialect, 'result.execution_id', ids))
    .where(isOneOf(dialect, 'result.test_id', testIds))
    .where('result.verdict', 'in', [VERDICT.failed, -VERDICT.passed, -VERDICT.flaky])
    .execute()
  const testLegOf = (row: (typeof rows)[number]) => `${row.execution_id}/${row.test_id}/${row.leg_id}`
  const failedIn = new Map(
    rows.flatMap((row) => (row.verdict === VERDICT.failed ? [[testLegOf(row), row.run_attempt]] : [])),
  )
  return rows.filter(
    (row) =>
      row.verdict !== VERDICT.failed &&
      row.run_attempt > (failedIn.get(testLegOf(row)) ?? Number.POSITIVE_INFINITY),
  )
}
