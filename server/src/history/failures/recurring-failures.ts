import type { Context } from '../../ground/kernel/context.ts'
import { DAY_MS } from '../../ground/kernel/time.ts'
import { hasSettled } from '../../results/executions/has-settled.ts'
import { isTrusted } from '../../results/executions/is-trusted.ts'
import { withClass } from '../../results/results/error-text.ts'
import { readErrors } from './cluster-facts.ts'
import { NO_ERROR } from './read-failing.ts'

const DAYS = 30
/** A failure in fewer executions is not recurring. */
const RECURRING = 3
const MOST_SHOWN = 3
/** The number of newest trusted executions of the window that are read, and of their failures by cluster. */
const MOST_EXECUTIONS = 5_000
const MOST_RUNS = 20_000

/** A failure of several executions. */
export interface RecurringFailure {
  fingerprint: string
  message: string
  executions: number
}

/** The failures that most trusted executions of the last 30 days have, the most frequent first. */
export async function recurringFailures(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  projectId: number,
): Promise<RecurringFailure[]> {
  const executions = store.read
    .selectFrom('execution')
    .select(['id', 'started_at'])
    .where('project_id', '=', projectId)
    .where(hasSettled)
    .where('started_at', '>=', clock() - DAYS * DAY_MS)
    .where(isTrusted)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_EXECUTIONS)
  const runs = store.read
    .selectFrom(executions.as('newest'))
    .innerJoin('failure_run', 'failure_run.execution_id', 'newest.id')
    .select(['cluster_id', 'newest.started_at'])
    .orderBy('newest.started_at', 'desc')
    .orderBy('newest.id', 'desc')
    .limit(MOST_RUNS)
  const recurring = store.read
    .selectFrom(runs.as('run'))
    .select((eb) => [
      'cluster_id',
      eb.fn.countAll<number>().as('executions'),
      eb.fn.max('started_at').as('last_at'),
    ])
    .groupBy('cluster_id')
    .having((eb) => eb(eb.fn.countAll(), '>=', RECURRING))
    .orderBy('executions', 'desc')
    .orderBy('last_at', 'desc')
    .orderBy('cluster_id')
    .limit(MOST_SHOWN + 1)
  const clusters = await store.read
    .selectFrom(recurring.as('recurring'))
    .innerJoin('failure_cluster', 'failure_cluster.id', 'recurring.cluster_id')
    .select(['fingerprint', 'message', 'executions'])
    // Failures without an error share one cluster, but not a cause.
    .where('fingerprint', '<>', NO_ERROR)
    .orderBy('executions', 'desc')
    .orderBy('last_at', 'desc')
    .orderBy('recurring.cluster_id')
    .limit(MOST_SHOWN)
    .execute()
  const errorOf = await readErrors(
    store,
    projectId,
    clusters.map(({ fingerprint }) => fingerprint),
  )
  return clusters.map(({ fingerprint, message, executions: count }) => ({
    fingerprint,
    message: withClass(message, errorOf(fingerprint)),
    executions: Number(count),
  }))
}
