import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { memo, type Ref, useCallback, useDeferredValue, useMemo, useRef } from 'react'
import type { FailureFilter } from '../../data/execution-failures.ts'
import { type Execution, firstResultsOf, type ListedResult } from '../../data/queries.ts'
import { type Row, rowsOf, toRow } from '../../data/rows.ts'
import { useKeys } from '../../frame/keys.ts'
import { Trouble } from '../../frame/trouble.tsx'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { MiddleCut } from '../../parts/middle-cut.tsx'
import { RowLink } from '../../parts/row-link.tsx'
import { StatusIcon } from '../../parts/status.tsx'
import { Duration } from '../../parts/time.tsx'
import { NARROW, useMedia } from '../../parts/use-media.ts'
import { VirtualRows } from '../../parts/virtual-rows.tsx'
import { count } from '../../parts/words.ts'
import { FailureDetail } from './failure-detail.tsx'
import { type Failure, failureIn, refOf, type Section } from './failures-of.ts'
import { type ExecutionSearch, isPlainList, listIn, type StatusFilter } from './search.ts'
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
  const search = route.useSearch({ select: listIn })
  const { q, owner, leg } = search
  const test = route.useSearch({ select: (all) => all.test })
  const isNarrow = useMedia(NARROW)
  const isPlain = isPlainList({ q, owner, leg, test })
  const first = useQuery({ ...firstResultsOf(execution.id, status), enabled: isPlain })
  const read = useQuery({
    ...rowsOf(useQueryClient(), execution.id, status),
    enabled: !isPlain || !first.isPending,
  })
  const firstRows = useMemo(() => first.data?.map(toRow), [first.data])
  // A selected test must not arrive later, because it would move the list.
  const hasFirst =
    isPlain || (isPlainList({ q, owner, leg }) && firstRows?.some(({ key }) => key === test) === true)
  const rows = read.data ?? (hasFirst ? firstRows : undefined)
  // Typing takes precedence over rendering, whatever the number of rows.
  const wanted = useDeferredValue(q)
  const items = useMemo(() => filtered(rows ?? [], { q: wanted, owner, leg }), [rows, wanted, owner, leg])
  const hasLegs = useMemo(() => items.some(({ result }) => result.leg !== items[0]?.result.leg), [items])
  const at = items.findIndex(({ key }) => key === test)
  const focusIfAsked = useResultKeys(items, at)
  // The row answers the press, before its detail is drawn.
  const shown = useDeferredValue(items[at])
  const detail = useMemo(
    () =>
      shown && (
        <FailureDetail
          key={shown.key}
          execution={execution}
          comparison={null}
          failure={failureIn(sections, shown.key) ?? failureOf(shown)}
        />
      ),
    [shown, execution, sections],
  )
  if (read.error) return <Trouble error={read.error} onRetry={() => read.refetch()} />
  if (!rows) return <Skeleton rows={12} />
  if (items.length === 0) return <None execution={execution} isFiltered={rows.length > 0} status={status} />
  return (
    <div className={shown && !isNarrow ? 'split follows results' : 'results'}>
      <section className="card" aria-label={read.data ? count(items.length, 'result') : 'First results'}>
        <VirtualRows
          items={items}
          rowHeight={ROW}
          keyOf={keyOfRow}
          label="Results"
          selected={at}
          hasMore={!read.data}
        >
          {(row, index) => (
            <>
              <ResultRow
                execution={execution.id}
                search={search}
                row={row}
                hasLegs={hasLegs}
                isSelected={index === at}
                closes={index === at && isNarrow}
                ref={index === at ? focusIfAsked : undefined}
              />
              {isNarrow && row.key === shown?.key && detail}
            </>
          )}
        </VirtualRows>
      </section>
      {!isNarrow && detail}
    </div>
  )
}

const keyOfRow = ({ key }: Row): string => key

/** A row has no attempts, so the detail reads them. */
const failureOf = ({ key, result }: Row): Failure => ({
  ...refOf(result),
  key,
  status: result.status === 'flaky' ? 'flaky' : 'failed',
  message: result.error?.message ?? '',
  fingerprint: '',
  verdict: null,
  runs: [],
  owners: result.owners,
  note: null,
  result: null,
})

const ResultRow = memo(
  ({
    execution,
    search,
    row: { key, result },
    hasLegs,
    isSelected,
    closes,
    ref,
  }: {
    /** Its id. */
    execution: string
    /** Of the list, the same object while only the selection changes. */
    search: ExecutionSearch
    row: Row
    hasLegs: boolean
    isSelected: boolean
    /** A second press closes the detail that is open in place. */
    closes: boolean
    ref: Ref<HTMLAnchorElement> | undefined
  }) => (
    <RowLink
      ref={ref}
      className="result"
      to="/executions/$id"
      params={{ id: execution }}
      search={{ ...search, ...(!closes && { test: key }) }}
      resetScroll={false}
      {...(isSelected && { 'aria-current': 'true' })}
    >
      <StatusIcon status={result.status} isNamed />
      <Name {...result} hasLegs={hasLegs} />
      <span className="file ellipsis">{result.file}</span>
      <span className="took">
        <Duration ms={result.durationMs} />
      </span>
    </RowLink>
  ),
)

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

function filtered(rows: Row[], { q, owner, leg }: FailureFilter): Row[] {
  if (q === undefined && owner === undefined && leg === undefined) return rows
  const words = (q ?? '').toLowerCase().split(/\s+/)
  return rows.filter(
    ({ text, result }) =>
      (leg === undefined || result.leg === leg) &&
      (owner === undefined || result.owners.includes(owner)) &&
      words.every((word) => text.includes(word)),
  )
}

/** Returns the ref of the selected row, which focuses it after a key. The row may be drawn later: the list is virtual. */
function useResultKeys(items: Row[], at: number): (row: HTMLElement | null) => void {
  const navigate = useNavigate({ from: '/executions/$id' })
  const isAsked = useRef(false)
  const go = (index: number) => {
    const next = items[index]
    if (!next) return
    isAsked.current = true
    navigate({
      search: (before) => ({ ...listIn(before), test: next.key }),
      replace: true,
      resetScroll: false,
    })
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
