import type { testOperations } from '@svc/schema'
import { newestNamesOf } from '../executions/renames.ts'
import { iso } from '../executions/summary.ts'
import { visibleProjects } from '../executions/visible-projects.ts'
import type { Context } from '../kernel/context.ts'
import type { Handlers } from '../kernel/handlers.ts'
import { notFound, Problem } from '../kernel/problem.ts'
import type { Store } from '../store/open.ts'
import { isOneOf } from '../store/portable.ts'
import { evidenceOf, type Flakiness, isBroken, rateOf, readFlakiness } from './flakiness.ts'
import { readFlips } from './flips.ts'
import { readKnownTests } from './known-tests.ts'
import { readLastEvidence } from './last-evidence.ts'
import { testRows } from './test-names.ts'
import { readTestRuns } from './test-runs.ts'
import { lastDays } from './window.ts'

const CHANGES_SHOWN = 50

export const getTest: Handlers<typeof testOperations>['getTest'] = async ({ ctx, input }) => {
  const { store } = ctx
  const { row, project } = await findTest(ctx, input.id, input.project)
  const id = (await newestNamesOf(store, project.id, [row.id])).get(row.id) ?? row.id
  const test = (await readKnownTests(store, project.id, [id])).get(id)
  if (!test) throw notFound('test')
  const { ids, monitor } = test
  const scope = { ...lastDays(input.days, ctx.clock()), projectId: project.id, branch: input.branch }
  const [[flakiness], flips, last, changes, page] = await Promise.all([
    readFlakiness(store, scope, [id]),
    readFlips(store, scope, ids),
    readLastEvidence(ctx, scope, [id]),
    readChanges(store, ids),
    readTestRuns(ctx, { projectId: project.id, testIds: ids, branch: input.branch, ...pageOf(input) }),
  ])
  const own = flakiness as Flakiness
  return {
    ...test.name,
    project: project.slug,
    firstSeenAt: iso(test.firstSeenAt),
    formerNames: test.formerNames,
    flakinessRate: rateOf(own),
    evidence: { ...evidenceOf(own), flips },
    failedRuns: own.failed,
    isBroken: isBroken(own),
    lastEvidence: last.get(id) ?? null,
    monitor: {
      state: monitor.state,
      since: monitor.since === null ? null : iso(monitor.since),
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

async function readChanges({ read, dialect }: Store, testIds: number[]) {
  const rows = await read
    .selectFrom('monitor_change')
    .leftJoin('execution', 'execution.id', 'monitor_change.execution_id')
    .select(['at', 'from_state', 'to_state', 'because', 'execution.public_id'])
    .where(isOneOf(dialect, 'test_id', testIds))
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
