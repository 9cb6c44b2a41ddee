import type { Store } from '../../../ground/store/open.ts'
import { ATTEMPT, VERDICT } from '../../../ground/store/tables.ts'
import type { ExecutionRow } from '../../../results/executions/execution-row.ts'
import { readAttempts, type Superseded } from '../../../results/results/read-attempts.ts'
import { passesAlone } from '../../../results/results/read-passes-alone.ts'
import { type FailuresToJudge, type OfFailure, placeOf } from './failures.ts'
import type { Run, Tests } from './outcomes.ts'
import { findSpread, type Spread } from './spread.ts'

/** A failure in the run that is judged. */
export interface Here {
  /** The run as of the part that failed. */
  run: Run
  endedAt: number
  /** The number of its tests that ran, and of those that failed. */
  ran: number
  failed: number
  /** Failed attempts in this run, except those that a re-run superseded, which are runs before. */
  tries: number
  /** It also passed in this run: at a retry, or before it was run again. */
  passed: boolean
  spread: Spread
}

export interface AttemptsHere {
  of: OfFailure<Here>
  /** When the part in which it last failed started. */
  failedAt: OfFailure<number>
  superseded: Superseded[]
  /** Its passes in a re-run of selected tests. */
  alone: Superseded[]
}

/** The head's own attempts of its failed tests. */
export async function readAttemptsHere(
  store: Store,
  input: FailuresToJudge,
  tests: Tests,
  endedAt: number,
): Promise<AttemptsHere> {
  const { head } = input
  const { attempts, superseded } = await readAttempts(store, head.id, tests.ids)
  const tries = new Map<string, number>()
  const shards = new Map<string, Set<number>>()
  const lastAt = new Map<string, number>()
  const alone = passesAlone({ attempts, superseded })
  const passed = new Set(
    superseded
      .filter((row) => row.verdict !== -VERDICT.failed && !alone.includes(row))
      .map((row) => `${row.test_id}/${row.leg_id}`),
  )
  const isAlone = new Set(alone.map((row) => `${row.test_id}/${row.part}`))
  const gone = new Set(superseded.map((row) => `${row.test_id}/${row.part}`))
  let total = 1
  for (const { test_id, leg_id, part, status, shard_index, shard_total, started_at } of attempts) {
    if (isAlone.has(`${test_id}/${part}`)) continue
    const key = `${test_id}/${leg_id}`
    if (status === ATTEMPT.passed) passed.add(key)
    if (status === ATTEMPT.passed || gone.has(`${test_id}/${part}`)) continue
    tries.set(key, (tries.get(key) ?? 0) + 1)
    lastAt.set(key, Math.max(started_at, lastAt.get(key) ?? 0))
    total = Math.max(total, shard_total ?? 1)
    if (shard_index !== null) shards.set(key, (shards.get(key) ?? new Set()).add(shard_index))
  }
  const failedAt: OfFailure<number> = (pair) => lastAt.get(placeOf(pair)) ?? head.started_at
  const spreadOf = findSpread(input, shards, total)
  const counts = { ran: head.passed + head.failed + head.flaky, failed: head.failed, endedAt }
  return {
    superseded,
    alone,
    failedAt,
    of: (pair) => ({
      ...counts,
      run: asOf(head, failedAt(pair)),
      tries: Math.max(1, tries.get(placeOf(pair)) ?? 0),
      passed: passed.has(placeOf(pair)),
      spread: spreadOf(pair),
    }),
  }
}

/** The head as it was during that part. */
const asOf = (head: ExecutionRow, startedAt: number): ExecutionRow =>
  startedAt === head.started_at ? head : { ...head, started_at: startedAt }
