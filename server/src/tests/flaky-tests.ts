import type { testOperations } from '@svc/schema'
import { lastDays } from '../history/window.ts'
import type { Context } from '../kernel/context.ts'
import type { Handlers } from '../kernel/operation-handlers.ts'
import { iso } from '../kernel/time.ts'
import { ownersInProject } from '../owners/owners-of.ts'
import { type VisibleProject, visibleProjects } from '../projects/visible-projects.ts'
import { identitiesOf } from '../test-identity/renames.ts'
import {
  type Evidence,
  evidenceOf,
  isBroken,
  rateOf,
  readAllEvidence,
  readAllFailing,
  readFailedRuns,
  type Scope,
} from './flakiness.ts'
import { readKnownTests } from './known-tests.ts'
import { readLastEvidence } from './last-evidence.ts'
import { readRecentRuns } from './recent-runs.ts'

type Listed = Evidence & { project: VisibleProject }
type Span = Omit<Scope, 'projectId'>

export const listFlakyTests: Handlers<typeof testOperations>['listFlakyTests'] = async ({ ctx, input }) => {
  const { state, minRuns, limit, branch } = input
  const after = input.cursor ? ctx.cursors.decode(input.cursor, ['number', 'number', 'number']) : null
  const span = { ...lastDays(input.days, ctx.clock()), branch }
  const projects = await visibleProjects(ctx, input.project)
  const listed = await Promise.all(
    projects.map(async (project): Promise<Listed[]> => {
      const scope = { ...span, projectId: project.id }
      const all =
        state === 'flaky'
          ? await readAllEvidence(ctx.store, scope)
          : (await readAllFailing(ctx.store, scope)).filter(isBroken)
      return all.map((test) => ({ ...test, project }))
    }),
  )
  const wanted = listed
    .flat()
    .filter((test) => test.runs >= minRuns)
    .sort(byRate)
  const first = after ? wanted.findIndex((test) => byRate(placeOf(after), test) < 0) : 0
  const items: Awaited<ReturnType<typeof describe>> = []
  // Tests that failed in all of their runs are left out only here: the number of failures is read only for
  // this page.
  for (let index = first === -1 ? wanted.length : first; index < wanted.length; ) {
    const some = wanted.slice(index, index + limit - items.length)
    const described = await describe(ctx, span, some)
    items.push(
      ...described.filter(
        ({ test, failed }) => isBroken({ runs: test.runs, failed }) === (state === 'broken'),
      ),
    )
    index += some.length
    if (items.length < limit) continue
    const last = some.at(-1)
    const nextCursor =
      last && index < wanted.length ? ctx.cursors.encode([last.flaky, last.runs, last.testId]) : null
    return { items: items.map(({ item }) => item), nextCursor }
  }
  return { items: items.map(({ item }) => item), nextCursor: null }
}

type Place = Pick<Evidence, 'flaky' | 'runs' | 'testId'>
const placeOf = ([flaky, runs, testId]: [number, number, number]): Place => ({ flaky, runs, testId })

/** The highest rate first, then more runs; cross-multiplied, because equal shares must compare as equal. */
const byRate = (a: Place, b: Place): number =>
  b.flaky * a.runs - a.flaky * b.runs || b.runs - a.runs || a.testId - b.testId

async function describe(ctx: Context, span: Span, some: Listed[]) {
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
        readRecentRuns(ctx.store, scope, identities),
        ownersInProject(ctx.store, projectId),
      ])
    }),
  )
  const tests = new Map(read.flatMap(([known]) => [...known]))
  const last = new Map(read.flatMap(([, evidence]) => [...evidence]))
  const failures = new Map(read.flatMap(([, , failed]) => [...failed]))
  const recent = new Map(read.flatMap(([, , , runs]) => [...runs]))
  const owners = new Map(byProject.map(([projectId], i) => [projectId, read[i]?.[4]]))
  return some.flatMap((test) => {
    const known = tests.get(test.testId)
    if (!known) return []
    const failed = failures.get(test.testId) ?? 0
    const item = {
      ...known.name,
      project: test.project.slug,
      flakinessRate: rateOf(test),
      evidence: evidenceOf(test),
      failedRuns: failed,
      lastEvidence: last.get(test.testId) ?? null,
      monitor: known.monitor.state,
      monitorSince: known.monitor.since === null ? null : iso(known.monitor.since),
      owners: owners.get(test.project.id)?.(known.name.file) ?? [],
      recent: recent.get(test.testId) ?? [],
    }
    return { test, failed, item }
  })
}
