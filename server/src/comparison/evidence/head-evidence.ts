import { sql } from 'kysely'
import type { ExecutionRow } from '../../executions/execution-row.ts'
import { readAttempts, type Superseded } from '../../results/read-attempts.ts'
import type { Store } from '../../store/open.ts'
import { ATTEMPT, VERDICT } from '../../store/tables.ts'
import { type Outcomes, RUN_COLUMNS, type Run, readOutcomes, type Tests } from './outcomes.ts'

/** The number of earlier runs of the head's own branch, and of its own tree, that are read. */
const MOST_RUNS = 10

export interface HeadEvidence {
  /**
   * Failed attempts of each test in this run, except those that a re-run superseded, which are in
   * `before`.
   */
  tries: Map<string, number>
  /** When the part in which each test last failed started. */
  failedAt: Map<string, number>
  /** The shards in which each test failed, if the suite was sharded. */
  shards: Map<string, Set<number>>
  /** Tests that also passed in this run: at a retry, or before they were run again. */
  passed: Set<string>
  /** Other runs of exactly this code. */
  sameTree: Outcomes
  /** Earlier runs of this branch, newest first; failures of this run before it was run again are the newest. */
  before: Outcomes
}

/**
 * Evidence about failed tests from the head's own attempts, other runs of its code, and earlier
 * runs of its branch.
 */
export async function readHeadEvidence(
  store: Store,
  head: ExecutionRow,
  tests: Tests,
): Promise<HeadEvidence> {
  if (tests.ids.length === 0)
    return {
      tries: new Map(),
      failedAt: new Map(),
      shards: new Map(),
      passed: new Set(),
      sameTree: new Map(),
      before: new Map(),
    }
  const [{ attempts, superseded }, sameTree, before] = await Promise.all([
    readAttempts(store, head.id, tests.ids),
    readSameTreeRuns(store, head).then((runs) => readOutcomes(store, runs, tests)),
    readBefore(store, head).then((runs) => readOutcomes(store, runs, tests)),
  ])
  const tries = new Map<string, number>()
  const shards = new Map<string, Set<number>>()
  const passed = new Set(
    superseded.filter((row) => row.verdict !== -VERDICT.failed).map((row) => `${row.test_id}/${row.leg_id}`),
  )
  const failedAt = new Map<string, number>()
  const gone = new Set(superseded.map((row) => `${row.test_id}/${row.part}`))
  for (const { test_id, leg_id, part, status, shard_index, started_at } of attempts) {
    const key = `${test_id}/${leg_id}`
    if (status === ATTEMPT.passed) passed.add(key)
    if (status === ATTEMPT.passed || gone.has(`${test_id}/${part}`)) continue
    tries.set(key, (tries.get(key) ?? 0) + 1)
    failedAt.set(key, Math.max(started_at, failedAt.get(key) ?? 0))
    if (shard_index !== null) shards.set(key, (shards.get(key) ?? new Set()).add(shard_index))
  }
  return { tries, failedAt, shards, passed, sameTree, before: withFirstRuns(before, head, superseded) }
}

/**
 * Failures that a re-run superseded count as a separate run: it ran at another time, and usually on
 * another machine.
 */
function withFirstRuns(before: Outcomes, head: ExecutionRow, superseded: Superseded[]): Outcomes {
  const all = new Map(before)
  for (const row of superseded.sort((a, b) => a.started_at - b.started_at)) {
    if (row.verdict !== -VERDICT.failed) continue
    const key = `${row.test_id}/${row.leg_id}`
    const run = { ...head, started_at: row.started_at }
    const outcome = { run, verdict: VERDICT.failed, fingerprint: row.fingerprint }
    all.set(key, [outcome, ...(all.get(key) ?? [])])
  }
  return all
}

const settledRuns = (store: Store, head: ExecutionRow) =>
  store.read
    .selectFrom('execution')
    .select(RUN_COLUMNS)
    .where('project_id', '=', head.project_id)
    .where('suite', '=', head.suite)
    .where('trust', '=', head.trust)
    // For a fork, only its own pull request counts.
    .$if(head.trust === 'fork', (query) =>
      query
        .where('pull_request', '=', head.pull_request)
        .where(sql<boolean>`coalesce(repository, '') = ${head.repository ?? ''}`),
    )
    .where('dirty', '=', 0)
    .where('id', '<>', head.id)
    .where('state', 'in', ['passed', 'failed'])
    .where('results_removed_at', 'is', null)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_RUNS)

/** Other runs of exactly the head's code, newest first. */
export async function readSameTreeRuns(store: Store, head: ExecutionRow): Promise<Run[]> {
  if (head.dirty === 1) return []
  if (head.tree !== null) return settledRuns(store, head).where('tree', '=', head.tree).execute()
  if (head.tested_sha === null) return []
  return settledRuns(store, head)
    .where('tree', 'is', null)
    .where('tested_sha', '=', head.tested_sha)
    .execute()
}

/** A branch that is never merged, such as the base branch, has no runs apart from its history. */
async function readBefore(store: Store, head: ExecutionRow): Promise<Run[]> {
  if (head.branch === null || head.base_branch === null || head.branch === head.base_branch) return []
  return settledRuns(store, head)
    .where('branch', '=', head.branch)
    .where('started_at', '<', head.started_at)
    .execute()
}
