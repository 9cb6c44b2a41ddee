import type { Query, QueryClient } from '@tanstack/react-query'
import { keepStream } from './stream.ts'

/**
 * The reads that follow the stream, by the first part of their key; the second is the organization. An upload tells of many
 * changes: a read is repeated at most this often. Those of a month of history take the server longer.
 */
const FOLLOWING = [
  {
    spacingMs: 3_000,
    reads: new Set(['overview', 'executions', 'pull-requests', 'pull-request', 'projects', 'wall', 'home']),
  },
  {
    spacingMs: 15_000,
    reads: new Set(['flaky-tests', 'tests', 'test', 'failures', 'failure', 'trends']),
  },
]

/**
 * Reads what the page shows again when something changes in an organization, by the tab's one stream of events. If the
 * stream is refused or broken, each attempt to open it reads again. Returns the function that ends
 * it.
 */
export function follow(queries: QueryClient, organization: string): () => void {
  let hasOpened = false
  const followers = FOLLOWING.map(({ spacingMs, reads }) =>
    makeFollower(
      (changed) =>
        void queries.invalidateQueries({
          predicate: (query) => reads.has(String(query.queryKey[0])) && isOf(query, organization, changed),
        }),
      spacingMs,
    ),
  )
  const tell = (projects: string[]) => {
    for (const follower of followers) follower.tell(projects)
  }
  const address = `/api/events?organization=${encodeURIComponent(organization)}`
  const close = keepStream(address, (own, { isWell }) => {
    // Whatever happened while there was no stream.
    if (hasOpened) tell([ALL])
    hasOpened = true
    own.addEventListener('ready', isWell)
    own.addEventListener('changed', ({ data }: MessageEvent<string>) => {
      isWell()
      tell((JSON.parse(data) as { projects: string[] }).projects)
    })
  })
  return () => {
    for (const follower of followers) follower.stop()
    close()
  }
}

const ALL = ''

/** Calls `read` with the projects that changed: at once, then after each pause with those of the meantime. */
function makeFollower(read: (changed: Set<string>) => void, spacingMs: number) {
  let pause: ReturnType<typeof setTimeout> | undefined
  let waiting = new Set<string>()
  const readAgain = () => {
    if (pause !== undefined || waiting.size === 0) return
    read(waiting)
    waiting = new Set()
    pause = setTimeout(() => {
      pause = undefined
      readAgain()
    }, spacingMs)
  }
  return {
    tell: (projects: string[]) => {
      for (const project of projects) waiting.add(project)
      readAgain()
    },
    stop: () => clearTimeout(pause),
  }
}

/** A read of a whole organization, or of a project that changed. */
function isOf({ queryKey: [, of, project] }: Query, organization: string, changed: Set<string>): boolean {
  return of === organization && (changed.has(ALL) || typeof project !== 'string' || changed.has(project))
}
