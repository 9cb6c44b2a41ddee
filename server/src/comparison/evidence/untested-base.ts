import { readAncestors } from '../../commits/commit-graph.ts'
import type { ExecutionRow } from '../../executions/execution-row.ts'
import type { Store } from '../../store/open.ts'
import { type Outcomes, RUN_COLUMNS, type Run, readOutcomes, type Tests } from './outcomes.ts'
import { containing, MOST_COMMITS, readOwnRuns, shasOf } from './same-change.ts'

/** The number of runs since the base to read, and of those that contain the commit. */
const MOST_RUNS = 100
const MOST_CONTAINING = 10

/**
 * The outcomes of these tests in runs of other changes, newest first, that contain an untested commit of the
 * base branch. If that commit broke a test, it fails in those runs as well.
 */
export async function readWithUntested(
  store: Store,
  { head, base, untested }: { head: ExecutionRow; base: ExecutionRow; untested: string | null },
  until: number,
  tests: Tests,
): Promise<Outcomes> {
  if (untested === null || tests.ids.length === 0) return new Map()
  const runs = await store.read
    .selectFrom('execution')
    .select(RUN_COLUMNS)
    .where('project_id', '=', head.project_id)
    .where('suite', '=', head.suite)
    .where('trust', '=', head.trust === 'local' ? 'local' : 'ci')
    .where('state', 'in', ['passed', 'failed'])
    .where('results_removed_at', 'is', null)
    .where('started_at', '>', base.started_at)
    .where('started_at', '<', until)
    .where('id', '<>', head.id)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_RUNS)
    .execute()
  const [own, known] = await Promise.all([
    readOwnRuns(store, head, base, runs),
    readAncestors(store, head.project_id, [...new Set([untested, ...runs.flatMap(shasOf)])], MOST_COMMITS),
  ])
  const containingShas = containing(new Set([untested]), known, runs)
  const isOther = (run: Run) => run.branch !== head.branch && !own.has(run.id)
  const others = runs.filter((run) => isOther(run) && shasOf(run).some((sha) => containingShas.has(sha)))
  return readOutcomes(store, others.slice(0, MOST_CONTAINING), tests)
}
