import type { failureOperations } from '@svc/schema'
import type { z } from 'zod'
import type { Context } from '../../ground/kernel/context.ts'
import { isBehind } from '../../ground/kernel/id-cursor.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { notFound } from '../../ground/kernel/problem.ts'
import { iso } from '../../ground/kernel/time.ts'
import { visibleProject } from '../../people/projects/visible-projects.ts'
import { hasSettled } from '../../results/executions/has-settled.ts'
import { ownersInProject } from '../../results/owners/owners-of.ts'
import { idsIn } from '../history/ran-set.ts'
import { type Window, windowOf } from '../history/window.ts'
import { describeClusters, readLegs, readSamples } from './cluster-facts.ts'
import { gatherRuns, legIdsOf } from './cluster-runs.ts'

type Get = Handlers<typeof failureOperations>['getFailure']

export const getFailure: Get = async ({ ctx, input }) => {
  const window = windowOf(input, ctx.clock())
  const project = await visibleProject(ctx, input.project)
  const cluster = await ctx.store.read
    .selectFrom('failure_cluster')
    .select(['id', 'fingerprint', 'message'])
    .where('project_id', '=', project.id)
    .where('fingerprint', '=', input.fingerprint)
    .executeTakeFirst()
  if (!cluster) throw notFound('failure')
  const [gathered, { occurrences, nextCursor }] = await Promise.all([
    gatherRuns(ctx, [cluster], window, input.branch),
    readOccurrences(ctx, cluster.id, window, input),
  ])
  const owners = await ownersInProject(ctx.store, project.id)
  const [described] = await describeClusters(ctx, project, gathered, owners)
  if (!described) throw notFound('failure')
  return { ...described, occurrences, nextCursor }
}

async function readOccurrences(
  { store, cursors, baseUrl }: Context,
  clusterId: number,
  { from, to }: Window,
  { branch, limit, cursor }: z.output<typeof failureOperations.getFailure.input>,
) {
  let query = store.read
    .selectFrom('failure_run')
    .innerJoin('execution', 'execution.id', 'failure_run.execution_id')
    .select(['failure_run.execution_id', 'failure_run.started_at', 'failure_run.failed', 'failure_run.flaky'])
    .select(['failure_run.errors', 'failure_run.tests', 'test_ids', 'legs'])
    .select(['public_id', 'suite', 'state', 'branch', 'head_sha', 'tested_sha', 'pull_request'])
    .where('cluster_id', '=', clusterId)
    .where(hasSettled)
    .where('failure_run.started_at', '>=', from)
    .where('failure_run.started_at', '<', to)
  if (branch !== undefined) query = query.where('execution.branch', '=', branch)
  if (cursor !== undefined)
    query = query.where(isBehind({ cursors }, ['failure_run.started_at', 'failure_run.execution_id'], cursor))
  const rows = await query
    .orderBy('failure_run.started_at', 'desc')
    .orderBy('failure_run.execution_id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit).map((row) => ({ ...row, testIds: new Set(idsIn(row.test_ids)) }))
  const [sampleOf, legsOf] = await Promise.all([
    readSamples(
      store,
      page.map((row) => row.testIds),
    ),
    readLegs(
      store,
      page.flatMap((row) => legIdsOf(row.legs)),
    ),
  ])
  const occurrences = page.map((row): Awaited<ReturnType<Get>>['occurrences'][number] => ({
    execution: {
      id: row.public_id,
      url: `${baseUrl}/executions/${row.public_id}`,
      suite: row.suite,
      state: row.state,
      branch: row.branch,
      commit: row.head_sha ?? row.tested_sha,
      pullRequest: row.pull_request,
      startedAt: iso(row.started_at),
    },
    failed: row.failed,
    flaky: row.flaky,
    errors: row.errors,
    tests: row.tests,
    legs: legsOf(legIdsOf(row.legs)),
    sample: sampleOf(row.testIds),
  }))
  const last = page.at(-1)
  return {
    occurrences,
    nextCursor:
      last && rows.length > page.length ? cursors.encode([last.started_at, last.execution_id]) : null,
  }
}
