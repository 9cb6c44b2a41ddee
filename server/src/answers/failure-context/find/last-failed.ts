import type { Context } from '../../../ground/kernel/context.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import { hasSettled } from '../../../results/executions/has-settled.ts'
import { isNamed } from '../clusters/is-named.ts'
import { findTests } from '../find-tests.ts'

/** The failure of a call: its error, or a test by its id or a part of its name. */
interface Wanted {
  fingerprint?: string | undefined
  test?: string | undefined
  /** Restricts it to executions of this suite. */
  suite?: string | undefined
}

interface LastFailed {
  execution: string
  startedAt: number
}

/** The number of tests that a part of a name may mean. */
const MOST_TESTS = 5

/** The newest execution of these projects with this failure; undefined without one. */
export async function lastFailed(
  ctx: Context,
  projects: { id: number; slug: string }[],
  { fingerprint, test, suite }: Wanted,
): Promise<LastFailed | undefined> {
  const ids = projects.map(({ id }) => id)
  if (fingerprint !== undefined) return lastWithError(ctx, ids, fingerprint, suite)
  if (test === undefined) return undefined
  const found = await Promise.all(
    projects.map(({ slug }) => findTests({ ctx, input: { test, project: slug, limit: MOST_TESTS } })),
  )
  const keys = found.flatMap(({ tests }) => tests).filter((one) => isNamed(test, one, one.file))
  return keys.length === 0
    ? undefined
    : lastOfTests(ctx, ids, [...new Set(keys.map(({ testId }) => testId))], suite)
}

async function lastWithError(
  { store, caller }: Context,
  projectIds: number[],
  fingerprint: string,
  suite: string | undefined,
): Promise<LastFailed | undefined> {
  let query = store.read
    .selectFrom('failure_cluster')
    .innerJoin('failure_run', 'failure_run.cluster_id', 'failure_cluster.id')
    .innerJoin('execution', 'execution.id', 'failure_run.execution_id')
    .innerJoin('project', 'project.id', 'execution.project_id')
    .select(['execution.public_id as execution', 'failure_run.started_at as startedAt'])
    .where('project.organization_id', '=', caller.organizationId)
    .where(isOneOf(store.dialect, 'failure_cluster.project_id', projectIds))
    .where('failure_cluster.fingerprint', '=', fingerprint)
    .where('execution.results_removed_at', 'is', null)
    .where(hasSettled)
  if (suite !== undefined) query = query.where('execution.suite', '=', suite)
  return query
    .orderBy('failure_run.started_at', 'desc')
    .orderBy('failure_run.execution_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

async function lastOfTests(
  { store, caller }: Context,
  projectIds: number[],
  keys: string[],
  suite: string | undefined,
): Promise<LastFailed | undefined> {
  let query = store.read
    .selectFrom('test')
    .innerJoin('bad_run', 'bad_run.test_id', 'test.id')
    .innerJoin('execution', 'execution.id', 'bad_run.execution_id')
    .innerJoin('project', 'project.id', 'execution.project_id')
    .select(['execution.public_id as execution', 'bad_run.started_at as startedAt'])
    .where('project.organization_id', '=', caller.organizationId)
    .where(isOneOf(store.dialect, 'test.project_id', projectIds))
    // A deleted execution has left its project, while its days still count.
    .where(isOneOf(store.dialect, 'execution.project_id', projectIds))
    .where(isOneOf(store.dialect, 'test.key', keys))
    .where('execution.results_removed_at', 'is', null)
    .where(hasSettled)
  if (suite !== undefined) query = query.where('execution.suite', '=', suite)
  return query
    .orderBy('bad_run.started_at', 'desc')
    .orderBy('bad_run.execution_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
