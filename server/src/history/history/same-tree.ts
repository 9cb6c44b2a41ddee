import { sql } from 'kysely'
import { dayOf } from '../../ground/kernel/time.ts'
import type { Store } from '../../ground/store/open.ts'
import { type Db, isOneOf } from '../../ground/store/portable.ts'
import { FLAW } from '../../ground/store/tables.ts'
import { lockProject } from '../../people/projects/find-or-make.ts'
import type { LockedExecution } from '../../results/executions/lock.ts'
import type { LegRun } from './leg-runs.ts'
import { idsIn } from './ran-set.ts'
import { readSets, whoRan } from './runs-of.ts'

/**
 * Same-tree evidence: a failed run proves that a test is flaky if another run of the same suite and leg, on
 * the same clean tree, ran it without a failure. Failures of an outage do not count, nor do passes of runs that
 * had only tests of that run's failures.
 */
export interface Peers {
  legId: number
  /** Counted runs of the tree, including this execution. */
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
}

/** A failure that becomes evidence, or no longer is. */
export interface Regraded extends Failure {
  legId: number
  run: PeerRun
}

type Readable = Pick<Store, 'dialect' | 'read'>
type Graded = Pick<LockedExecution, 'id' | 'project_id' | 'suite'>

/** The runs of the trees of an execution, by leg, where it is not the only one. */
export async function findPeers(
  store: Readable,
  execution: Graded,
  legs: readonly Pick<LegRun, 'legId' | 'tree'>[],
): Promise<Peers[]> {
  const found: Peers[] = []
  for (const { legId, tree } of legs) {
    const runs = tree === null ? [] : await readRuns(store, execution, legId, tree)
    if (runs.length > 1) found.push({ legId, runs })
  }
  return found
}

/** How many failures `findProven` reads. */
export async function countFailures({ dialect, read }: Readable, all: Peers[]): Promise<number> {
  let count = 0
  for (const peers of all) {
    const row = await read
      .selectFrom('bad_run')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(isOneOf(dialect, 'execution_id', idsOf(peers)))
      .where('leg_id', '=', peers.legId)
      .executeTakeFirstOrThrow()
    count += Number(row.count)
  }
  return count
}

/** The failures of these runs that are evidence and are not marked yet. */
export async function findProven(store: Readable, all: Peers[]): Promise<Regraded[]> {
  const found: Regraded[] = []
  for (const peers of all)
    found.push(...named(peers, await provenBy(store, peers, await readFailures(store, peers, false))))
  return found
}

/** The other runs of the trees of an execution, by leg. */
export async function findOthers(store: Readable, execution: Graded): Promise<Peers[]> {
  const legs = await store.read
    .selectFrom('leg_run')
    .select(['leg_id as legId', 'tree'])
    .where('execution_id', '=', execution.id)
    .execute()
  const peers = await findPeers(store, execution, legs)
  return peers.map(({ legId, runs }) => ({
    legId,
    runs: runs.filter((run) => run.execution_id !== execution.id),
  }))
}

/** The failures of these runs that are evidence only because of a run that is about to be removed. */
export async function findUnproven(store: Readable, others: Peers[]): Promise<Regraded[]> {
  const found: Regraded[] = []
  for (const peers of others) {
    const failures = await readFailures(store, peers, true)
    const proven = new Set(await provenBy(store, peers, failures))
    const unproven = failures.filter((failure) => !proven.has(failure))
    found.push(...named(peers, unproven))
  }
  return found
}

const named = ({ legId, runs }: Peers, failures: Failure[]): Regraded[] => {
  const runOf = new Map(runs.map((run) => [run.execution_id, run]))
  return failures.map((failure) => ({
    ...failure,
    legId,
    run: runOf.get(failure.execution_id) as PeerRun,
  }))
}

const readRuns = ({ read }: Readable, execution: Graded, legId: number, tree: string): Promise<PeerRun[]> =>
  read
    .selectFrom('leg_run')
    .select(['execution_id', 'started_at', 'branch', 'ran_id'])
    .where('project_id', '=', execution.project_id)
    .where('tree', '=', tree)
    .where('suite', '=', execution.suite)
    .where('leg_id', '=', legId)
    .orderBy('execution_id')
    .execute()

const idsOf = ({ runs }: Peers) => runs.map((run) => run.execution_id)

/** Failures of these runs that are already marked as evidence, or are not yet. */
const readFailures = ({ dialect, read }: Readable, peers: Peers, isEvidence: boolean): Promise<Failure[]> =>
  read
    .selectFrom('bad_run')
    .select(['execution_id', 'test_id'])
    .where(isOneOf(dialect, 'execution_id', idsOf(peers)))
    .where('leg_id', '=', peers.legId)
    .where(sql`flaws & ${sql.lit(FLAW.failed)}`, '<>', 0)
    .where(sql`flaws & ${sql.lit(FLAW.shared)}`, '=', 0)
    .where(sql`flaws & ${sql.lit(FLAW.sameTree)}`, isEvidence ? '<>' : '=', 0)
    .execute()

/**
 * The failures that another run of the tree proves flaky: it ran the test without a failure, and had more than tests
 * that failed beside it. A test that its neighbours break passes without them.
 */
async function provenBy(store: Readable, peers: Peers, failures: Failure[]): Promise<Failure[]> {
  if (failures.length === 0) return []
  const sets = peers.runs.map((run) => run.ran_id)
  const tests = failures.map((failure) => failure.test_id)
  const [ran, failed] = [await whoRan(store, sets, tests), await readFailed(store, peers)]
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
async function readFailed({ dialect, read }: Readable, peers: Peers): Promise<Map<number, Set<number>>> {
  const rows = await read
    .selectFrom('bad_run')
    .select(['execution_id', 'test_id'])
    .where(isOneOf(dialect, 'execution_id', idsOf(peers)))
    .where('leg_id', '=', peers.legId)
    .where(sql`flaws & ${sql.lit(FLAW.failed)}`, '<>', 0)
    .execute()
  const failed = new Map<number, Set<number>>()
  for (const { execution_id, test_id } of rows)
    failed.set(execution_id, (failed.get(execution_id) ?? new Set()).add(test_id))
  return failed
}

/**
 * Marks these failures as evidence, or unmarks them, and updates the counts of their days. Those that are gone, or that
 * another execution has graded meanwhile, stay as they are.
 */
export async function regrade(
  db: Db,
  { dialect, project_id }: Pick<LockedExecution, 'dialect' | 'project_id'>,
  failures: readonly Regraded[],
  by: 1 | -1,
): Promise<void> {
  const of = (tests: { test_id: number }[]) =>
    isOneOf(
      dialect,
      'test_id',
      tests.map((one) => one.test_id),
    )
  if (failures.length > 0) await lockProject(db, dialect, project_id)
  for (const alike of Map.groupBy(
    failures,
    ({ execution_id, legId }) => `${execution_id}/${legId}`,
  ).values()) {
    const { legId, run } = alike[0] as Regraded
    const changed = await db
      .updateTable('bad_run')
      .set({ flaws: sql<number>`flaws + ${sql.lit(by * FLAW.sameTree)}` })
      .where('execution_id', '=', run.execution_id)
      .where('leg_id', '=', legId)
      .where(of(alike))
      .where(sql`flaws & ${sql.lit(FLAW.sameTree)}`, by === 1 ? '=' : '<>', 0)
      .returning(['test_id', 'flaws'])
      .execute()
    // A run that is evidence because of a retry is already counted.
    for (const [isCounted, own] of Map.groupBy(changed, ({ flaws }) => (flaws & FLAW.retried) !== 0))
      await db
        .updateTable('test_day')
        .set({
          same_tree: sql<number>`same_tree + ${sql.lit(by)}`,
          flaky: sql<number>`flaky + ${sql.lit(isCounted ? 0 : by)}`,
        })
        .where('project_id', '=', project_id)
        .where('day', '=', dayOf(run.started_at))
        .where('branch', '=', run.branch)
        .where('leg_id', '=', legId)
        .where(of(own))
        .execute()
  }
}
