import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Comparison } from '../../data/queries.ts'
import { type Group, groupOf } from '../../data/runs.ts'
import { Trouble } from '../../frame/trouble.tsx'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { type Entry, entriesOf } from '../../parts/entries.ts'
import { EntryRow } from '../../parts/entry-row.tsx'
import { GROUPS, totalOf } from '../../parts/groups.ts'
import { MoreButton } from '../../parts/more-button.tsx'
import { count, number } from '../../parts/words.ts'

const route = getRouteApi('/compare')

/** All groups with their first entries, or one complete group. */
export function Groups({
  comparison,
  head,
  base,
}: {
  comparison: Comparison
  head: string
  base: string | undefined
}) {
  const { group: asked } = route.useSearch()
  // An address may name a group that does not exist.
  const group = GROUPS.find(({ id }) => id === asked)?.id
  if (group !== undefined)
    return <WholeGroup key={group} comparison={comparison} head={head} base={base} group={group} />
  const shown = GROUPS.filter(({ id }) => totalOf(comparison, id) > 0)
  if (shown.length === 0 && comparison.base === null) return null
  if (shown.length === 0)
    return (
      <div className="card">
        <EmptyState icon="passed" title="Nothing differs">
          <p>Every test that both sides ran has the same result, and took its usual time.</p>
        </EmptyState>
      </div>
    )
  return (
    <div className="groups">
      {shown.map(({ id }) => (
        <GroupCard key={id} group={id} comparison={comparison} entries={entriesOf(comparison, id)} isCut />
      ))}
    </div>
  )
}

function WholeGroup({
  comparison,
  head,
  base,
  group,
}: {
  comparison: Comparison
  head: string
  base: string | undefined
  group: Group
}) {
  const isWhole = comparison.nextCursors[group] == null
  const read = useInfiniteQuery({ ...groupOf(head, base ?? 'auto', group), enabled: !isWhole })
  if (read.error) return <Trouble error={read.error} onRetry={() => read.refetch()} />
  if (!isWhole && !read.data) return <Skeleton rows={8} />
  const entries = isWhole
    ? entriesOf(comparison, group)
    : (read.data?.pages.flatMap((page) => entriesOf(page, group)) ?? [])
  return (
    <div className="groups">
      <GroupCard group={group} comparison={comparison} entries={entries} />
      <MoreButton read={read}>Show more of {number(totalOf(comparison, group))}</MoreButton>
    </div>
  )
}

/** The number of entries that a group shows among the others. */
const FIRST = 20

function GroupCard({
  group,
  comparison,
  entries,
  isCut = false,
}: {
  group: Group
  comparison: Comparison
  entries: Entry[]
  isCut?: boolean
}) {
  const title = GROUPS.find(({ id }) => id === group)?.title ?? group
  const total = totalOf(comparison, group)
  const shown = isCut ? entries.slice(0, FIRST) : entries
  const branch = comparison.base?.branch ?? 'the base'
  return (
    <section aria-labelledby={`group-${group}`}>
      <h2 id={`group-${group}`}>
        {title} <span className="muted">{noteOf(group, total, branch)}</span>
      </h2>
      {total === 0 ? (
        <p className="card none">Nothing of this kind differs.</p>
      ) : (
        <ul className="card entries">
          {shown.map((entry) => (
            <li key={entry.key}>
              <EntryRow entry={entry} head={comparison.head.id} branch={branch} />
            </li>
          ))}
        </ul>
      )}
      {isCut && total > shown.length && (
        <route.Link className="link all" to="." search={(before) => ({ ...before, group })}>
          All {count(total, 'entry', 'entries')}
        </route.Link>
      )}
    </section>
  )
}

const noteOf = (group: Group, total: number, branch: string): string =>
  group === 'slower' || group === 'slowerFiles' || group === 'faster'
    ? `${number(total)} · the band is the usual time on ${branch}, the mark is this run`
    : number(total)
