import type { testOperations } from '@svc/schema'
import { identitiesOf } from '../executions/renames.ts'
import { iso } from '../executions/summary.ts'
import { visibleProjects } from '../executions/visible-projects.ts'
import type { Context } from '../kernel/context.ts'
import type { Handlers } from '../kernel/handlers.ts'
import { notFound, Problem } from '../kernel/problem.ts'
import type { Store } from '../store/open.ts'
import { evidenceOf, type Flakiness, isBroken, rateOf, readFlakiness } from './flakiness.ts'
import { readFlips } from './flips.ts'
import { readLastEvidence } from './last-evidence.ts'
import { nameOf, readTestRows, stateOf, testRows } from './test-names.ts'
import { readTestRuns } from './test-runs.ts'
import { lastDays } from './window.ts'

const CHANGES_SHOWN = 50

export const getTest: Handlers<typeof testOperations>['getTest'] = async ({ ctx, input }) => {
  const { store } = ctx
  const { row, project } = await findTest(ctx, input.id, input.project)
  const scope = { ...lastDays(input.days, ctx.clock()), projectId: project.id, branch: input.branch }
  const ids = (await identitiesOf(store, project.id, [row.id])).get(row.id) ?? [row.id]
  const [[flakiness], flips, last, names, changes, page] = await Promise.all([
    readFlakiness(store, scope, [row.id]),
    readFlips(store, scope, ids),
    readLastEvidence(ctx, scope, [row.id]),
    readTestRows(store, ids),
    readChanges(store, row.id),
    readTestRuns(ctx, { projectId: project.id, testIds: ids, branch: input.branch, ...pageOf(input) }),
  ])
  const own = flakiness as Flakiness
  return {
    ...nameOf(row),
    project: project.slug,
    firstSeenAt: iso(Math.min(...[...names.values()].map((name) => name.first_seen_at))),
    formerNames: ids.slice(1).flatMap((id) => {
      const former = names.get(id)
      return former ? [nameOf(former)] : []
    }),
    flakinessRate: rateOf(own),
    evidence: { ...evidenceOf(own), flips },
    failedRuns: own.failed,
    isBroken: isBroken(own),
    lastEvidence: last.get(row.id) ?? null,
    monitor: {
      state: stateOf(row.monitor),
      since: row.since === null ? null : iso(row.since),
      changes,
    },
    ...page,
  }
}

const pageOf = ({ limit, cursor }: { limit: number; cursor?: string | undefined }) => ({ limit, cursor })

/** The test of this id, if the caller may see it; several projects may have one of the same name. */
async function findTest(ctx: Context, key: string, slug: string | undefined) {
  const projects = new Map((await visibleProjects(ctx, slug)).map((project) => [project.id, project]))
  const rows = await testRows(ctx.store)
    .innerJoin('project', 'project.id', 'test.project_id')
    .where('project.organization_id', '=', ctx.caller.organizationId)
    .where('test.key', '=', key)
    .execute()
  const found = rows.flatMap((row) => {
    const project = projects.get(row.project_id)
    return project ? [{ row, project }] : []
  })
  const [only, ...others] = found
  if (!only) throw notFound('test')
  const slugs = found.map(({ project }) => project.slug).sort()
  if (others.length > 0)
    throw new Problem(
      'INVALID_REQUEST',
      `project is required: a test of this name is in ${slugs.join(', ')}.`,
    )
  return only
}

async function readChanges({ read }: Store, testId: number) {
  const rows = await read
    .selectFrom('monitor_change')
    .leftJoin('execution', 'execution.id', 'monitor_change.execution_id')
    .select(['at', 'from_state', 'to_state', 'because', 'execution.public_id'])
    .where('test_id', '=', testId)
    .orderBy('monitor_change.id', 'desc')
    .limit(CHANGES_SHOWN)
    .execute()
  return rows.map((row) => ({
    at: iso(row.at),
    from: row.from_state,
    to: row.to_state,
    because: row.because,
    executionId: row.public_id,
  }))
}
