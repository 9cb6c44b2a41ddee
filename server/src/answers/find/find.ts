import type { findOperations } from '@svc/schema'
import { sql } from 'kysely'
import type { Context } from '../../ground/kernel/context.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { iso } from '../../ground/kernel/time.ts'
import { contains } from '../../ground/store/portable.ts'
import { findTests } from '../../history/tests/find-tests.ts'
import { readTestNames, type TestName } from '../../history/tests/test-names.ts'
import { recentProjects } from '../../people/projects/recent-projects.ts'
import {
  type VisibleProject,
  visibleProject,
  visibleProjects,
} from '../../people/projects/visible-projects.ts'
import { type ExecutionRow, executionRows } from '../../results/executions/execution-row.ts'

/** The number of newest executions, over all searched projects, that one search reads. */
const MOST_LOOKED_AT = 1_000
/** The number of rows of each project that one search returns: enough to name several pull requests. */
const MOST_ROWS = 200
const NAMES = ['branch', 'build', 'suite', 'message', 'machine'] as const

/** What a search field shows: a few items of each kind, newest first. */
export const find: Handlers<typeof findOperations>['find'] = async ({ ctx, input }) => {
  const { q, limit } = input
  const { searched, projects } = await readScope(ctx, input.project)
  const [tests, rows] = await Promise.all([
    readFoundTests(ctx, searched, q, limit),
    readFoundExecutions(ctx, searched, q),
  ])
  return {
    projects: projects
      .filter(hasAllWords(q))
      .slice(0, limit)
      .map(({ slug, name }) => ({ slug, name })),
    tests,
    pullRequests: pullRequestsOf(rows, q).slice(0, limit),
    commits: commitsOf(rows, q).slice(0, limit),
    executions: rows.slice(0, limit).map((row) => ({
      id: row.public_id,
      project: row.slug,
      suite: row.suite,
      build: row.build,
      state: row.state,
      branch: row.branch,
      message: row.message,
      machine: row.machine,
      startedAt: iso(row.started_at),
    })),
  }
}

function hasAllWords(q: string) {
  const words = q.toLowerCase().split(/\s+/)
  return ({ slug, name }: { slug: string; name: string }) =>
    words.every((word) => `${slug} ${name}`.toLowerCase().includes(word))
}

function pullRequestsOf(rows: ExecutionRow[], q: string) {
  const newest = new Map<string, ExecutionRow>()
  for (const row of rows) {
    const key = `${row.repository} ${row.pull_request}`
    if (row.pull_request !== null && !newest.has(key)) newest.set(key, row)
  }
  // `#482` and `482` mean that number rather than a branch or message that contains it.
  const isMeant = (row: ExecutionRow) => String(row.pull_request) === q.replace(/^#/, '')
  return [...newest.values()]
    .sort((a, b) => Number(isMeant(b)) - Number(isMeant(a)))
    .map((row) => ({
      number: row.pull_request as number,
      repository: row.repository,
      branch: row.branch,
      message: row.message,
      project: row.slug,
      lastRunAt: iso(row.started_at),
    }))
}

function commitsOf(rows: ExecutionRow[], q: string) {
  const start = q.toLowerCase()
  const newest = new Map<string, ExecutionRow>()
  for (const row of rows)
    for (const sha of [row.head_sha, row.tested_sha])
      if (sha?.startsWith(start) && start.length >= 4 && !newest.has(sha)) newest.set(sha, row)
  return [...newest].map(([sha, row]) => ({
    sha,
    message: row.message,
    branch: row.branch,
    execution: row.public_id,
    project: row.slug,
    startedAt: iso(row.started_at),
  }))
}

/** The number of projects whose tests and executions one search reads. */
const MOST_SEARCHED = 5

/**
 * The projects whose content is searched, and all projects that may be found by name. Throws
 * NOT_FOUND for the slug of another organization.
 */
async function readScope(ctx: Context, slug: string | undefined) {
  const { projects } = await recentProjects(ctx.store, ctx.caller)
  if (slug !== undefined) return { projects, searched: [await visibleProject(ctx, slug)] }
  const recent = new Map(projects.map((project, place) => [project.slug, place]))
  const recencyOf = (project: VisibleProject) => recent.get(project.slug) ?? projects.length
  const all = await visibleProjects(ctx, undefined)
  return { projects, searched: all.sort((a, b) => recencyOf(a) - recencyOf(b)).slice(0, MOST_SEARCHED) }
}

/**
 * Executions whose branch, build, suite, message, machine, commit, pull request or id matches a text, newest
 * first. Reads only the newest of each project and, by an index, those of a pull request's number
 * or of a complete sha.
 */
async function readFoundExecutions(
  ctx: Context,
  projects: VisibleProject[],
  q: string,
): Promise<ExecutionRow[]> {
  if (projects.length === 0) return []
  const most = Math.ceil(MOST_LOOKED_AT / projects.length)
  const found = await Promise.all(projects.map(({ id }) => ofProject(ctx, id, q, most)))
  return found.flat().sort((a, b) => b.started_at - a.started_at || b.id - a.id)
}

async function ofProject(ctx: Context, projectId: number, q: string, most: number): Promise<ExecutionRow[]> {
  const { store, caller } = ctx
  const own = () =>
    executionRows(store.read, caller.organizationId, caller.projectId)
      .where('execution.project_id', '=', projectId)
      .orderBy('execution.started_at', 'desc')
      .orderBy('execution.id', 'desc')
      .limit(MOST_ROWS)
  const number = Number(/^#?(\d{1,9})$/.exec(q)?.[1] ?? 0)
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(q)
  if (isId) return own().where('execution.public_id', '=', q.toLowerCase()).execute()
  const byNumber = number > 0 ? await own().where('execution.pull_request', '=', number).execute() : []
  if (q.startsWith('#')) return byNumber
  const sha = /^[0-9a-f]{4,64}$/i.test(q) ? q.toLowerCase() : null
  const byName = await own()
    .where(
      sql<boolean>`execution.started_at >= coalesce((
        select started_at from execution as own where own.project_id = ${projectId}
        order by own.started_at desc, own.id desc limit 1 offset ${most - 1}), 0)`,
    )
    .where((eb) =>
      eb.or([
        ...NAMES.map((column) => contains(store.dialect, `execution.${column}`, q)),
        ...(sha === null
          ? []
          : [eb('execution.head_sha', 'like', `${sha}%`), eb('execution.tested_sha', 'like', `${sha}%`)]),
      ]),
    )
    .execute()
  const seen = new Set(byNumber.map(({ id }) => id))
  return [...byNumber, ...byName.filter(({ id }) => !seen.has(id))]
}

/** Tests of these projects whose file or titles contain a text, those of the first project first. */
async function readFoundTests(ctx: Context, projects: VisibleProject[], q: string, limit: number) {
  const found: (TestName & { project: string })[] = []
  for (const { id, slug } of projects) {
    const page = await findTests(ctx.store, {
      projectId: id,
      q,
      monitor: undefined,
      before: null,
      limit: limit - found.length,
    })
    const names = await readTestNames(ctx.store, page.ids)
    for (const test of page.ids) {
      const name = names.get(test)
      if (name) found.push({ ...name, project: slug })
    }
    if (found.length >= limit) break
  }
  return found
}
