import { sql } from 'kysely'
import type { Store } from '../store/open.ts'
import { numbersAs } from '../store/portable.ts'
import { VERDICT } from '../store/tables.ts'
import { readFingerprints } from './rows/fingerprints.ts'
import { readLegsOf } from './rows/legs-of.ts'
import { keepUnmoved } from './rows/read-unmoved.ts'
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
  const shared = { question: ['fingerprints', rows.map(keyOf)], sizeOf }
  const fingerprints = await keepUnmoved(store, executionIds, shared, async (archived) => {
    const [live, packed] = await Promise.all([
      readLive(
        store,
        rows.filter((row) => !archived.has(row.execution_id)),
      ),
      readArchived(
        store,
        rows.filter((row) => archived.has(row.execution_id)),
      ),
    ])
    return new Map([...live, ...packed])
  })
  return rows.map((row) => ({ ...row, fingerprint: fingerprints.get(keyOf(row)) ?? null }))
}

/** A key and a fingerprint, which others may share. */
const sizeOf = ({ size }: Map<string, string | null>) => size * 100

const keyOf = ({ execution_id, test_id, leg_id }: BadRun) => `${execution_id}/${test_id}/${leg_id}`

/** One lookup by the primary key for each row, in the given order: results of one execution are neighbours. */
async function readLive(store: Store, rows: BadRun[]): Promise<Map<string, string | null>> {
  if (rows.length === 0) return new Map()
  const listed = numbersAs(store.dialect, {
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
    results.map((result) => result.reason_id),
  )
  const found = new Map<string, string | null>()
  // If colliding parts report a test, the first part's error counts.
  for (const { execution_id, test_id, part, reason_id } of results.sort((a, b) => a.part - b.part)) {
    const key = keyOf({ execution_id, test_id, leg_id: legs.get(execution_id)?.get(part) ?? 0 })
    if (!found.has(key)) found.set(key, errors.get(reason_id ?? 0) ?? null)
  }
  return found
}

async function readArchived(store: Store, rows: BadRun[]): Promise<Map<string, string | null>> {
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
