import type { SelectQueryBuilder } from 'kysely'
import type { Store } from '../store/open.ts'
import { type Tables, VERDICT } from '../store/tables.ts'
import { visitOutcomes } from './visit-outcomes.ts'

/** A test that failed or flaked on one leg of an execution. */
interface BadRun {
  /** The id of the execution. */
  id: number
  test_id: number
  leg_id: number
}

/** Rows of `bad_run` with their executions. */
type BadRuns<O extends BadRun> = SelectQueryBuilder<Tables, 'bad_run' | 'execution', O>

/**
 * The rows of a query of tests that failed or flaked, each with the fingerprint of its error; null
 * without an error.
 */
export async function readWithFingerprints<O extends BadRun>(
  store: Store,
  badRuns: BadRuns<O>,
): Promise<(O & { fingerprint: string | null })[]> {
  const [live, archived] = await Promise.all([readLive(badRuns), readArchived(store, badRuns)])
  return [...live, ...archived]
}

const readLive = async <O extends BadRun>(badRuns: BadRuns<O>) =>
  (await badRuns
    .innerJoin('part', (join) =>
      join
        .onRef('part.execution_id', '=', 'bad_run.execution_id')
        .onRef('part.leg_id', '=', 'bad_run.leg_id'),
    )
    .innerJoin('result', (join) =>
      join
        .onRef('result.execution_id', '=', 'bad_run.execution_id')
        .onRef('result.test_id', '=', 'bad_run.test_id')
        .onRef('result.part', '=', 'part.number'),
    )
    .leftJoin('reason', (join) => join.onRef('reason.id', '=', 'result.reason_id').on('kind', '=', 'error'))
    .select('reason.fingerprint')
    .where('execution.archived_at', 'is', null)
    .where('result.verdict', 'in', [2, 3])
    .execute()) as (O & { fingerprint: string | null })[]

async function readArchived<O extends BadRun>(store: Store, badRuns: BadRuns<O>) {
  const rows = (await badRuns.where('execution.archived_at', 'is not', null).execute()) as O[]
  const fingerprints = new Map<string, string | null>()
  await visitOutcomes(
    store,
    [...new Set(rows.map((row) => row.id))],
    [...new Set(rows.map((row) => row.test_id))],
    (executionId, legId, testId, verdict, fingerprint) => {
      if (verdict !== VERDICT.passed) fingerprints.set(`${executionId}/${testId}/${legId}`, fingerprint)
    },
  )
  return rows.map((row) => ({
    ...row,
    fingerprint: fingerprints.get(`${row.id}/${row.test_id}/${row.leg_id}`) ?? null,
  }))
}
