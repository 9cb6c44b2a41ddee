import type { testOperations } from '@svc/schema'
import type { Context } from '../../ground/kernel/context.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { iso } from '../../ground/kernel/time.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { EVIDENCE } from '../../ground/store/tables.ts'
import { type VisibleProject, visibleProjects } from '../../people/projects/visible-projects.ts'
import { ownersInProject } from '../../results/owners/owners-of.ts'
import { signOf } from '../../results/results/error-sign.ts'
import { identitiesOf } from '../../results/test-identity/former-names.ts'
import { lastDays } from '../history/window.ts'
import {
  type Evidence,
  evidenceOf,
  neverPassed,
  rateOf,
  readAllBroken,
  readAllEvidence,
  readFailedRuns,
  type Scope,
} from './flakiness.ts'
import { comparing, cursorOf, type FlakyPlace, placeAt, readCosts, readValues } from './flaky-order.ts'
import { readKnownTests } from './known-tests.ts'
import { readLastErrors } from './last-errors.ts'
import { readLastEvidence } from './last-evidence.ts'
import { readRecentRuns } from './recent-runs.ts'
import { readTestNames } from './test-names.ts'

type Listed = FlakyPlace & Evidence & { project: VisibleProject }
type Span = Omit<Scope, 'projectId'>

export const listFlakyTests: Handlers<typeof testOperations>['listFlakyTests'] = async ({ ctx, input }) => {
  const { state, minRuns, limit, branch, sort } = input
  const after = input.cursor ? placeAt(ctx, input.cursor) : null
  const byPlace = comparing(sort, input.order)
  const span = { ...lastDays(input.days, ctx.clock()), branch }
  const projects = await visibleProjects(ctx, input.project)
  const listed = await Promise.all(
    projects.map(async (project): Promise<Listed[]> => {
      const scope = { ...span, projectId: project.id }
      const all =
        state === 'flaky' ? await readAllEvidence(ctx.store, scope) : await readAllBroken(ctx.store, scope)
      // A broken test that has not run lately is still broken; with a branch, only tests that ran there.
      const fewest = state === 'broken' && branch === undefined && minRuns === 1 ? 0 : minRuns
      const enough = all.filter((test) => test.runs >= fewest)
      const owned = input.owner === undefined ? enough : await ownedBy(ctx, project.id, input.owner, enough)
      const values = await readValues(ctx, scope, sort, owned)
      return owned.map((test) => ({ ...test, project, value: values.get(test.testId) ?? null }))
    }),
  )
  const wanted = listed.flat().sort(byPlace)
  const first = after ? wanted.findIndex((test) => byPlace(after, test) < 0) : 0
  const items: Awaited<ReturnType<typeof describe>> = []
  // Tests that failed in all of their runs, or once by their machine, are left out only here: failures and errors
  // are read only for this page.
  for (let index = first === -1 ? wanted.length : first; index < wanted.length; ) {
    const some = wanted.slice(index, index + limit - items.length)
    const described = await describe(ctx, span, some, input.recent)
    items.push(
      ...described.filter(
        ({ test, failed, isByMachine }) =>
          state === 'broken' || !(neverPassed({ runs: test.runs, failed }) || isByMachine),
      ),
    )
    index += some.length
    if (items.length < limit) continue
    const last = some.at(-1)
    const nextCursor = last && index < wanted.length ? cursorOf(ctx, last) : null
    return { items: items.map(({ item }) => item), nextCursor }
  }
  return { items: items.map(({ item }) => item), nextCursor: null }
}

async function ownedBy({ store }: Context, projectId: number, owner: string, tests: Evidence[]) {
  const [names, ownersOf] = await Promise.all([
    readTestNames(
      store,
      tests.map(({ testId }) => testId),
    ),
    ownersInProject(store, projectId),
  ])
  return tests.filter(({ testId }) => ownersOf(names.get(testId)?.file ?? '').includes(owner))
}

async function describe(ctx: Context, span: Span, some: Listed[], recentRuns: number) {
  const byProject = [...Map.groupBy(some, (test) => test.project.id)]
  const read = await Promise.all(
    byProject.map(async ([projectId, own]) => {
      const scope = { ...span, projectId }
      const identities = await identitiesOf(
        ctx.store,
        projectId,
        own.map((test) => test.testId),
      )
      return Promise.all([
        readKnownTests(ctx.store, identities),
        readLastEvidence(ctx, scope, identities),
        readFailedRuns(ctx.store, scope, identities),
        readRecentRuns(ctx.store, scope, identities, recentRuns),
        ownersInProject(ctx.store, projectId),
        readLastErrors(ctx.store, scope, identities),
        readOnceByMachine(ctx, scope, own, identities),
        readCosts(ctx.store, projectId, own),
      ])
    }),
  )
  const tests = new Map(read.flatMap(([known]) => [...known]))
  const last = new Map(read.flatMap(([, evidence]) => [...evidence]))
  const failures = new Map(read.flatMap(([, , failed]) => [...failed]))
  const recent = new Map(read.flatMap(([, , , runs]) => [...runs]))
  const errors = new Map(read.flatMap(([, , , , , found]) => [...found]))
  const byMachine = new Set(read.flatMap(([, , , , , , once]) => [...once]))
  const costs = new Map(read.flatMap(([, , , , , , , own]) => [...own]))
  const documents = await readKnownDocuments(
    ctx,
    byProject.map(([projectId]) => projectId),
    [...errors.values()].map(({ fingerprint }) => fingerprint),
  )
  const owners = new Map(byProject.map(([projectId], i) => [projectId, read[i]?.[4]]))
  return some.flatMap((test) => {
    const known = tests.get(test.testId)
    if (!known) return []
    const failed = failures.get(test.testId) ?? 0
    const error = errors.get(test.testId) ?? null
    const cost = costs.get(test.testId)
    const item = {
      ...known.name,
      project: test.project.slug,
      flakinessRate: rateOf(test),
      evidence: evidenceOf(test),
      failedRuns: failed,
      lastEvidence: last.get(test.testId) ?? null,
      lastError: error,
      costMs: cost === undefined ? null : cost / 1_000,
      document: error && (documents.get(`${test.project.id}/${error.fingerprint}`) ?? null),
      monitor: known.monitor.state,
      monitorSince: known.monitor.since === null ? null : iso(known.monitor.since),
      owners: owners.get(test.project.id)?.(known.name.file) ?? [],
      recent: recent.get(test.testId) ?? [],
    }
    return { test, failed, isByMachine: byMachine.has(test.testId), item }
  })
}

/**
 * The tests whose only evidence has an error that a network, a service, a slow or a full machine causes. One test
 * that an outage hit looks like that; a flake comes again.
 */
async function readOnceByMachine(
  { store }: Context,
  scope: Scope,
  tests: Listed[],
  identities: Map<number, number[]>,
): Promise<number[]> {
  const once = tests.filter(({ flaky }) => flaky === 1).map(({ testId }) => testId)
  if (once.length === 0) return []
  const own = new Map(once.map((testId) => [testId, identities.get(testId) ?? [testId]]))
  const errors = await readLastErrors(store, scope, own, EVIDENCE)
  return once.filter((testId) => {
    const error = errors.get(testId)
    const sign = error && signOf(error.fingerprint, error.message)
    return sign !== undefined && (sign.code !== null || sign.isIll || sign.isGivenUp)
  })
}

interface KnownDocument {
  /** The slug of its project. */
  project: string
  path: string
  title: string
}

/**
 * The newest document tied to each failure, by `<project id>/<fingerprint>`: of the failure's own project, or one that the
 * organization shares. Empty for a caller who may not read documents.
 */
async function readKnownDocuments(
  { store, caller }: Context,
  projectIds: number[],
  fingerprints: string[],
): Promise<Map<string, KnownDocument>> {
  if (fingerprints.length === 0 || !caller.scopes.has('knowledge')) return new Map()
  const rows = await store.read
    .selectFrom('document_failure')
    .innerJoin('document', 'document.id', 'document_failure.document_id')
    .innerJoin('project', 'project.id', 'document.project_id')
    .select(['document_failure.fingerprint', 'document.path', 'document.title', 'document.visibility'])
    .select(['document.project_id', 'project.slug'])
    .where('project.organization_id', '=', caller.organizationId)
    .where(isOneOf(store.dialect, 'document_failure.fingerprint', [...new Set(fingerprints)]))
    .orderBy('tied_at')
    .orderBy('document.id', 'desc')
    .execute()
  return new Map(
    projectIds.flatMap((id) =>
      rows
        .filter(({ project_id, visibility }) => project_id === id || visibility === 'shared')
        .map(({ fingerprint, slug, path, title }) => [
          `${id}/${fingerprint}`,
          { project: slug, path, title },
        ]),
    ),
  )
}
