import type { testOperations } from '@svc/schema'
import { lastDays } from '../history/window.ts'
import type { Context } from '../kernel/context.ts'
import type { Handlers } from '../kernel/operation-handlers.ts'
import { iso } from '../kernel/time.ts'
import { ownersInProject } from '../owners/owners-of.ts'
import { type VisibleProject, visibleProjects } from '../projects/visible-projects.ts'
import { identitiesOf } from '../test-identity/former-names.ts'
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
import { readMonitored } from './read-monitored.ts'
import { readRecentRuns } from './recent-runs.ts'

type Listed = Place & Evidence & { project: VisibleProject }
type Span = Omit<Scope, 'projectId'>

export const listFlakyTests: Handlers<typeof testOperations>['listFlakyTests'] = async ({ ctx, input }) => {
  const { state, minRuns, limit, branch, sort } = input
  const after = input.cursor ? placeAt(ctx, input.cursor, sort) : null
  const span = { ...lastDays(input.days, ctx.clock()), branch }
  const projects = await visibleProjects(ctx, input.project)
  const listed = await Promise.all(
    projects.map(async (project): Promise<Listed[]> => {
      const scope = { ...span, projectId: project.id }
      const all =
        state === 'flaky'
          ? await readAllEvidence(ctx.store, scope)
          : (await readAllFailing(ctx.store, scope)).filter(isBroken)
      const enough = all.filter((test) => test.runs >= minRuns)
      const judged =
        sort === 'judged' ? await readMonitored(ctx.store, project.id, enough) : new Set<number>()
      return enough.map((test) => ({ ...test, project, judged: judged.has(test.testId) ? 1 : 0 }))
    }),
  )
  const wanted = listed.flat().sort(byPlace)
  const first = after ? wanted.findIndex((test) => byPlace(after, test) < 0) : 0
  const items: Awaited<ReturnType<typeof describe>> = []
  // Tests that failed in all of their runs are left out only here: the number of failures is read only for
  // this page.
  for (let index = first === -1 ? wanted.length : first; index < wanted.length; ) {
    const some = wanted.slice(index, index + limit - items.length)
    const described = await describe(ctx, span, some, input.recent)
    items.push(
      ...described.filter(
        ({ test, failed }) => isBroken({ runs: test.runs, failed }) === (state === 'broken'),
      ),
    )
    index += some.length
    if (items.length < limit) continue
    const last = some.at(-1)
    const nextCursor = last && index < wanted.length ? cursorOf(ctx, last, sort) : null
    return { items: items.map(({ item }) => item), nextCursor }
  }
  return { items: items.map(({ item }) => item), nextCursor: null }
}

/** The sort key of a test. `judged` is 1 for tests that come first, 0 for the others. */
type Place = Pick<Evidence, 'flaky' | 'runs' | 'testId'> & { judged: number }
type Sort = 'rate' | 'judged'

function placeAt({ cursors }: Context, cursor: string, sort: Sort): Place {
  if (sort === 'rate') {
    const [flaky, runs, testId] = cursors.decode(cursor, ['number', 'number', 'number'])
    return { judged: 0, flaky, runs, testId }
  }
  const [judged, flaky, runs, testId] = cursors.decode(cursor, ['number', 'number', 'number', 'number'])
  return { judged, flaky, runs, testId }
}

const cursorOf = ({ cursors }: Context, { judged, flaky, runs, testId }: Place, sort: Sort): string =>
  cursors.encode(sort === 'rate' ? [flaky, runs, testId] : [judged, flaky, runs, testId])

/** The highest rate first, then more runs; cross-multiplied, because equal shares must compare as equal. */
const byPlace = (a: Place, b: Place): number =>
  b.judged - a.judged || b.flaky * a.runs - a.flaky * b.runs || b.runs - a.runs || a.testId - b.testId

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
