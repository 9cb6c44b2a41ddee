import { sql } from 'kysely'
import { type Db, isOneOf } from '../../ground/store/portable.ts'
import { ATTEMPT, VERDICT } from '../../ground/store/tables.ts'
import type { LockedExecution } from '../../results/executions/lock.ts'
import { isSelection, type PartResult } from './is-selection.ts'
import { swapResults } from './swap-results.ts'

export interface RunPart {
  number: number
  leg_id: number
  run_attempt: number
  outcome: string | null
  /** Its code, as in the table of parts. */
  tree: string | null
}

interface Row {
  test_id: number
  part: number
  verdict: number
}

/**
 * Makes failures current again that only a re-run of selected tests passed: a test that its neighbours break
 * passes without them. Ingest marks such tests flaky, because it does not know yet which tests a re-run will
 * have. Changes rows and counts of the execution; `restorePasses` reverts it.
 * Returns whether it changed any.
 */
export async function keepFailures(db: Db, execution: LockedExecution, parts: RunPart[]): Promise<boolean> {
  if (execution.flaky === 0 || new Set(parts.map((part) => part.run_attempt)).size < 2) return false
  const rows = await readRows(db, execution)
  if (!rows.some((row) => row.verdict === VERDICT.flaky)) return false
  const flaked = await readFlaked(db, execution, rows)
  const partOf = new Map(parts.map((part) => [part.number, part]))
  const isSelected = await selections(db, execution, [...new Set(rows.map((row) => row.part))])
  const swaps: { testId: number; pass: number; failure: number }[] = []
  for (const own of Map.groupBy(rows, (row) => `${row.test_id}/${partOf.get(row.part)?.leg_id}`).values()) {
    const current = own.find((row) => row.verdict === VERDICT.flaky)
    // A retry within a part passed beside the neighbours that the failure had.
    if (!current || own.some((row) => flaked.has(keyOf(row)))) continue
    const pairs = own.flatMap((failure) => own.flatMap((pass) => pairOf(partOf, failure, pass) ?? []))
    if (pairs.length === 0 || !pairs.every(isSelected)) continue
    const last = pairs.reduce((a, b) => (b.failure.run_attempt > a.failure.run_attempt ? b : a))
    swaps.push({ testId: current.test_id, pass: current.part, failure: last.failure.number })
  }
  await swapResults(db, execution, swaps, 'failure')
  return swaps.length > 0
}

interface Pair {
  failure: RunPart
  pass: RunPart
}

/** The parts of a failure and of a pass of a later attempt on the same code; null for two other results. */
function pairOf(parts: Map<number, RunPart>, failed: Row, passed: Row): Pair | null {
  const [failure, pass] = [parts.get(failed.part), parts.get(passed.part)]
  if (!failure || !pass || failure.run_attempt >= pass.run_attempt || failure.tree !== pass.tree) return null
  const hasPassed = [VERDICT.passed, VERDICT.flaky].some((verdict) => verdict === Math.abs(passed.verdict))
  return failed.verdict === -VERDICT.failed && hasPassed ? { failure, pass } : null
}

/** All results of the tests that are flaky now and failed before. Two reads: a join may visit all pairs. */
async function readRows(db: Db, { id, dialect }: LockedExecution): Promise<Row[]> {
  const rows = db.selectFrom('result').select(['test_id', 'part', 'verdict']).where('execution_id', '=', id)
  const failed = await rows.where('verdict', '=', sql.lit(-VERDICT.failed)).execute()
  if (failed.length === 0) return []
  return rows.where(isOneOf(dialect, 'test_id', [...new Set(failed.map((row) => row.test_id))])).execute()
}

const keyOf = ({ test_id, part }: Pick<Row, 'test_id' | 'part'>) => `${test_id}/${part}`

/** Which of these results are flaky by their own attempts. */
async function readFlaked(db: Db, { id, dialect }: LockedExecution, rows: Row[]): Promise<Set<string>> {
  const flaky = rows.filter((row) => Math.abs(row.verdict) === VERDICT.flaky)
  const failed = await db
    .selectFrom('attempt')
    .select(['test_id', 'part'])
    .distinct()
    .where('execution_id', '=', id)
    .where(isOneOf(dialect, 'test_id', [...new Set(flaky.map((row) => row.test_id))]))
    .where('status', 'in', [ATTEMPT.failed, ATTEMPT.timedOut])
    .execute()
  const keys = new Set(failed.map(keyOf))
  return new Set(flaky.map(keyOf).filter((key) => keys.has(key)))
}

/** Whether the pass of a pair was in a selection of the tests of the failed part; both among these parts. */
async function selections(
  db: Db,
  { id, dialect }: LockedExecution,
  parts: number[],
): Promise<(pair: Pair) => boolean> {
  const rows: (PartResult & { part: number })[] = await db
    .selectFrom('result')
    .innerJoin('test', 'test.id', 'result.test_id')
    .select(['result.test_id', 'result.part', 'result.verdict', 'test.file_id'])
    .where('result.execution_id', '=', id)
    .where(isOneOf(dialect, 'result.part', parts))
    .execute()
  const ofPart = Map.groupBy(rows, (row) => row.part)
  const known = new Map<string, boolean>()
  return ({ failure, pass }) => {
    const key = `${failure.number}/${pass.number}`
    const answer =
      known.get(key) ??
      isSelection(ofPart.get(failure.number) ?? [], ofPart.get(pass.number) ?? [], pass.outcome === 'passed')
    known.set(key, answer)
    return answer
  }
}
