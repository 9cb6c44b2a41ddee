import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useCallback, useDeferredValue, useMemo, useRef } from 'react'
import type { FailureFilter } from '../../data/execution-failures.ts'
import { type Execution, firstResultsOf, type ListedResult, resultsOf } from '../../data/queries.ts'
import { rowsOf } from '../../data/rows.ts'
import { useKeys } from '../../frame/keys.ts'
import { Trouble } from '../../frame/trouble.tsx'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { MiddleCut } from '../../parts/middle-cut.tsx'
import { StatusIcon } from '../../parts/status.tsx'
import { Duration } from '../../parts/time.tsx'
import { NARROW, useMedia } from '../../parts/use-media.ts'
import { VirtualRows } from '../../parts/virtual-rows.tsx'
import { count } from '../../parts/words.ts'
import { FailureDetail } from './failure-detail.tsx'
import { failureIn, keyOf, ofResult, type Section } from './failures-of.ts'
import { isPlainList, type StatusFilter } from './search.ts'
import './all-results.css'

/** For the route, which begins to read while this code arrives. */
export { rowsOf }

const route = getRouteApi('/executions/$id')
const ROW = 44

/**
 * Every result with a status, by file, in any number. A failed one opens the same detail as the
 * list of failures.
 */
export function AllResults({
  execution,
  status,
  sections,
}: {
  execution: Execution
  status: StatusFilter
  sections: Section[]
}) {
  const { q, owner, leg, test } = route.useSearch()
  const isNarrow = useMedia(NARROW)
  const isPlain = isPlainList({ q, owner, leg, test })
  const first = useQuery({ ...firstResultsOf(execution.id, status), enabled: isPlain })
  const read = useQuery({ ...rowsOf(execution.id, status), enabled: !isPlain || !first.isPending })
  // A selected test must not arrive later, because it would move the list.
  const hasFirst = isPlain || (isPlainList({ q, owner, leg }) && hasTest(first.data, test))
  const rows = read.data ?? (hasFirst ? first.data : undefined)
  const sorted = useMemo(() => sortedOf(rows ?? []), [rows])
  // Typing takes precedence over rendering, whatever the number of rows.
  const wanted = useDeferredValue(q)
  const items = useMemo(() => filtered(sorted, { q: wanted, owner, leg }), [sorted, wanted, owner, leg])
  const hasLegs = useMemo(() => new Set(sorted.map(({ result }) => result.leg)).size > 1, [sorted])
  const at = items.findIndex(({ key }) => key === test)
  const focusIfAsked = useResultKeys(items, at)
  const selected = items[at]
  if (read.error) return <Trouble error={read.error} onRetry={() => read.refetch()} />
  if (!rows) return <Skeleton rows={12} />
  if (items.length === 0) return <None execution={execution} isFiltered={rows.length > 0} status={status} />
  const detail = selected && (
    <Detail key={selected.key} execution={execution} sections={sections} row={selected.result} />
  )
  return (
    <div className={selected && !isNarrow ? 'split follows results' : 'results'}>
      <section className="card" aria-label={read.data ? count(items.length, 'result') : 'First results'}>
        <VirtualRows items={items} rowHeight={ROW} keyOf={({ key }) => key} label="Results" selected={at}>
          {({ key, result }, index) => (
            <>
              <route.Link
                ref={index === at ? focusIfAsked : undefined}
                className="result"
                to="."
                search={(before) => ({ ...before, test: key === test && isNarrow ? undefined : key })}
                resetScroll={false}
                {...(index === at && { 'aria-current': 'true' })}
              >
                <StatusIcon status={result.status} isNamed />
                <Name {...result} hasLegs={hasLegs} />
                <span className="file ellipsis">{result.file}</span>
                <span className="took">
                  <Duration ms={result.durationMs} />
                </span>
              </route.Link>
              {isNarrow && index === at && detail}
            </>
          )}
        </VirtualRows>
      </section>
      {!isNarrow && detail}
    </div>
  )
}

/** The fields of a result that the list of failures shows; a row has no attempts, so they are read now. */
function Detail({
  execution,
  sections,
  row,
}: {
  execution: Execution
  sections: Section[]
  row: ListedResult
}) {
  const known = failureIn(sections, keyOf(row))
  const read = useQuery({ ...resultsOf(execution.id, row.status), enabled: known === undefined })
  const result = read.data?.find((each) => keyOf(each) === keyOf(row))
  const failure = known ?? (result && { ...ofResult(result), owners: row.owners })
  if (read.error) return <Trouble error={read.error} onRetry={() => read.refetch()} />
  if (!failure)
    return (
      <div className="card detail">
        <Skeleton rows={6} />
      </div>
    )
  return <FailureDetail execution={execution} comparison={null} failure={failure} />
}

/** The end of a name distinguishes tests, so a narrow list never cuts it. */
function Name({
  titles,
  variant,
  leg,
  hasLegs,
}: Pick<ListedResult, 'titles' | 'variant' | 'leg'> & { hasLegs: boolean }) {
  const suites = titles.slice(0, -1)
  const which = [variant, hasLegs && leg].filter(Boolean).join(' · ')
  return (
    <span className="name">
      {suites.length > 0 && (
        <>
          <span className="suites ellipsis">{suites.join(' › ')}</span>
          <span className="to"> › </span>
        </>
      )}
      <MiddleCut text={titles.at(-1) ?? ''} />
      {which && <span className="which"> · {which}</span>}
    </span>
  )
}

interface Item {
  key: string
  result: ListedResult
  /** The text that a filter searches, in lower case. */
  text: string
}

const hasTest = (rows: ListedResult[] = [], test: string | undefined): boolean =>
  rows.some((row) => keyOf(row) === test)

/** Kept, so that going through the statuses of 20,000 results makes no text twice. */
const known = new WeakMap<ListedResult[], Item[]>()

function sortedOf(results: ListedResult[]): Item[] {
  const before = known.get(results)
  if (before) return before
  const items = results
    .map((result) => ({
      key: keyOf(result),
      result,
      text: textOf(result),
    }))
    .sort((a, b) => (a.result.file < b.result.file ? -1 : a.result.file > b.result.file ? 1 : 0))
  known.set(results, items)
  return items
}

/** What the field promises to search: title, file, owner and error. */
const textOf = ({ titles, file, variant, owners, error, skipReason }: ListedResult): string =>
  [titles.join(' › '), file, variant, owners.join(' '), error?.message, skipReason].join(' ').toLowerCase()

function filtered(items: Item[], { q, owner, leg }: FailureFilter): Item[] {
  if (q === undefined && owner === undefined && leg === undefined) return items
  const words = (q ?? '').toLowerCase().split(/\s+/)
  return items.filter(
    ({ text, result }) =>
      (leg === undefined || result.leg === leg) &&
      (owner === undefined || result.owners.includes(owner)) &&
      words.every((word) => text.includes(word)),
  )
}

/** Returns the ref of the selected row, which focuses it after a key. The row may be drawn later: the list is virtual. */
function useResultKeys(items: Item[], at: number): (row: HTMLElement | null) => void {
  const navigate = useNavigate({ from: '/executions/$id' })
  const isAsked = useRef(false)
  const go = (index: number) => {
    const next = items[index]
    if (!next) return
    isAsked.current = true
    navigate({ search: (before) => ({ ...before, test: next.key }), replace: true, resetScroll: false })
  }
  useKeys([
    { keys: 'j', label: 'Next result', run: () => go(at + 1) },
    { keys: 'k', label: 'Previous result', run: () => go(at - 1) },
  ])
  return useCallback((row) => {
    if (!row || !isAsked.current) return
    isAsked.current = false
    row.focus({ preventScroll: true })
  }, [])
}

function None({
  execution,
  isFiltered,
  status,
}: {
  execution: Execution
  isFiltered: boolean
  status: StatusFilter
}) {
  if (execution.resultsRemovedAt !== null)
    return (
      <EmptyState icon="clock" title="The results of this run are gone">
        <p>Retention removed them. The counts stay.</p>
      </EmptyState>
    )
  if (!isFiltered)
    return (
      <EmptyState title={status === 'all' ? 'This run has no results' : `No result is ${status}`}>
        <route.Link className="button" to="." search={{}}>
          Failures
        </route.Link>
      </EmptyState>
    )
  return (
    <EmptyState icon="search" title="No result fits this filter">
      <route.Link
        className="button"
        to="."
        search={(before) => ({ ...before, q: undefined, owner: undefined, leg: undefined })}
      >
        Clear the filter
      </route.Link>
    </EmptyState>
  )
}
