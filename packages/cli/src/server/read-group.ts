import type { Operations } from '@svc/api'
import type { Connection } from './connect.ts'

type Compared = Operations['compareExecutions']['data']
type Recent = Compared['regressions'][number]['verdict']['history']['recent']
export type ComparisonGroup = keyof Compared['totals']

/** Entries of a group that the server returns at most per request. */
const A_PAGE = 200

const ERRORS = {
  errorsIntroduced: 'introduced',
  errorsPersisting: 'persisting',
  errorsFixed: 'fixed',
} as const

interface Wanted {
  base: string
  head: string
  group: ComparisonGroup
  /** Entries. */
  most: number
}

/** Reads a group of a comparison to its end, or its first entries. The other groups are empty and counted. */
export const readGroup = async (
  { ask }: Connection,
  { base, head, group, most }: Wanted,
): Promise<Compared> => {
  // The server refuses a cursor with other parameters, so each page has the same base and limit.
  const limit = Math.min(most, A_PAGE)
  const page = async (cursor?: string) =>
    (await ask((client) => client.compareExecutions({ base, head, group, limit, ...(cursor && { cursor }) })))
      .data
  const all = await page()
  const entries: unknown[] = entriesOf(all, group)
  for (let cursor = all.nextCursors[group]; cursor && entries.length < most; ) {
    const more = await page(cursor)
    shareRuns(all, more)
    entries.push(...entriesOf(more, group))
    cursor = more.nextCursors[group]
    all.nextCursors[group] = cursor ?? null
  }
  return all
}

function entriesOf(page: Compared, group: ComparisonGroup): unknown[] {
  return group === 'errorsIntroduced' || group === 'errorsPersisting' || group === 'errorsFixed'
    ? page.errors[ERRORS[group]]
    : page[group]
}

/** Each page lists its own runs, and a history refers to them by place. */
function shareRuns(all: Compared, more: Compared): void {
  const [before, now] = [all.historyRuns, more.historyRuns]
  const runs = new Map([...before, ...now].map((run) => [run.execution, run]))
  const joined = [...runs.values()].sort((a, b) => b.startedAt.localeCompare(a.startedAt))
  const move = (page: Compared, own: Compared['historyRuns']) => {
    for (const { verdict } of [...page.regressions, ...page.stillFailing, ...page.newTests]) {
      if (!verdict) continue
      const known = new Map(verdict.history.recent.map((result, place) => [own[place]?.execution, result]))
      verdict.history.recent = joined.map(({ execution }) => known.get(execution) ?? null) as Recent
    }
  }
  move(all, before)
  move(more, now)
  all.historyRuns = joined
}
