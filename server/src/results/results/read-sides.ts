import { sql } from 'kysely'
import type { Store } from '../../ground/store/open.ts'
import { columnsAs } from '../../ground/store/portable.ts'
import { type ResultRow, VERDICT } from '../../ground/store/tables.ts'
import { readLegsOf } from './rows/legs-of.ts'
import { type ResultOfExecution, readArchived } from './rows/read-archived.ts'
import { type Marks, readMarks, readUnmoved } from './rows/read-unmoved.ts'
import { inOrder, isReadWhole, readRunColumns, visitColumns } from './rows/run-columns.ts'
import { severityOf } from './severity.ts'
import type { SideRow } from './side.ts'

/** The result of one test on one leg of an execution. */
export interface SideOfRun {
  executionId: number
  testId: number
  legId: number
  side: SideRow
}

/** The results of some tests of each execution, on each of its legs; without superseded and skipped ones. */
export async function readSides(
  store: Store,
  wanted: ReadonlyMap<number, readonly number[]>,
): Promise<SideOfRun[]> {
  const executionIds = [...wanted.keys()]
  const testsOf = (id: number) => wanted.get(id) ?? []
  const marks = await readMarks(store, executionIds)
  const whole = executionIds.filter((id) => isReadWhole(marks.get(id)?.results ?? 0, testsOf(id).length))
  const columns = await readRunColumns(store, whole, marks)
  const sides = new Map<string, SideOfRun>()
  const put = (executionId: number, testId: number, legId: number, row: Result) => {
    const key = `${executionId}/${testId}/${legId}`
    const known = sides.get(key)
    // Colliding parts report one test twice; the worse result counts.
    if (known && severityOf(known.side.verdict) >= severityOf(row.verdict)) return
    const side = { verdict: row.verdict, durationUs: row.duration_us, reasonId: row.reason_id }
    sides.set(key, { executionId, testId, legId, side })
  }
  for (const [id, run] of columns)
    visitColumns(run, inOrder(testsOf(id)), (testId, legId, row) => put(id, testId, legId, row))
  const others = executionIds.filter((id) => !columns.has(id))
  for (const { legId, ...row } of await readSome(store, others, testsOf, marks))
    put(row.execution_id, row.test_id, legId, row)
  return [...sides.values()]
}

type Result = Pick<ResultRow, 'verdict' | 'duration_us' | 'reason_id'>

/** One lookup by the primary key for each of these tests, in one statement for all executions. */
async function readSome(
  store: Store,
  executionIds: number[],
  testsOf: (executionId: number) => readonly number[],
  marks: Marks,
): Promise<(ResultOfExecution & { legId: number })[]> {
  if (executionIds.length === 0) return []
  return readUnmoved(
    store,
    executionIds,
    async (archived) => {
      const pairs = executionIds.flatMap((id) =>
        archived.has(id) ? [] : testsOf(id).map((test) => [id, test]),
      )
      const [legs, live, packed] = await Promise.all([
        readLegsOf(store, executionIds),
        readLive(store, pairs as [number, number][]),
        readPacked(store, archived.keys(), testsOf),
      ])
      return [...live, ...packed]
        .filter(({ verdict }) => verdict > 0 && verdict !== VERDICT.skipped)
        .map((row) => ({ ...row, legId: legs.get(row.execution_id)?.get(row.part) ?? 0 }))
    },
    marks,
  )
}

async function readLive(store: Store, pairs: [number, number][]): Promise<ResultOfExecution[]> {
  if (pairs.length === 0) return []
  const listed = columnsAs(store.dialect, {
    in_execution: pairs.map(([id]) => id),
    of_test: pairs.map(([, test]) => test),
  })
  const { rows } = await sql<ResultOfExecution>`
    select execution_id, test_id, part, verdict, duration_us, reason_id from ${listed}
    join result on execution_id = in_execution and test_id = of_test`.execute(store.read)
  return rows
}

async function readPacked(
  { read }: Store,
  archived: Iterable<number>,
  testsOf: (executionId: number) => readonly number[],
): Promise<ResultOfExecution[]> {
  const rows: ResultOfExecution[] = []
  for (const id of archived) rows.push(...(await readArchived(read, [id], [...testsOf(id)])))
  return rows
}
