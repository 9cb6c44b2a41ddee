import type { testOperations } from '@svc/schema'
import { type VisibleProject, visibleProjects } from '../executions/visible-projects.ts'
import type { Context } from '../kernel/context.ts'
import type { Handlers } from '../kernel/handlers.ts'
import { evidenceOf, type Flakiness, isBroken, rateOf, readAllFlakiness, type Scope } from './flakiness.ts'
import { readKnownTests } from './known-tests.ts'
import { readLastEvidence } from './last-evidence.ts'
import { lastDays } from './window.ts'

type Listed = Flakiness & { project: VisibleProject }

export const listFlakyTests: Handlers<typeof testOperations>['listFlakyTests'] = async ({ ctx, input }) => {
  const { state, minRuns, limit, branch } = input
  const after = input.cursor ? ctx.cursors.decode(input.cursor, ['number', 'number', 'number']) : null
  const window = lastDays(input.days, ctx.clock())
  const projects = await visibleProjects(ctx, input.project)
  const found = await Promise.all(
    projects.map(async (project): Promise<Listed[]> => {
      const scope = { ...window, projectId: project.id, branch }
      const all = await readAllFlakiness(ctx.store, scope, state === 'flaky' ? 'flaky' : 'failed')
      return all.map((test) => ({ ...test, project }))
    }),
  )
  const wanted = found
    .flat()
    .filter((test) => test.runs >= minRuns && isBroken(test) === (state === 'broken'))
    .sort(byRate)
  const from = after ? wanted.findIndex((test) => byRate(placeOf(after), test) < 0) : 0
  const page = from === -1 ? [] : wanted.slice(from, from + limit)
  const last = page.at(-1)
  return {
    items: await described(ctx, { ...window, branch }, page),
    nextCursor:
      last && from + page.length < wanted.length
        ? ctx.cursors.encode([last.flaky, last.runs, last.testId])
        : null,
  }
}

type Place = Pick<Flakiness, 'flaky' | 'runs' | 'testId'>
const placeOf = ([flaky, runs, testId]: [number, number, number]): Place => ({ flaky, runs, testId })

/** The highest rate first, then the one with more runs; multiplied out, since equal shares must be equal. */
const byRate = (a: Place, b: Place): number =>
  b.flaky * a.runs - a.flaky * b.runs || b.runs - a.runs || a.testId - b.testId

async function described(ctx: Context, window: Omit<Scope, 'projectId'>, page: Listed[]) {
  const byProject = [...Map.groupBy(page, (test) => test.project.id)]
  const read = await Promise.all(
    byProject.map(([projectId, own]) => {
      const ids = own.map((test) => test.testId)
      return Promise.all([
        readKnownTests(ctx.store, projectId, ids),
        readLastEvidence(ctx, { ...window, projectId }, ids),
      ])
    }),
  )
  const tests = new Map(read.flatMap(([known]) => [...known]))
  const last = new Map(read.flatMap(([, evidence]) => [...evidence]))
  return page.flatMap((test) => {
    const known = tests.get(test.testId)
    if (!known) return []
    return {
      ...known.name,
      project: test.project.slug,
      flakinessRate: rateOf(test),
      evidence: evidenceOf(test),
      failedRuns: test.failed,
      lastEvidence: last.get(test.testId) ?? null,
      monitor: known.monitor.state,
    }
  })
}
