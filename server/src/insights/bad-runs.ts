import { identitiesOf } from '../executions/renames.ts'
import { runSequences } from '../executions/run-sequences.ts'
import { whoRan } from '../executions/runs-of.ts'
import { iso } from '../executions/summary.ts'
import type { Store } from '../store/open.ts'
import { isOneOf } from '../store/portable.ts'
import { EVIDENCE, FLAW } from '../store/tables.ts'
import type { Scope } from './flakiness.ts'

/** What stands out among the runs of one test. */
export interface Marked {
  /** Changes between failing and passing from one run of a branch, suite and leg to the next on other code. */
  flips: number
  lastEvidence: { id: string; startedAt: string } | null
}

/** Flips and newest evidence of these tests, from the runs of the window in which they went wrong. */
export async function readMarked(
  store: Store,
  scope: Scope,
  testIds: number[],
): Promise<Map<number, Marked>> {
  const identities = await identitiesOf(store, scope.projectId, testIds)
  const all = [...new Set([...identities.values()].flat())]
  const bad = await readBadRuns(store, scope, all)
  const [sequences, ids] = await Promise.all([
    runSequences(store, scope, new Set(bad.filter(isFailure).map((row) => row.branch))),
    readPublicIds(
      store,
      [...newestEvidence(bad).values()].map((row) => row.execution_id),
    ),
  ])
  const ran = await whoRan(
    store,
    sequences.flat().map((run) => run.ran_id),
    all,
  )
  const newest = newestEvidence(bad)
  const failures = new Set(
    bad.filter(isFailure).map((row) => `${row.execution_id}/${row.leg_id}/${row.test_id}`),
  )
  return new Map(
    testIds.map((testId) => {
      const own = identities.get(testId) ?? [testId]
      const last = own
        .flatMap((id) => newest.get(id) ?? [])
        .sort((a, b) => b.started_at - a.started_at)
        .find((row) => ids.has(row.execution_id))
      let flips = 0
      for (const runs of sequences) flips += flipsIn(runs, own)
      const lastEvidence = last
        ? { id: ids.get(last.execution_id) as string, startedAt: iso(last.started_at) }
        : null
      return [testId, { flips, lastEvidence }]
    }),
  )

  function flipsIn(runs: (typeof sequences)[number], own: number[]): number {
    let flips = 0
    let before: { tree: string | null; isFailed: boolean } | null = null
    for (const run of runs) {
      const id = own.find((one) => ran.get(run.ran_id)?.has(one))
      if (id === undefined) continue
      const isFailed = failures.has(`${run.execution_id}/${run.leg_id}/${id}`)
      const isSameCode = before?.tree === run.tree && run.tree !== null
      if (before && before.isFailed !== isFailed && !isSameCode) flips++
      before = { tree: run.tree, isFailed }
    }
    return flips
  }
}

interface BadRun {
  execution_id: number
  leg_id: number
  test_id: number
  started_at: number
  flaws: number
  branch: string
}

async function readBadRuns(store: Store, scope: Scope, testIds: number[]): Promise<BadRun[]> {
  const { projectId, from, to, branch } = scope
  const query = store.read
    .selectFrom('bad_run')
    .innerJoin('leg_run', (join) =>
      join
        .onRef('leg_run.execution_id', '=', 'bad_run.execution_id')
        .onRef('leg_run.leg_id', '=', 'bad_run.leg_id'),
    )
    .select(['bad_run.execution_id', 'bad_run.leg_id', 'test_id', 'bad_run.started_at', 'flaws', 'branch'])
    .where(isOneOf(store.dialect, 'test_id', testIds))
    .where('bad_run.started_at', '>=', from)
    .where('bad_run.started_at', '<', to)
    .where('leg_run.project_id', '=', projectId)
  return (branch === undefined ? query : query.where('branch', '=', branch)).execute()
}

const isFailure = ({ flaws }: BadRun) => (flaws & FLAW.failed) !== 0

function newestEvidence(bad: BadRun[]): Map<number, BadRun> {
  const newest = new Map<number, BadRun>()
  for (const row of bad)
    if ((row.flaws & EVIDENCE) !== 0 && row.started_at >= (newest.get(row.test_id)?.started_at ?? 0))
      newest.set(row.test_id, row)
  return newest
}

async function readPublicIds({ read, dialect }: Store, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await read
    .selectFrom('execution')
    .select(['id', 'public_id'])
    .where(isOneOf(dialect, 'id', ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row.public_id]))
}
