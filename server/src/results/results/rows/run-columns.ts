import type { Store } from '../../../ground/store/open.ts'
import { isOneOf, listOf } from '../../../ground/store/portable.ts'
import { type ResultRow, VERDICT } from '../../../ground/store/tables.ts'
import { readLegsOf } from './legs-of.ts'
import { OUTCOME, reasonOf, verdictOf } from './outcome-number.ts'
import { readArchived } from './read-archived.ts'
import { keepEachUnmoved, type Marks } from './read-unmoved.ts'

/** All results of an execution as columns of equal length, by ascending tests; without superseded and skipped ones. */
export interface RunColumns {
  tests: Int32Array
  legs: Int32Array
  outcomes: Float64Array
  durationsUs: Float64Array
}

/** Runs of so few results are read and kept whole: the same runs are asked for other tests again. */
export const isSmallRun = (results: number): boolean => results <= 2_000

/** From this share of the results on, looking each up takes longer than reading all. */
const MANY = 0.1
/** More than this of one run is not kept. */
const MOST_WHOLE = 50_000

/** True if so many tests of a run are asked for, or it is so small, that its columns are read. */
export const isReadWhole = (results: number, tests: number): boolean =>
  isSmallRun(results) || (results <= MOST_WHOLE && tests >= MANY * results)

/** Tests in the order that `visitColumns` takes. */
export const inOrder = (testIds: Iterable<number>): Int32Array => Int32Array.from(new Set(testIds)).sort()

type ResultOfColumns = Pick<ResultRow, 'verdict' | 'reason_id' | 'duration_us'>

/** Visits the results of these tests; both lists of tests are in ascending order. */
export function visitColumns(
  { tests, legs, outcomes, durationsUs }: RunColumns,
  wanted: Int32Array,
  visit: (testId: number, legId: number, result: ResultOfColumns) => void,
): void {
  let at = 0
  for (const testId of wanted) {
    while (at < tests.length && (tests[at] as number) < testId) at++
    for (; tests[at] === testId; at++) {
      const outcome = outcomes[at] as number
      visit(testId, legs[at] as number, {
        verdict: verdictOf(outcome),
        reason_id: reasonOf(outcome),
        duration_us: durationsUs[at] as number,
      })
    }
  }
}

/** The columns of each of these executions; the same runs are evidence for all pull requests. */
export const readRunColumns = (
  store: Store,
  executionIds: number[],
  marks: Marks,
): Promise<Map<number, RunColumns>> =>
  keepEachUnmoved(
    store,
    executionIds,
    { question: 'columns', sizeOf: ({ tests }) => tests.length * BYTES },
    async (missing, archived) => {
      const [legs, live, packed] = await Promise.all([
        readLegsOf(store, missing),
        readLive(
          store,
          missing.filter((id) => !archived.has(id)),
        ),
        readPacked(store, archived.keys()),
      ])
      return new Map(
        missing.map((id) => [id, columnsOf(live.get(id) ?? packed.get(id) ?? NOTHING, legs.get(id))]),
      )
    },
    marks,
  )

/** Of one result. */
const BYTES = 24

interface Lists {
  tests: number[]
  parts: number[]
  outcomes: number[]
  durationsUs: number[]
}
const NOTHING: Lists = { tests: [], parts: [], outcomes: [], durationsUs: [] }

async function readLive({ read, dialect }: Store, executionIds: number[]): Promise<Map<number, Lists>> {
  if (executionIds.length === 0) return new Map()
  const rows = await read
    .selectFrom('result')
    .select('execution_id')
    .select(listOf(dialect, 'test_id').as('tests'))
    .select(listOf(dialect, 'part').as('parts'))
    .select(listOf(dialect, OUTCOME.sql).as('outcomes'))
    .select(listOf(dialect, 'duration_us').as('durationsUs'))
    .where(isOneOf(dialect, 'execution_id', executionIds))
    .where('verdict', '>', 0)
    .where('verdict', '<>', VERDICT.skipped)
    .groupBy('execution_id')
    .execute()
  return new Map(
    rows.map(({ execution_id, tests, parts, outcomes, durationsUs }) => {
      const [ofTests, ofParts, numbers, times] = [tests, parts, outcomes, durationsUs].map(
        (list) => JSON.parse(list ?? '[]') as number[],
      ) as [number[], number[], number[], number[]]
      return [execution_id, { tests: ofTests, parts: ofParts, outcomes: numbers, durationsUs: times }]
    }),
  )
}

async function readPacked({ read }: Store, executionIds: Iterable<number>): Promise<Map<number, Lists>> {
  const rows = (await readArchived(read, executionIds, null)).filter(
    ({ verdict }) => verdict > 0 && verdict !== VERDICT.skipped,
  )
  return new Map(
    [...Map.groupBy(rows, (row) => row.execution_id)].map(([id, results]) => [
      id,
      {
        tests: results.map((row) => row.test_id),
        parts: results.map((row) => row.part),
        outcomes: results.map(OUTCOME.of),
        durationsUs: results.map((row) => row.duration_us),
      },
    ]),
  )
}

function columnsOf({ tests, parts, outcomes, durationsUs }: Lists, legs: Map<number, number> = new Map()) {
  const places = tests.map((_, place) => place)
  const testAt = (place: number) => tests[place] as number
  if (!tests.every((test, place) => place === 0 || test >= testAt(place - 1)))
    places.sort((a, b) => testAt(a) - testAt(b))
  const pick = (column: number[]) => places.map((place) => column[place] as number)
  return {
    tests: Int32Array.from(pick(tests)),
    legs: Int32Array.from(pick(parts), (part) => legs.get(part) ?? 0),
    outcomes: Float64Array.from(pick(outcomes)),
    durationsUs: Float64Array.from(pick(durationsUs)),
  }
}
