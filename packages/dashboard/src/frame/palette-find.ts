import { DEFAULT_SUITE } from '@svc/protocol'
import type { QueryClient } from '@tanstack/react-query'
import { whoAmI } from '../data/queries.ts'
import { foundOf } from '../data/runs.ts'
import { executionName } from '../parts/execution-name.ts'
import type { IconName } from '../parts/icon.tsx'
import { shortSha } from '../parts/words.ts'
import { addressOf } from './pages.ts'
import type { Place } from './place.tsx'

export interface PaletteItem {
  id: string
  label: string
  note?: string
  icon: IconName
  /** An address of the dashboard, or an action. */
  go: string | (() => void)
}

/** A source of the palette: one group of its answers. */
export interface PaletteSource {
  title: string
  /** At most `most` matching items; the signal ends a search that a further letter made obsolete. */
  find(query: string, most: number, signal: AbortSignal): PaletteItem[] | Promise<PaletteItem[]>
}

type Found = Awaited<ReturnType<NonNullable<ReturnType<typeof foundOf>['queryFn']>>>

const SHORTEST = 2
const PAUSE_MS = 150
/** The number of a person's organizations that a page of none of them searches. */
const MOST_ORGANIZATIONS = 5

/**
 * The server's matches: tests, pull requests, commits and executions. One read for each organization serves all of
 * them.
 */
export function findEverywhere(queries: QueryClient, { organization, project }: Place): PaletteSource[] {
  const searched = async (): Promise<string[]> => {
    if (organization !== null) return [organization]
    const { organizations } = await queries.ensureQueryData(whoAmI())
    return organizations.slice(0, MOST_ORGANIZATIONS).map(({ slug }) => slug)
  }
  const readAll = async (query: string) =>
    Promise.all(
      (await searched()).map(async (slug) => ({
        ...(await queries.fetchQuery(foundOf(slug, project, query))),
        organization: slug,
      })),
    )
  let shared: { query: string; found: ReturnType<typeof readAll> } | null = null
  const read = (query: string, signal: AbortSignal) => {
    if (shared?.query === query && !signal.aborted) return shared.found
    const found = pause(signal).then((isOver) => (isOver ? readAll(query) : []))
    shared = { query, found }
    return found
  }
  const source = (
    title: string,
    itemsOf: (found: Found & { organization: string }) => PaletteItem[],
  ): PaletteSource => ({
    title,
    find: async (query, most, signal) =>
      query.length < SHORTEST ? [] : (await read(query, signal)).flatMap(itemsOf).slice(0, most),
  })
  return [
    source('Tests', ({ organization, tests }) =>
      tests.map(({ testId, titles, file, variant, project: of }) => ({
        id: `test-${organization}-${of}-${testId}`,
        label: titles.join(' › '),
        note: [project === null && of, variant, file].filter(Boolean).join(' · '),
        icon: 'doc',
        go: addressOf(organization, of, `/tests/${testId}`),
      })),
    ),
    source('Pull requests', ({ organization, pullRequests }) =>
      pullRequests.map(({ number, repository, message, branch }) => ({
        id: `pull-${organization}-${repository}-${number}`,
        label: `#${number} ${firstLine(message) || branch || ''}`,
        note: repository ?? '',
        icon: 'pull',
        go: `/o/${encodeURIComponent(organization)}/pulls/${number}${repository === null ? '' : `?repo=${encodeURIComponent(repository)}`}`,
      })),
    ),
    source('Commits', ({ organization, commits }) =>
      commits.map(({ sha, message, branch, project: of }) => ({
        id: `commit-${organization}-${of}-${sha}`,
        label: `${shortSha(sha)} ${firstLine(message)}`,
        note: branch ?? '',
        icon: 'commit',
        go: addressOf(organization, of, `/executions?commit=${sha}`),
      })),
    ),
    source('Executions', ({ executions }) =>
      executions.map((execution) => ({
        id: `execution-${execution.id}`,
        label: executionName(execution),
        note: [execution.branch, execution.suite]
          .filter((each) => each !== null && each !== DEFAULT_SUITE)
          .join(' · '),
        icon: 'list',
        go: `/executions/${execution.id}`,
      })),
    ),
  ]
}

const firstLine = (message: string | null): string => message?.split('\n', 1)[0] ?? ''

/** Resolves to true after a pause in typing, and to false if another letter was typed. */
const pause = (signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), PAUSE_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve(false)
    })
  })
