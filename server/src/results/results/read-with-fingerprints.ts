import { sql } from 'kysely'
import type { Store } from '../../ground/store/open.ts'
import { columnsAs } from '../../ground/store/portable.ts'
import { VERDICT } from '../../ground/store/tables.ts'
import { readFingerprints } from './rows/fingerprints.ts'
import { readLegsOf } from './rows/legs-of.ts'
import { keepUnmoved, type Marks, readMarks } from './rows/read-unmoved.ts'
import { isSmallRun } from './rows/run-columns.ts'
import { visitOutcomes } from './visit-outcomes.ts'

/** A test that failed or flaked on one leg of an execution. */
interface BadRun {
  execution_id: number
  test_id: number
  leg_id: number
}

/** The same rows, each with the fingerprint of its error; null without an error. */
export async function readWithFingerprints<R extends BadRun>(
  store: Store,
  rows: R[],
): Promise<(R & { fingerprint: string | null })[]> {
  if (rows.length === 0) return []
  const executionIds = [...new Set(rows.map((row) => row.execution_id))]
  const marks = await readMarks(store, executionIds)
  // Comparisons have kept the columns of small runs for other evidence.
  const isSmall = ({ execution_id }: BadRun) => isSmallRun(marks.get(execution_id)?.results ?? 0)
  const large = rows.filter((row) => !isSmall(row))
  const [ofSmall, ofLarge] = await Promise.all([
    readBad(store, rows.filter(isSmall)),
    readLarge(store, large, marks),
  ])
  const fingerprints = new Map([...ofSmall, ...ofLarge])
  return rows.map((row) => ({ ...row, fingerprint: fingerprints.get(keyOf(row)) ?? null }))
}

async function readLarge(
  store: Store,
  rows: BadRun[],
  marks: Marks,
): Promise<ReadonlyMap<string, string | null>> {
  if (rows.length === 0) return new Map()
  const executionIds = [...new Set(rows.map((row) => row.execution_id))]
  const shared = { question: ['fingerprints', rows.map(keyOf)], sizeOf }
  const read = async (archived: ReadonlyMap<number, number>) => {
    const [live, packed] = await Promise.all([
      readLive(
        store,
        rows.filter((row) => !archived.has(row.execution_id)),
      ),
      readBad(
        store,
        rows.filter((row) => archived.has(row.execution_id)),
      ),
    ])
    return new Map([...live, ...packed])
  }
  return keepUnmoved(store, executionIds, shared, read, marks)
}

/** A key and a fingerprint, which others may share. */
const sizeOf = ({ size }: Map<string, string | null>) => size * 100

const keyOf = ({ execution_id, test_id, leg_id }: BadRun) => `${execution_id}/${test_id}/${leg_id}`

/** One lookup by the primary key for each row, in the given order: results of one execution are neighbours. */
async function readLive(store: Store, rows: BadRun[]): Promise<Map<string, string | null>> {
  if (rows.length === 0) return new Map()
  const listed = columnsAs(store.dialect, {
    in_execution: rows.map((row) => row.execution_id),
    of_test: rows.map((row) => row.test_id),
  })
  const [{ rows: results }, legs] = await Promise.all([
    sql<{ execution_id: number; test_id: number; part: number; reason_id: number | null }>`
      select execution_id, test_id, part, reason_id from ${listed}
      join result on execution_id = in_execution and test_id = of_test
      where verdict in (${sql.lit(VERDICT.failed)}, ${sql.lit(VERDICT.flaky)})`.execute(store.read),
    readLegsOf(store, [...new Set(rows.map((row) => row.execution_id))]),
  ])
  const errors = await readFingerprints(
    store,
    results.flatMap((result) => result.reason_id ?? []),
  )
  const found = new Map<string, string | null>()
  // If colliding parts report a test, the first part's error counts.
  for (const { execution_id, test_id, part, reason_id } of results.sort((a, b) => a.part - b.part)) {
    const key = keyOf({ execution_id, test_id, leg_id: legs.get(execution_id)?.get(part) ?? 0 })
    if (!found.has(key)) found.set(key, errors.get(reason_id ?? 0) ?? null)
  }
  return found
}

async function readBad(store: Store, rows: BadRun[]): Promise<Map<string, string | null>> {
  const found = new Map<string, string | null>()
  await visitOutcomes(
    store,
    [...new Set(rows.map((row) => row.execution_id))],
    [...new Set(rows.map((row) => row.test_id))],
    (execution_id, leg_id, test_id, verdict, fingerprint) => {
      if (verdict !== VERDICT.passed) found.set(keyOf({ execution_id, test_id, leg_id }), fingerprint)
    },
  )
  return found
}
