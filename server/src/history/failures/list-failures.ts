import type { failureOperations } from '@svc/schema'
import { sql } from 'kysely'
import type { z } from 'zod'
import { isBehind } from '../../ground/kernel/id-cursor.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { contains } from '../../ground/store/portable.ts'
import { visibleProject } from '../../people/projects/visible-projects.ts'
import { hasSettled } from '../../results/executions/has-settled.ts'
import { ownersInProject } from '../../results/owners/owners-of.ts'
import { type Window, windowOf } from '../history/window.ts'
import { describeClusters } from './cluster-facts.ts'
import { type ClusterRow, gatherRuns } from './cluster-runs.ts'
import { classOf, failuresOfExecution } from './execution-failures.ts'

type List = Handlers<typeof failureOperations>['listFailures']
type Call = Parameters<List>[0]

export const listFailures: List = ({ ctx, input }) =>
  input.execution === undefined
    ? failuresOfProject({ ctx, input })
    : failuresOfExecution(ctx, { ...input, execution: input.execution })

async function failuresOfProject({ ctx, input }: Call): ReturnType<List> {
  const window = windowOf(input, ctx.clock())
  const project = await visibleProject(ctx, input.project ?? '')
  const rows = await readPage(ctx, project.id, window, input)
  const page = rows.slice(0, input.limit)
  const last = page.at(-1)
  const owners = await ownersInProject(ctx.store, project.id)
  return {
    items: await describeClusters(ctx, project, await gatherRuns(ctx, page, window, input.branch), owners),
    nextCursor: last && rows.length > page.length ? ctx.cursors.encode([last.last_at, last.id]) : null,
  }
}

/** The clusters in executions of the window, the most recent first, and one more than the page holds. */
function readPage(
  { store, cursors }: Call['ctx'],
  projectId: number,
  { from, to }: Window,
  { branch, q, limit, cursor }: z.output<typeof failureOperations.listFailures.input>,
): Promise<(ClusterRow & { last_at: number })[]> {
  const seen = store.read
    .selectFrom('execution')
    .innerJoin('failure_run', 'failure_run.execution_id', 'execution.id')
    .select('failure_run.cluster_id')
    .select((eb) => eb.fn.max('execution.started_at').as('last_at'))
    .where('execution.project_id', '=', projectId)
    .where(hasSettled)
    .where('execution.started_at', '>=', from)
    .where('execution.started_at', '<', to)
    .$if(branch !== undefined, (query) => query.where('execution.branch', '=', branch as string))
    .groupBy('failure_run.cluster_id')
  let query = store.read
    .selectFrom(seen.as('seen'))
    .innerJoin('failure_cluster', 'failure_cluster.id', 'seen.cluster_id')
    .select(['failure_cluster.id', 'fingerprint', 'message', 'seen.last_at'])
  if (q !== undefined) {
    const shown = sql`${classOf(store.dialect, projectId, 'failure_cluster.fingerprint')} || ': ' || failure_cluster.message`
    query = query.where((eb) =>
      eb.or([contains(store.dialect, 'failure_cluster.message', q), contains(store.dialect, shown, q)]),
    )
  }
  if (cursor !== undefined)
    query = query.where(isBehind({ cursors }, ['seen.last_at', 'failure_cluster.id'], cursor))
  return query
    .orderBy('seen.last_at', 'desc')
    .orderBy('failure_cluster.id', 'desc')
    .limit(limit + 1)
    .execute()
}
