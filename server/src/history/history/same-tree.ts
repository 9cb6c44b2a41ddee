import { sql } from 'kysely'
import { dayOf } from '../../ground/kernel/time.ts'
import { type Db, isOneOf } from '../../ground/store/portable.ts'
import { FLAW } from '../../ground/store/tables.ts'
import type { LockedExecution } from '../../results/executions/lock.ts'
import type { LegRun } from './leg-runs.ts'
import { idsIn } from './ran-set.ts'
import { readSets, whoRan } from './runs-of.ts'

/**
 * Same-tree evidence: a failed run proves that a test is flaky if another run of the same suite and leg, on
 * the same clean tree, ran it without a failure. Failures of an outage do not count, nor do passes of runs that
 * had only tests of that run's failures.
 */
interface Peers {
  execution: LockedExecution
  legId: number
  /** The number of counted runs of the tree, including this execution. */
  runs: PeerRun[]
}

interface PeerRun {
  execution_id: number
  started_at: number
  branch: string
  ran_id: number
}

interface Failure {
  execution_id: number
  test_id: number
  flaws: number
}

/**
 * Regrades failures of the same trees after this execution was added; returns other runs' tests that became
 * evidence.
 */
export async function gradeAgainst(
  db: Db,
  execution: LockedExecution,
  legs: readonly LegRun[],
): Promise<number[]> {
  const exposed: number[] = []
  for (const { legId, tree } of legs) {
    if (tree === null) continue
    const runs = await readRuns(db, execution, legId, tree)
    if (runs.length < 2) continue
    const peers = { execution, legId, runs }
    const failures = await readFailures(db, peers, false)
    const changed = await provenBy(db, peers, failures)
    await regrade(db, peers, changed, 1)
    for (const { execution_id, test_id } of changed) if (execution_id !== execution.id) exposed.push(test_id)
  }
  return exposed
}

/** Reverts what failures of other runs prove only because of this execution, which is about to be removed. */
export async function gradeWithout(db: Db, execution: LockedExecution): Promise<void> {
  const legs = await db
    .selectFrom('leg_run')
    .select(['leg_id', 'tree'])
    .where('execution_id', '=', execution.id)
    .where('tree', 'is not', null)
    .execute()
  for (const { leg_id: legId, tree } of legs) {
    const all = await readRuns(db, execution, legId, tree as string)
    const runs = all.filter((run) => run.execution_id !== execution.id)
    if (runs.length === 0) continue
    const peers = { execution, legId, runs }
    const failures = await readFailures(db, peers, true)
    const proven = new Set(await provenBy(db, peers, failures))
    await regrade(
      db,
      peers,
      failures.filter((failure) => !proven.has(failure)),
      -1,
    )
  }
}

const readRuns = (db: Db, execution: LockedExecution, legId: number, tree: string): Promise<PeerRun[]> =>
  db
    .selectFrom('leg_run')
    .select(['execution_id', 'started_at', 'branch', 'ran_id'])
    .where('project_id', '=', execution.project_id)
    .where('tree', '=', tree)
    .where('suite', '=', execution.suite)
    .where('leg_id', '=', legId)
    .execute()

const idsOf = ({ runs }: Peers) => runs.map((run) => run.execution_id)

/** Failures of these runs that are already marked as evidence, or are not yet. */
const readFailures = (db: Db, peers: Peers, isEvidence: boolean): Promise<Failure[]> =>
  db
    .selectFrom('bad_run')
    .select(['execution_id', 'test_id', 'flaws'])
    .where(isOneOf(peers.execution.dialect, 'execution_id', idsOf(peers)))
    .where('leg_id', '=', peers.legId)
    .where(sql`flaws & ${sql.lit(FLAW.failed)}`, '<>', 0)
    .where(sql`flaws & ${sql.lit(FLAW.shared)}`, '=', 0)
    .where(sql`flaws & ${sql.lit(FLAW.sameTree)}`, isEvidence ? '<>' : '=', 0)
    .execute()

/**
 * The failures that another run of the tree proves flaky: it ran the test without a failure, and had more than tests
 * that failed beside it. A test that its neighbours break passes without them.
 */
async function provenBy(db: Db, peers: Peers, failures: Failure[]): Promise<Failure[]> {
  if (failures.length === 0) return []
  const store = { dialect: peers.execution.dialect, read: db }
  const sets = peers.runs.map((run) => run.ran_id)
  const tests = failures.map((failure) => failure.test_id)
  const [ran, failed] = [await whoRan(store, sets, tests), await readFailed(db, peers)]
  const data = new Map((await readSets(store, sets)).map((set) => [set.id, set.data]))
  const isEvery = (run: PeerRun, is: (id: number) => boolean) => {
    for (const id of idsIn(data.get(run.ran_id) ?? new Uint8Array())) if (!is(id)) return false
    return true
  }
  const proven: Failure[] = []
  for (const [executionId, own] of Map.groupBy(failures, (failure) => failure.execution_id)) {
    const run = peers.runs.find((one) => one.execution_id === executionId) as PeerRun
    const hasFailed = (id: number) => failed.get(executionId)?.has(id) ?? false
    const hasPasses = !isEvery(run, hasFailed)
    const others = peers.runs.filter((other) => other !== run && !(hasPasses && isEvery(other, hasFailed)))
    const passed = new Set(
      others.flatMap((other) => {
        const bad = failed.get(other.execution_id)
        return (ran.get(other.ran_id) ?? []).filter((id) => !bad?.has(id))
      }),
    )
    proven.push(...own.filter((failure) => passed.has(failure.test_id)))
  }
  return proven
}

/** The tests that failed in each of these runs. */
async function readFailed(db: Db, peers: Peers): Promise<Map<number, Set<number>>> {
  const rows = await db
    .selectFrom('bad_run')
    .select(['execution_id', 'test_id'])
    .where(isOneOf(peers.execution.dialect, 'execution_id', idsOf(peers)))
    .where('leg_id', '=', peers.legId)
    .where(sql`flaws & ${sql.lit(FLAW.failed)}`, '<>', 0)
    .execute()
  const failed = new Map<number, Set<number>>()
  for (const { execution_id, test_id } of rows)
    failed.set(execution_id, (failed.get(execution_id) ?? new Set()).add(test_id))
  return failed
}

/** Marks these failures as evidence, or unmarks them, and updates the counts of their days. */
async function regrade(db: Db, peers: Peers, failures: Failure[], by: 1 | -1): Promise<void> {
  const { execution, legId } = peers
  const of = (test: Failure[]) =>
    isOneOf(
      execution.dialect,
      'test_id',
      test.map((one) => one.test_id),
    )
  for (const [executionId, own] of Map.groupBy(failures, (failure) => failure.execution_id)) {
    await db
      .updateTable('bad_run')
      .set({ flaws: sql<number>`flaws + ${sql.lit(by * FLAW.sameTree)}` })
      .where('execution_id', '=', executionId)
      .where('leg_id', '=', legId)
      .where(of(own))
      .execute()
    const run = peers.runs.find((one) => one.execution_id === executionId) as PeerRun
    // A run that is evidence because of a retry is already counted.
    for (const [isCounted, alike] of Map.groupBy(own, ({ flaws }) => (flaws & FLAW.retried) !== 0))
      await db
        .updateTable('test_day')
        .set({
          same_tree: sql<number>`same_tree + ${sql.lit(by)}`,
          flaky: sql<number>`flaky + ${sql.lit(isCounted ? 0 : by)}`,
        })
        .where('project_id', '=', execution.project_id)
        .where('day', '=', dayOf(run.started_at))
        .where('branch', '=', run.branch)
        .where('leg_id', '=', legId)
        .where(of(alike))
        .execute()
  }
}
