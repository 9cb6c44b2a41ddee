import { iso } from '../../ground/kernel/time.ts'
import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { foundIn } from '../history/ran-set.ts'
import type { Scope } from './flakiness.ts'
import { ANY_FLAW, readNewestBad } from './last-evidence.ts'

/** The error of a test in the newest run in which it went wrong. */
interface LastError {
  message: string
  fingerprint: string
  execution: string
  startedAt: string
}

/**
 * The newest error of each of these tests within the window, given with the ids of all their names; of runs with one of
 * these flaws. Reads the recorded failures, never a result; `message` is that of the error's first occurrence, so values may differ.
 */
export async function readLastErrors(
  store: Store,
  scope: Scope,
  identities: Map<number, number[]>,
  flaws = ANY_FLAW,
): Promise<Map<number, LastError>> {
  const { read, dialect } = store
  const ids = [...new Set([...identities.values()].flat())].sort((a, b) => a - b)
  const newest = ids.length === 0 ? [] : await readNewestBad(store, scope, ids, flaws)
  if (newest.length === 0) return new Map()
  const executions = [...new Set(newest.map((row) => row.execution_id as number))]
  const runs = await read
    .selectFrom('failure_run')
    .select(['execution_id', 'cluster_id', 'test_ids'])
    .where(isOneOf(dialect, 'execution_id', executions))
    .execute()
  const clusterAt = new Map<string, number>()
  for (const run of runs)
    for (const at of foundIn(run.test_ids, ids))
      clusterAt.set(`${run.execution_id}/${ids[at]}`, run.cluster_id)
  const errors = await readErrors(store, [...new Set(clusterAt.values())])
  return new Map(
    [...identities].flatMap(([testId, names]): [number, LastError][] => {
      const [last] = newest
        .filter((row) => names.includes(row.test_id))
        .sort((a, b) => b.started_at - a.started_at)
      const error = last && errors.get(clusterAt.get(`${last.execution_id}/${last.test_id}`) ?? 0)
      if (!last || !error) return []
      return [[testId, { ...error, execution: last.public_id, startedAt: iso(last.started_at) }]]
    }),
  )
}

async function readErrors({ read, dialect }: Store, clusterIds: number[]) {
  if (clusterIds.length === 0) return new Map<number, never>()
  const rows = await read
    .selectFrom('failure_cluster')
    .select(['id', 'fingerprint', 'message'])
    .where(isOneOf(dialect, 'id', clusterIds))
    .execute()
  return new Map(rows.map(({ id, fingerprint, message }) => [id, { fingerprint, message }]))
}
