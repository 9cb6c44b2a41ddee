import { type RawBuilder, sql } from 'kysely'
import type { Store } from '../../../ground/store/open.ts'
import type { ResultRow } from '../../../ground/store/tables.ts'
import { readBlocks } from '../archive/read-blocks.ts'
import { severityOf } from '../severity.ts'
import type { Side, SideRow } from '../side.ts'

/** The fields of a result that a side contains. */
export type ResultOfSide = Pick<ResultRow, 'test_id' | 'part' | 'verdict' | 'duration_us' | 'reason_id'>

/** Results of archived executions without superseded ones, by execution. */
type Unpacked = ReadonlyMap<number, ResultOfSide[]>

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
