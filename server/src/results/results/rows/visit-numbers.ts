import type { RawBuilder } from 'kysely'
import type { Store } from '../../../ground/store/open.ts'
import { isOneOf, listOf } from '../../../ground/store/portable.ts'
import { type ResultRow, VERDICT } from '../../../ground/store/tables.ts'
import { readLegsOf } from './legs-of.ts'
import { type ResultOfExecution, readArchived } from './read-archived.ts'
import { keepUnmoved, type Marks, readMarks } from './read-unmoved.ts'
import { inOrder, isReadWhole, readRunColumns, visitColumns } from './run-columns.ts'

/**
 * The number of results that one statement looks up: short reads of other requests run in between,
 * and threads share the work.
 */
const AT_ONCE = 20_000

/** A number in a result, as SQL and as a function of a row. */
export interface ResultNumber {
  name: string
  sql: RawBuilder<number>
  of(row: Pick<ResultRow, 'verdict' | 'reason_id' | 'duration_us'>): number
}

type Visit = (executionId: number, legId: number, testId: number, value: number) => void

/** Visits each result of these tests in these executions, in no order; without superseded and skipped ones. */
export async function visitNumbers(
  store: Store,
  executionIds: number[],
  testIds: number[],
  number: ResultNumber,
  visit: Visit,
): Promise<void> {
  if (executionIds.length === 0 || testIds.length === 0) return
  const marks = await readMarks(store, executionIds)
  const isWhole = (id: number) => isReadWhole(marks.get(id)?.results ?? 0, testIds.length)
  const columns = await readRunColumns(store, executionIds.filter(isWhole), marks)
  const sorted = inOrder(testIds)
  for (const [id, run] of columns)
    visitColumns(run, sorted, (testId, legId, row) => visit(id, legId, testId, number.of(row)))
  const others = executionIds.filter((id) => !columns.has(id))
  if (others.length > 0) await visitSome(store, others, testIds, number, visit, marks)
}

/** Costs one lookup by the primary key for each test of each execution. */
async function visitSome(
  store: Store,
  executionIds: number[],
  testIds: number[],
  number: ResultNumber,
  visit: Visit,
  marks: Marks,
): Promise<void> {
  const shared = { question: [number.name, testIds], sizeOf }
  const read = async (archived: ReadonlyMap<number, number>) => {
    const live = executionIds.filter((id) => !archived.has(id))
    const [legs, ...pieces] = await Promise.all([
      readLegsOf(store, executionIds),
      ...inPieces(live, testIds).map((piece) => readLists(store, piece, testIds, number.sql)),
    ])
    const lists = pieces.flat().map(({ execution_id, parts, ids, values }) => {
      const [inParts, tests, numbers] = [parts, ids, values].map((list) => JSON.parse(list ?? '[]'))
      return { execution_id, inParts, tests, numbers } as NumbersOfExecution
    })
    return { legs, lists, rows: await readArchived(store.read, archived.keys(), testIds) }
  }
  const { legs, lists, rows } = await keepUnmoved(store, executionIds, shared, read, marks)
  for (const { execution_id, inParts, tests, numbers } of lists) {
    const own = legs.get(execution_id)
    for (const [i, testId] of tests.entries())
      visit(execution_id, own?.get(inParts[i] as number) ?? 0, testId, numbers[i] as number)
  }
  for (const row of rows)
    if (row.verdict > 0 && row.verdict !== VERDICT.skipped)
      visit(row.execution_id, legs.get(row.execution_id)?.get(row.part) ?? 0, row.test_id, number.of(row))
}

interface NumbersOfExecution {
  execution_id: number
  inParts: number[]
  tests: number[]
  numbers: number[]
}

interface Numbers {
  /** The leg of each part, by execution. */
  legs: Map<number, Map<number, number>>
  lists: NumbersOfExecution[]
  rows: ResultOfExecution[]
}

/** Three numbers a result, and a row of ten. */
const sizeOf = ({ lists, rows }: Numbers) =>
  8 * (lists.reduce((sum, { tests }) => sum + 3 * tests.length, 0) + 10 * rows.length)

function inPieces(executionIds: number[], testIds: number[]): number[][] {
  const size = Math.max(1, Math.floor(AT_ONCE / testIds.length))
  return Array.from({ length: Math.ceil(executionIds.length / size) }, (_, i) =>
    executionIds.slice(i * size, (i + 1) * size),
  )
}

/** Transfers one list for each execution: single rows would spend most of the time in transit. */
const readLists = (store: Store, executionIds: number[], testIds: number[], value: RawBuilder<number>) =>
  store.read
    .selectFrom('result')
    .select('execution_id')
    .select(listOf(store.dialect, 'part').as('parts'))
    .select(listOf(store.dialect, 'test_id').as('ids'))
    .select(listOf(store.dialect, value).as('values'))
    .where(isOneOf(store.dialect, 'execution_id', executionIds))
    .where(isOneOf(store.dialect, 'test_id', testIds))
    .where('verdict', '>', 0)
    .where('verdict', '<>', VERDICT.skipped)
    .groupBy('execution_id')
    .execute()
