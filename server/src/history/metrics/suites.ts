import { hash } from 'node:crypto'
import type { metricsOperations } from '@svc/schema'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { visibleProjects } from '../../people/projects/visible-projects.ts'
import { countsOf, ratio, readSumsBySuite } from '../history/execution-sums.ts'
import { type Window, windowOf } from '../history/window.ts'

export const listSuites: Handlers<typeof metricsOperations>['listSuites'] = async ({ ctx, input }) => {
  const { branch, suite, limit, cursor } = input
  // A window that ends now moves: the pages after the first keep its own.
  const [from, to, index, last] = cursor
    ? ctx.cursors.decode(cursor, ['number', 'number', 'number', 'string'])
    : asPlace(windowOf(input, ctx.clock()))
  const projects = await visibleProjects(ctx, input.project)
  const slugs = new Map(projects.map(({ id, slug }) => [id, slug]))
  const sums = await readSumsBySuite(ctx.store, { from, to, projectIds: [...slugs.keys()], branch, suite })
  const suites = [...Map.groupBy(sums, (row) => suiteKeyOf(row)).entries()]
    .map(([name, own]) => {
      const { executions, tests } = countsOf(own)
      const ended = executions.passed + executions.failed
      return {
        name,
        project: slugs.get(own[0]?.project_id as number) ?? '',
        suite: own[0]?.suite ?? '',
        executions,
        tests,
        executionPassRate: {
          value: ratio(executions.passed, ended),
          numerator: executions.passed,
          denominator: ended,
        },
      }
    })
    .sort(
      (a, b) =>
        b.executions.failed - a.executions.failed ||
        b.tests.failed - a.tests.failed ||
        (orderOf(a) < orderOf(b) ? -1 : 1),
    )
  // Executions of the window may still settle, and change the order.
  const before = suites.findIndex(({ name }) => name === last)
  const start = before < 0 ? index : before + 1
  const page = suites.slice(start, start + limit)
  const next = start + page.length
  return {
    items: page.map(({ name: _name, ...item }) => item),
    nextCursor: next < suites.length ? ctx.cursors.encode([from, to, next, page.at(-1)?.name ?? '']) : null,
  }
}

const orderOf = ({ project, suite }: { project: string; suite: string }) => `${project}\0${suite}`

const asPlace = ({ from, to }: Window): [number, number, number, string] => [from, to, 0, '']

/** Short, because it is in cursors. */
const suiteKeyOf = ({ project_id, suite }: { project_id: number; suite: string }): string =>
  hash('sha256', JSON.stringify([project_id, suite])).slice(0, 16)
