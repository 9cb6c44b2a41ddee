import { sql } from 'kysely'
import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { ATTEMPT, VERDICT } from '../../ground/store/tables.ts'
import type { LockedExecution } from '../../results/executions/lock.ts'
import type { Swap } from './swap-results.ts'

type Readable = Pick<Store, 'dialect' | 'read'>
type Kept = Pick<LockedExecution, 'id' | 'flaky'>

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
 * The failures that only a re-run of selected tests passed, and that become current again: a test that its neighbours
 * break passes without them. Ingest marks such tests flaky, because it does not know yet which tests a re-run will have.
 * `swapResults` changes rows and counts of the execution; `restorePasses` reverts it.
 */
export async function findKept(store: Readable, execution: Kept, parts: RunPart[]): Promise<Swap[]> {
  if (execution.flaky === 0 || new Set(parts.map((part) => part.run_attempt)).size < 2) return []
  const rows = await readRows(store, execution)
  if (!rows.some((row) => row.verdict === VERDICT.flaky)) return []
  const flaked = await readFlaked(store, execution, rows)
  const partOf = new Map(parts.map((part) => [part.number, part]))
  const isSelected = await selections(store, execution, [...new Set(rows.map((row) => row.part))])
  const swaps: Swap[] = []
  for (const own of Map.groupBy(rows, (row) => `${row.test_id}/${partOf.get(row.part)?.leg_id}`).values()) {
    const current = own.find((row) => row.verdict === VERDICT.flaky)
    // A retry within a part passed beside the neighbours that the failure had.
    if (!current || own.some((row) => flaked.has(keyOf(row)))) continue
    const pairs = own.flatMap((failure) => own.flatMap((pass) => pairOf(partOf, failure, pass) ?? []))
    if (pairs.length === 0 || !pairs.every(isSelected)) continue
    const last = pairs.reduce((a, b) => (b.failure.run_attempt > a.failure.run_attempt ? b : a))
    swaps.push({ testId: current.test_id, pass: current.part, failure: last.failure.number })
  }
  return swaps
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
async function readRows({ dialect, read }: Readable, { id }: Kept): Promise<Row[]> {
  const rows = read.selectFrom('result').select(['test_id', 'part', 'verdict']).where('execution_id', '=', id)
  const failed = await rows.where('verdict', '=', sql.lit(-VERDICT.failed)).execute()
  if (failed.length === 0) return []
  return rows.where(isOneOf(dialect, 'test_id', [...new Set(failed.map((row) => row.test_id))])).execute()
}

const keyOf = ({ test_id, part }: Pick<Row, 'test_id' | 'part'>) => `${test_id}/${part}`

/** Which of these results are flaky by their own attempts. */
async function readFlaked({ dialect, read }: Readable, { id }: Kept, rows: Row[]): Promise<Set<string>> {
  const flaky = rows.filter((row) => Math.abs(row.verdict) === VERDICT.flaky)
  const failed = await read
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
  { dialect, read }: Readable,
  { id }: Kept,
  parts: number[],
): Promise<(pair: Pair) => boolean> {
  const rows: (PartResult & { part: number })[] = await read
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

/** A result of one part, whether a re-run superseded it or not. */
interface PartResult {
  test_id: number
  file_id: number
  verdict: number
}

/**
 * True if a re-run holds only some tests of an earlier attempt: the failed ones, those of the files that had
 * failures, or less than half. A run that stopped at its first failure is no selection.
 */
function isSelection(before: PartResult[], again: PartResult[], hasPassed: boolean): boolean {
  const [ranBefore, ranAgain] = [before.filter(ran), again.filter(ran)]
  const tests = new Set(ranAgain.map((row) => row.test_id))
  const left = ranBefore.filter((row) => !tests.has(row.test_id) && !failed(row))
  if (left.length === 0) return false
  const bad = ranBefore.filter(failed)
  const [badTests, badFiles] = [new Set(bad.map((r) => r.test_id)), new Set(bad.map((r) => r.file_id))]
  const files = new Set(ranAgain.map((row) => row.file_id))
  return (
    ranAgain.every((row) => badTests.has(row.test_id)) ||
    (ranAgain.every((row) => badFiles.has(row.file_id)) && left.some((row) => !files.has(row.file_id))) ||
    (hasPassed && 2 * ranAgain.length < ranBefore.length)
  )
}

const ran = ({ verdict }: PartResult) => Math.abs(verdict) !== VERDICT.skipped
const failed = ({ verdict }: PartResult) =>
  Math.abs(verdict) === VERDICT.failed || Math.abs(verdict) === VERDICT.flaky
