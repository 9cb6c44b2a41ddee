import type { failureContextOperations } from '@svc/schema'
import type { Context } from '../../ground/kernel/context.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { notFound } from '../../ground/kernel/problem.ts'
import { DAY_MS } from '../../ground/kernel/time.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { readSeen } from '../../history/failures/cluster-runs.ts'
import { hasSettled } from '../../results/executions/has-settled.ts'
import { describeTies, tieRows } from './ties/read-ties.ts'

type List = Handlers<typeof failureContextOperations>['listDocumentFailures']
type Failure = Awaited<ReturnType<List>>['failures'][number]['failure']

const MOST_TIES = 200
const RECENT_DAYS = 30
const MESSAGE_LENGTH = 500

/** The failures that a document explains, each with its state in the document's project. */
export const listDocumentFailures: List = async ({ ctx, input }) => {
  const { store, caller } = ctx
  const document = await store.read
    .selectFrom('document')
    .innerJoin('project', 'project.id', 'document.project_id')
    .select(['document.id', 'document.project_id', 'document.visibility'])
    .where('project.organization_id', '=', caller.organizationId)
    .where('document.public_id', '=', input.id.toLowerCase())
    .executeTakeFirst()
  const isHidden =
    caller.projectId !== null &&
    document?.project_id !== caller.projectId &&
    document?.visibility !== 'shared'
  if (!document || isHidden) throw notFound('document')
  // A key of one project sees failures of that project only.
  const projectId = caller.projectId ?? document.project_id
  const rows = await tieRows(ctx).where('document.id', '=', document.id).limit(MOST_TIES).execute()
  const ties = await describeTies(
    ctx,
    rows.map((row) => ({ ...row, failureProjectId: projectId })),
  )
  const states = await readStates(
    ctx,
    projectId,
    rows.map((row) => row.fingerprint),
  )
  return { failures: ties.map((tie) => ({ ...tie, failure: states.get(tie.fingerprint) ?? NEVER })) }
}

const NEVER: Failure = { message: null, firstSeen: null, lastSeen: null, executions: 0 }

async function readStates(
  ctx: Context,
  projectId: number,
  fingerprints: string[],
): Promise<Map<string, Failure>> {
  const { store } = ctx
  if (fingerprints.length === 0) return new Map()
  const since = ctx.clock() - RECENT_DAYS * DAY_MS
  const clusters = await store.read
    .selectFrom('failure_cluster')
    .select(['id', 'fingerprint', 'message'])
    .select((eb) =>
      eb
        .selectFrom('failure_run')
        .innerJoin('execution', 'execution.id', 'failure_run.execution_id')
        .select(eb.fn.countAll<number>().as('count'))
        .whereRef('failure_run.cluster_id', '=', 'failure_cluster.id')
        .where('failure_run.started_at', '>=', since)
        .where(hasSettled)
        .as('recent'),
    )
    .where('project_id', '=', projectId)
    .where(isOneOf(store.dialect, 'fingerprint', fingerprints))
    .execute()
  if (clusters.length === 0) return new Map()
  const seen = await readSeen(
    ctx,
    clusters.map((cluster) => cluster.id),
  )
  return new Map(
    clusters.map(({ id, fingerprint, message, recent }) => {
      const { firstSeen, lastSeen } = seen.get(id) ?? {}
      const failure = {
        message: message.slice(0, MESSAGE_LENGTH).toWellFormed(),
        firstSeen: firstSeen ? sighting(firstSeen) : null,
        lastSeen: lastSeen ? sighting(lastSeen) : null,
        executions: Number(recent ?? 0),
      }
      return [fingerprint, failure]
    }),
  )
}

const sighting = ({ at, branch, commit }: { at: string; branch: string | null; commit: string | null }) => ({
  at,
  branch,
  commit,
})
