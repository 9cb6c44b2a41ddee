import type { findOperations } from '@svc/schema'
import type { Context } from '../../ground/kernel/context.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { iso } from '../../ground/kernel/time.ts'
import { recentProjects } from '../../people/projects/recent-projects.ts'
import {
  type VisibleProject,
  visibleProject,
  visibleProjects,
} from '../../people/projects/visible-projects.ts'
import type { ExecutionRow } from '../../results/executions/execution-row.ts'
import { readFoundExecutions } from './found-executions.ts'
import { readFoundTests } from './found-tests.ts'

type Find = Handlers<typeof findOperations>['find']

/** What a search field shows: a few items of each kind, newest first. */
export const find: Find = async ({ ctx, input }) => {
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
