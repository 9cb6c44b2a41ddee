import type { Store } from '../../../ground/store/open.ts'
import { listOf } from '../../../ground/store/portable.ts'
import { VERDICT } from '../../../ground/store/tables.ts'
import { severityOf } from '../severity.ts'
import type { Side, SideRow } from '../side.ts'
import { OUTCOME, reasonOf, verdictOf } from './outcome-number.ts'
import { inParts, type ResultOfSide, unpack, unpackedOf } from './read-side.ts'
import { keepUnmoved } from './read-unmoved.ts'

/**
 * The results of a side as columns of equal length, by ascending tests, each test once. 20,000 rows would
 * cost three times as much in transit.
 */
export interface SideColumns {
  tests: number[]
  outcomes: number[]
  durationsUs: number[]
  isArchived: boolean
}

export const rowAt = ({ outcomes, durationsUs }: SideColumns, at: number): SideRow => {
  const outcome = outcomes[at] as number
  return { verdict: verdictOf(outcome), durationUs: durationsUs[at] as number, reasonId: reasonOf(outcome) }
}

/** Without superseded results. */
export const readColumns = (store: Store, side: Side): Promise<SideColumns> =>
  keepUnmoved(store, [side.id], { question: ['side', side.parts], sizeOf }, async (archived) => {
    const results = unpackedOf(side, await unpack(store, archived))
    return results ? columnsOf(results) : readLive(store, side)
  })

/** Three numbers a test. */
const sizeOf = ({ tests }: SideColumns) => tests.length * 3 * 8

async function readLive({ read, dialect }: Store, { id, parts }: Side): Promise<SideColumns> {
  const lists = await read
    .selectFrom('result')
    .select(listOf(dialect, 'test_id').as('tests'))
    .select(listOf(dialect, OUTCOME.sql).as('outcomes'))
    .select(listOf(dialect, 'duration_us').as('durationsUs'))
    // Only several parts can report a test twice.
    .$if(parts.length > 1, (query) => query.select(listOf(dialect, 'part').as('parts')))
    .where('execution_id', '=', id)
    .where(inParts('result', parts))
    .where('verdict', '>', 0)
    .executeTakeFirstOrThrow()
  const [tests, outcomes, durationsUs, ofParts] = [
    lists.tests,
    lists.outcomes,
    lists.durationsUs,
    lists.parts,
  ].map((list) => JSON.parse(list ?? '[]') as number[]) as [number[], number[], number[], number[]]
  return inOrder({ tests, outcomes, durationsUs, isArchived: false }, ofParts)
}

const columnsOf = (results: ResultOfSide[]): SideColumns =>
  inOrder(
    {
      tests: results.map((row) => row.test_id),
      outcomes: results.map(OUTCOME.of),
      durationsUs: results.map((row) => row.duration_us),
      isArchived: true,
    },
    results.map((row) => row.part),
  )

/** By test. If colliding parts report a test, the worst result counts; if they are equal, that of the first part. */
function inOrder(columns: SideColumns, parts: number[]): SideColumns {
  const { tests, outcomes } = columns
  if (tests.every((test, at) => at === 0 || test > (tests[at - 1] as number))) return columns
  const valueAt = (column: number[], at: number) => column[at] as number
  const places = tests.map((_, at) => at)
  places.sort((a, b) => valueAt(tests, a) - valueAt(tests, b) || valueAt(parts, a) - valueAt(parts, b))
  const severityAt = (at: number) => severityOf(verdictOf(valueAt(outcomes, at)))
  const worst = new Map<number, number>()
  for (const at of places) {
    const known = worst.get(valueAt(tests, at))
    if (known === undefined || severityAt(at) > severityAt(known)) worst.set(valueAt(tests, at), at)
  }
  const pick = (column: number[]) => Array.from(worst.values(), (at) => valueAt(column, at))
  return { ...columns, tests: pick(tests), outcomes: pick(outcomes), durationsUs: pick(columns.durationsUs) }
}

/** The total duration of the passed tests, microseconds. */
export const passedUsOf = ({ outcomes, durationsUs }: SideColumns): number =>
  outcomes.reduce(
    (sum, outcome, at) => sum + (verdictOf(outcome) === VERDICT.passed ? (durationsUs[at] as number) : 0),
    0,
  )
