import { type RawBuilder, sql } from 'kysely'
import type { Store } from '../../../ground/store/open.ts'
import { listOf } from '../../../ground/store/portable.ts'
import { type ResultRow, VERDICT } from '../../../ground/store/tables.ts'
import { readBlocks } from '../archive/read-blocks.ts'
import { severityOf } from '../severity.ts'
import type { Side, SideRow } from '../side.ts'
import { keepUnmoved } from './read-unmoved.ts'

/** The fields of a result that a side contains. */
type ResultOfSide = Pick<ResultRow, 'test_id' | 'part' | 'verdict' | 'duration_us' | 'reason_id'>

/** Results of archived executions without superseded ones, by execution. */
type Unpacked = ReadonlyMap<number, ResultOfSide[]>

const VERDICTS = 10

/** Verdict and reason in one number, because transferring the values is most of the cost of a result. */
export const OUTCOME = {
  name: 'outcome',
  sql: sql<number>`cast(coalesce(reason_id, 0) as bigint) * ${sql.lit(VERDICTS)} + verdict`,
  of: ({ verdict, reason_id }: Pick<ResultRow, 'verdict' | 'reason_id'>): number =>
    (reason_id ?? 0) * VERDICTS + verdict,
}

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

export const verdictOf = (outcome: number): number => outcome % VERDICTS

/** Null without a reason. */
export const reasonOf = (outcome: number): number | null => Math.floor(outcome / VERDICTS) || null

/** Unpacks each execution once for all of its sides. */
export async function unpack(store: Store, archived: ReadonlyMap<number, number>): Promise<Unpacked> {
  const all = await Promise.all(
    [...archived.keys()].map(async (id): Promise<[number, ResultOfSide[]]> => {
      const rows: ResultOfSide[] = []
      for await (const { results } of readBlocks(store.read, id))
        for (const row of results) if (row.verdict > 0) rows.push(row)
      return [id, rows]
    }),
  )
  return new Map(all)
}

/** The unpacked results of a side; undefined if its execution is not archived. */
export const unpackedOf = ({ id, parts }: Side, unpacked: Unpacked): ResultOfSide[] | undefined =>
  unpacked.get(id)?.filter((row) => parts.includes(row.part))

/** The worst result of each test on a side. */
export async function readSide(store: Store, side: Side, unpacked: Unpacked): Promise<Map<number, SideRow>> {
  const rows =
    unpackedOf(side, unpacked) ??
    (await store.read
      .selectFrom('result')
      .select(['test_id', 'part', 'verdict', 'duration_us', 'reason_id'])
      .where('execution_id', '=', side.id)
      .where(inParts('result', side.parts))
      .where('verdict', '>', 0)
      .execute())
  return worstOf(rows)
}

/**
 * If colliding parts report a test twice, the worst result counts; if they are equal, that of the
 * first part.
 */
export function worstOf(rows: ResultOfSide[]): Map<number, SideRow> {
  const worst = new Map<number, SideRow>()
  for (const row of rows.sort((a, b) => a.test_id - b.test_id || a.part - b.part)) {
    const known = worst.get(row.test_id)
    if (known && severityOf(known.verdict) >= severityOf(row.verdict)) continue
    worst.set(row.test_id, { verdict: row.verdict, durationUs: row.duration_us, reasonId: row.reason_id })
  }
  return worst
}

export const inParts = (alias: string, parts: number[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.raw(`${alias}.part in (${parts.join(', ')})`)}`

export const idsOf = (sides: Side[]): number[] => [...new Set(sides.map(({ id }) => id))]
