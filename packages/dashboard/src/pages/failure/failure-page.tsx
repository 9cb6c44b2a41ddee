import { errorLine } from '@svc/protocol'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { experimentsOf } from '../../data/experiments.ts'
import { type FailureCluster, failureDocumentsOf, failureOf } from '../../data/insights.ts'
import { executionOf } from '../../data/queries.ts'
import { useIsPlace, useTitle } from '../../frame/place.tsx'
import { Trouble } from '../../frame/trouble.tsx'
import { withoutCodes } from '../../parts/codes.ts'
import { lastDayOf } from '../../parts/day-bars.tsx'
import { Skeleton } from '../../parts/empty-state.tsx'
import { FilterDate, FilterText, PageFilter } from '../../parts/page-filter.tsx'
import { TestLine } from '../../parts/test-line.tsx'
import { Time } from '../../parts/time.tsx'
import { count, number, shortSha } from '../../parts/words.ts'
import { Culprit } from './culprit.tsx'
import { FailureActions } from './failure-actions.tsx'
import { FailureDays } from './failure-days.tsx'
import { FailureDocuments } from './failure-documents.tsx'
import { NewestError } from './newest-error.tsx'
import { Occurrences } from './occurrences.tsx'
import { Trials } from './trials.tsx'
import '../../parts/block.css'
import '../../parts/rows.css'
import '../../parts/two-columns.css'
import './failure.css'

const route = getRouteApi('/o/$organization/$project/failures/$fingerprint')
const DAY_MS = 86_400_000

/**
 * One failure over all executions that had it: its newest error, when and where it occurred, the
 * affected tests, and what is known about it.
 */
export function FailurePage() {
  const { fingerprint, ...place } = route.useParams()
  const { run: chosen, ...filter } = route.useSearch()
  const read = useInfiniteQuery(failureOf(place, fingerprint, filter))
  const failure = read.data?.pages[0]
  const title = failure ? errorLine(withoutCodes(failure.message)) || 'Failed without an error' : 'Failure'
  useIsPlace(place.project, place.organization)
  useTitle(`${title} · ${place.project}`)
  const at = failure?.occurrences[0]?.execution.id
  // While a filter is typed, the page stays.
  const newest = useQuery({
    ...executionOf(at ?? ''),
    enabled: at !== undefined,
    placeholderData: keepPreviousData,
  })
  const run = chosen ?? at
  const trials = useQuery({
    ...experimentsOf(place.organization, run ?? ''),
    enabled: run !== undefined,
    placeholderData: keepPreviousData,
  })
  if (read.error && !read.data) return <Trouble error={read.error} onRetry={() => read.refetch()} />
  // Shows everything in one step, because an error that arrives later would move what is below it.
  if (!read.data || !failure || newest.isLoading || trials.isLoading) return <Skeleton rows={8} />
  const { owners, legs, days, failed, errors } = failure
  const about = [
    owners.length > 0 ? `Owned by ${owners.join(', ')}.` : '',
    legsText(legs, newest.data?.parts ?? []),
  ]
    .join(' ')
    .trim()
  const occurrences = read.data.pages.flatMap((page) => page.occurrences)
  return (
    <div className="failure-page">
      <header>
        <p className="muted">
          <Link className="link" to="/o/$organization/$project/failures" params={place} search={filter}>
            Failures
          </Link>{' '}
          <span className="mono">{fingerprint}</span>
        </p>
        <h1 className="page-title">{title}</h1>
      </header>
      <NewestError failure={failure} execution={newest.data ?? null} organization={place.organization} />
      {failure.culprit && <Culprit culprit={failure.culprit} />}
      <div className="about-failure">
        <Facts failure={failure} place={place} />
        {about !== '' && <p className="muted">{about}</p>}
        <FailureActions {...place} fingerprint={fingerprint} title={title} />
      </div>
      <PageFilter>
        <FilterText name="branch" label="Branch" value={filter.branch} />
        <FilterDate name="from" label="From" value={filter.from} />
        <FilterDate name="to" label="Before" value={filter.to} />
      </PageFilter>
      <div className="two-columns">
        <div>
          <section className="card block">
            <h2>Failures by day</h2>
            <FailureDays
              days={days}
              last={lastDayOf(filter.to)}
              length={daysOf(filter)}
              isFlaky={failed + errors === 0}
            />
          </section>
          {run !== undefined && <Trials run={run} all={trials.data ?? []} occurrences={occurrences} />}
          <section className="card block">
            <h2>Executions</h2>
            <Occurrences
              occurrences={occurrences}
              question={read.isPlaceholderData ? null : JSON.stringify([fingerprint, filter])}
              onMore={read.hasNextPage ? () => read.fetchNextPage() : null}
              isReading={read.isFetchingNextPage}
            />
          </section>
        </div>
        <div>
          <section className="card block">
            <h2>Tests</h2>
            <Tests failure={failure} />
          </section>
          <section className="card block">
            <h2>Knowledge</h2>
            <FailureDocuments fingerprint={fingerprint} {...place} />
          </section>
        </div>
      </div>
    </div>
  )
}

/** The legs on which it occurred, and the other legs of the newest run that had it; empty if there is only one leg. */
function legsText(legs: string[], parts: { leg: string }[]): string {
  const others = [...new Set(parts.map(({ leg }) => leg))].filter((leg) => !legs.includes(leg))
  if (legs.length + others.length < 2) return ''
  const [those, rest] = [legs, others].map((some) => some.map((leg) => leg || 'no leg').join(', '))
  return rest ? `Only on ${those}, not on ${rest}.` : `Occurred on ${those}.`
}

function Facts({
  failure,
  place,
}: {
  failure: FailureCluster
  place: { organization: string; project: string }
}) {
  const { data: documents, isPending } = useQuery(failureDocumentsOf(place, failure.fingerprint))
  const fix = documents?.find(({ commit }) => commit !== null)
  const [known] = documents ?? []
  const { tests, executions, branches, branchCount, commitCount, firstSeen, lastSeen } = failure
  const others = branchCount - branches.length
  return (
    <dl className="fact-list">
      <div>
        <dt>Tests</dt>
        <dd>{number(tests)}</dd>
      </div>
      <div>
        <dt>Executions</dt>
        <dd>
          {number(executions)} <span className="muted">on {count(commitCount, 'commit')}</span>
        </dd>
      </div>
      <div>
        <dt>{branchCount === 1 ? 'Branch' : 'Branches'}</dt>
        <dd className="ellipsis" title={branches.join(', ')}>
          {branches.length === 0 ? 'none' : branches.slice(0, 3).join(', ')}
          {branches.length + others > 3 && ` and ${number(branches.length + others - 3)} more`}
        </dd>
      </div>
      <Seen label="First seen" seen={firstSeen} />
      <Seen label="Last seen" seen={lastSeen} />
      {documents && (
        <div>
          <dt>Documented in</dt>
          <dd>
            {known ? (
              <Link
                className="link"
                to="/o/$organization/knowledge/$"
                params={{
                  organization: place.organization,
                  _splat: `${known.project}/${known.document.path}`,
                }}
              >
                {known.document.title}
              </Link>
            ) : (
              'nowhere yet'
            )}
          </dd>
        </div>
      )}
      <div>
        <dt>Fix</dt>
        <dd>
          {fix ? (
            <>
              <span className="mono">{shortSha(fix.commit ?? '')}</span>
              <span className={fix.isStale ? 'failed' : 'muted'}>
                {fix.isStale ? ', but it came back' : `, by ${fix.author}`}
              </span>
            </>
          ) : documents ? (
            'none is recorded'
          ) : (
            !isPending && 'not known'
          )}
        </dd>
      </div>
    </dl>
  )
}

function Seen({ label, seen }: { label: string; seen: FailureCluster['firstSeen'] }) {
  const { at, execution, branch, commit } = seen
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {execution ? (
          <Link className="link" to="/executions/$id" params={{ id: execution.id }}>
            <Time at={at} />
          </Link>
        ) : (
          <Time at={at} />
        )}{' '}
        <span className="muted">
          {branch !== null && `on ${branch} `}
          {commit !== null && <span className="mono">{shortSha(commit)}</span>}
        </span>
      </dd>
    </div>
  )
}

function Tests({ failure: { sample, tests } }: { failure: FailureCluster }) {
  const { organization, project } = route.useParams()
  if (sample.length === 0)
    return (
      <p className="muted">{tests === 0 ? 'It happened outside any test.' : 'No test in this period.'}</p>
    )
  return (
    <ul className="sampled">
      {sample.map((test) => (
        <li key={test.testId}>
          <TestLine test={test} organization={organization} project={project} />
        </li>
      ))}
      {tests > sample.length && <li className="muted">and {count(tests - sample.length, 'other test')}</li>}
    </ul>
  )
}

/** Whole days of the window; 30 without a begin. */
const daysOf = ({ from, to }: { from?: string | undefined; to?: string | undefined }): number =>
  from === undefined ? 30 : Math.max(1, Math.ceil((lastDayOf(to) - Date.parse(from)) / DAY_MS) + (to ? 1 : 0))
