import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type Test, type TestRun, testOf } from '../../data/insights.ts'
import { useIsPlace, useTitle } from '../../frame/place.tsx'
import { Trouble } from '../../frame/trouble.tsx'
import { DAYS } from '../../parts/choices.ts'
import { commandFor } from '../../parts/command-for.ts'
import { CopyButton } from '../../parts/copy.tsx'
import { Skeleton } from '../../parts/empty-state.tsx'
import { Icon } from '../../parts/icon.tsx'
import { MonitorIcon } from '../../parts/monitor.tsx'
import { FilterChoice, FilterText, PageFilter } from '../../parts/page-filter.tsx'
import { FailedRuns, Rate } from '../../parts/rate.tsx'
import { StatusIcon, statusWord } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { count } from '../../parts/words.ts'
import { Changes } from './changes.tsx'
import { Durations, SpeedChange } from './durations.tsx'
import { History } from './history.tsx'
import { NewestFailures } from './newest-failures.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { RunList } from './run-list.tsx'
import '../../parts/block.css'
import '../../parts/rows.css'
import '../../parts/two-columns.css'
import './test.css'

const route = getRouteApi('/o/$organization/$project/tests/$id')

/** One test: whether it can be trusted, what its runs say, and how to run it. */
export function TestPage() {
  const { id, ...place } = route.useParams()
  const { pane, ...filter } = route.useSearch()
  const navigate = route.useNavigate()
  const read = useInfiniteQuery(testOf(place, id, filter))
  const test = read.data?.pages[0]
  const name = test?.titles.at(-1) ?? 'Test'
  useIsPlace(place.project, place.organization)
  useTitle(`${name} · ${place.project}`)
  if (read.error && !read.data) return <Trouble error={read.error} onRetry={() => read.refetch()} />
  if (!read.data || !test) return <Skeleton rows={8} />
  const runs = read.data.pages.flatMap((page) => page.runs)
  const older = read.hasNextPage ? () => read.fetchNextPage() : null
  return (
    <div className="test-page">
      <Head test={test} />
      <PageFilter>
        <FilterChoice name="days" label="Days of the rate" value={filter.days} options={DAYS} />
        <FilterText name="branch" label="Branch" value={filter.branch} />
      </PageFilter>
      {runs.length === 0 ? (
        <p className="card block muted">
          No run {filter.branch && `of ${filter.branch} `}is stored.{' '}
          <route.Link className="link" to="." search={{}}>
            Show all branches
          </route.Link>
        </p>
      ) : (
        <>
          <div className="two-columns">
            <div>
              <section className="card block">
                <h2>History</h2>
                <History runs={runs} />
              </section>
              <section className="card block">
                <h2>Durations</h2>
                <Durations runs={runs} />
              </section>
            </div>
            <div>
              <section className="card block">
                <h2>Flakiness</h2>
                <Evidence test={test} runs={runs} isWhole={older === null} />
              </section>
              <section className="card block">
                <h2>Newest failures</h2>
                <NewestFailures runs={runs} {...place} />
              </section>
              <section className="card block">
                <h2>Monitor</h2>
                <Changes monitor={test.monitor} />
              </section>
            </div>
          </div>
          <section className="card block all-runs">
            <h2>Runs</h2>
            <RunList
              runs={runs}
              question={read.isPlaceholderData ? null : JSON.stringify([id, filter])}
              onMore={older}
              isReading={read.isFetchingNextPage}
            />
          </section>
        </>
      )}
      {pane === 'rename' && (
        <RenameDialog
          test={test}
          {...place}
          onClose={() => navigate({ search: (before) => ({ ...before, pane: undefined }), replace: true })}
        />
      )}
    </div>
  )
}

function Head({ test }: { test: Test }) {
  const { titles, file, variant, owners, monitor, firstSeenAt, formerNames, runs } = test
  const framework = runs[0]?.execution.framework
  const newest = newestCounted(runs)
  const command = framework === undefined ? null : commandFor(framework, { file, titles, variant })
  return (
    <header>
      <div>
        {titles.length > 1 && <p className="muted">{titles.slice(0, -1).join(' › ')}</p>}
        <h1 className="page-title">{titles.at(-1)}</h1>
        <p className="path muted">
          {newest && (
            <span className="state">
              <StatusIcon status={newest} />
              {statusWord(newest)} in its newest counted run
            </span>
          )}
          <span className="state">
            <MonitorIcon state={monitor.state} />
            monitor: {monitor.state}
            {monitor.since !== null && monitor.state !== 'healthy' && (
              <>
                {' '}
                since <Time at={monitor.since} />
              </>
            )}
          </span>
          <span className="mono">{file}</span>
          {variant && <span>{variant}</span>}
          {owners.map((owner) => (
            <span key={owner}>{owner}</span>
          ))}
          <span>
            first seen <Time at={firstSeenAt} />
          </span>
        </p>
        <SpeedChange runs={runs} />
        {formerNames.length > 0 && (
          <p className="muted">Earlier: {formerNames.map((name) => name.titles.join(' › ')).join(', ')}</p>
        )}
      </div>
      <div className="doing">
        {command && <CopyButton text={command} label="Copy command" />}
        <route.Link
          className="button"
          to="."
          search={(before) => ({ ...before, pane: 'rename' })}
          replace
          resetScroll={false}
        >
          <Icon name="rename" />
          Renamed?
        </route.Link>
      </div>
    </header>
  )
}

const WORST_FIRST = ['failed', 'flaky', 'passed', 'skipped'] as const

/** The worst status that the newest execution with a counted run has on any leg; undefined without one. */
function newestCounted(runs: TestRun[]) {
  const first = runs.find(({ counts }) => counts)
  const own = runs.filter(({ execution }) => execution.id === first?.execution.id)
  return WORST_FIRST.find((wanted) => own.some(({ status }) => status === wanted))
}

function Evidence({
  test,
  runs,
  isWhole,
}: {
  test: Test
  runs: TestRun[]
  /** True if these are all its runs. */
  isWhole: boolean
}) {
  const { flakinessRate, evidence, failedRuns, isBroken, lastEvidence } = test
  const { denominator, numerator } = flakinessRate
  const removed = isWhole ? denominator - runs.filter(({ inRate }) => inRate).length : 0
  return (
    <div className="flakiness">
      {isBroken ? (
        <FailedRuns failed={failedRuns} runs={flakinessRate.denominator} />
      ) : (
        <Rate rate={flakinessRate} most={Math.max(0.1, flakinessRate.interval.high)} />
      )}
      <p>
        {denominator === 0
          ? 'It did not run in this period, so there is no rate.'
          : isBroken
            ? `It is broken: it failed in ${failedRuns} of ${count(denominator, 'run')}, at last in a row.`
            : `${numerator} of ${count(denominator, 'run')} with evidence of flakiness.`}
      </p>
      {removed > 0 && (
        <p className="muted">
          Retention removed the results of {count(removed, 'run')}: still in the rate, but not in the list.
        </p>
      )}
      <dl className="tally">
        <dt>Failed, and passed on the same code</dt>
        <dd>{evidence.sameTree}</dd>
        <dt>Failed, and passed in a retry</dt>
        <dd>{evidence.retry}</dd>
        <dt>Changed between runs of a branch, on different code; never in the rate</dt>
        <dd>{evidence.flips}</dd>
        <dt>Failed runs, with or without evidence</dt>
        <dd>{failedRuns}</dd>
      </dl>
      {lastEvidence && (
        <p className="muted">
          Newest evidence:{' '}
          <Link className="link" to="/executions/$id" params={{ id: lastEvidence.id }}>
            <Time at={lastEvidence.startedAt} />
          </Link>
        </p>
      )}
    </div>
  )
}
