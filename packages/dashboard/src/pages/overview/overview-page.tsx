import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type Overview, overviewOf } from '../../data/runs.ts'
import { signOf, useIsPlace, useTitle } from '../../frame/place.tsx'
import { Trouble } from '../../frame/trouble.tsx'
import { Skeleton } from '../../parts/empty-state.tsx'
import { ExecutionLine } from '../../parts/execution-line.tsx'
import { FirstRun } from '../../parts/first-run.tsx'
import { Growing } from '../../parts/growing.tsx'
import { Icon } from '../../parts/icon.tsx'
import { PullLine, pullKey } from '../../parts/pull-line.tsx'
import { Time } from '../../parts/time.tsx'
import { number } from '../../parts/words.ts'
import { Days } from './days.tsx'
import { Figures } from './figures.tsx'
import { commitText, LookFirst } from './look-first.tsx'
import { WINDOWS } from './search.ts'
import '../../parts/answer.css'
import '../../parts/segments.css'
import './overview-page.css'

const route = getRouteApi('/o/$organization/$project')

/**
 * What to do first in a project: the state of its main branch, broken tests, and work that waits
 * for a person.
 */
export function OverviewPage() {
  const { organization, project } = route.useParams()
  const read = useQuery(overviewOf(organization, project, route.useSearch()))
  useIsPlace(project, organization)
  const status = read.data?.main?.status
  useTitle(
    read.data ? `${stateOf(read.data)} · ${project}` : project,
    status && signOf(status === 'failed' ? 'bad' : 'good'),
  )
  if (read.error) return <Trouble error={read.error} onRetry={() => read.refetch()} />
  if (!read.data) return <Skeleton rows={8} />
  const overview = read.data
  if (overview.executions.length === 0)
    return <FirstRun level={1} title="No run yet" organization={organization} />
  return (
    <div aria-busy={read.isPlaceholderData}>
      <State overview={overview} />
      <Figures overview={overview} organization={organization} />
      <div className="overview">
        <LookFirst overview={overview} organization={organization} />
        <Pulls overview={overview} organization={organization} />
        <Days overview={overview} organization={organization} />
        <Newest overview={overview} organization={organization} />
      </div>
    </div>
  )
}

const stateOf = ({ branch, main }: Overview): string =>
  main === null
    ? `${branch} has no finished run`
    : main.status === 'failed'
      ? `${branch} fails`
      : `${branch} passes`

/** The state of the branch in a sentence, with the run in which it began. */
function State({ overview }: { overview: Overview }) {
  const { branch, main } = overview
  const tone = main === null ? 'open' : main.status === 'failed' ? 'bad' : 'good'
  const icon = main === null ? 'unknown' : main.status
  return (
    <header className="answer">
      <span className={`badge ${tone}`}>
        <Icon name={icon} />
      </span>
      <div>
        <h1>{stateOf(overview)}</h1>
        <p>
          {main === null ? (
            `No run of ${branch} has passed or failed yet. Choose another branch, or run its tests.`
          ) : (
            <>
              {main.since.isOlder ? 'Since before the 500 newest runs' : <Since since={main.since} />}
              {main.suites.length > 1 && ` · ${main.suites.length} suites`}
            </>
          )}
        </p>
      </div>
      <Choices overview={overview} />
    </header>
  )
}

/** When the state began, and with which commit: who reads that main fails asks next who broke it. */
function Since({ since: { id, startedAt, commit } }: { since: NonNullable<Overview['main']>['since'] }) {
  return (
    <>
      Since <Time at={startedAt} />, with{' '}
      <Link className="link" to="/executions/$id" params={{ id }}>
        {commit === null ? 'a run without a commit' : commitText(commit)}
      </Link>
      {commit?.author && ` by ${commit.author}`}
    </>
  )
}

function Choices({ overview }: { overview: Overview }) {
  const { days = 30, branch } = route.useSearch()
  return (
    <div className="doing">
      {branch !== undefined && (
        <route.Link className="button bare" to="." search={({ days }) => (days ? { days } : {})}>
          Default branch
        </route.Link>
      )}
      <nav className="segments" aria-label={`Days of ${overview.branch}`}>
        {WINDOWS.map((each) => (
          <route.Link
            key={each}
            to="."
            search={(before) => ({ ...before, days: each })}
            resetScroll={false}
            {...(each === days && { 'aria-current': 'true' })}
          >
            {each} days
          </route.Link>
        ))}
      </nav>
    </div>
  )
}

interface Own {
  overview: Overview
  organization: string
}

function Pulls({ overview, organization }: Own) {
  const { pullRequests, project } = overview
  return (
    <section className="listed" aria-labelledby="pulls">
      <div className="list-head">
        <h2 id="pulls">Pull requests</h2>
        <Link className="link end" to="/o/$organization/$project/pulls" params={{ organization, project }}>
          All<span className="sr"> pull requests</span>
        </Link>
      </div>
      {pullRequests.length === 0 ? (
        <p className="card none">No pull request has run tests in the last 14 days.</p>
      ) : (
        <Growing items={pullRequests} keyOf={pullKey} noun="pull request" question={project}>
          {(pull) => <PullLine pull={pull} organization={organization} />}
        </Growing>
      )}
    </section>
  )
}

function Newest({ overview, organization }: Own) {
  const { project, running } = overview
  const params = { organization, project }
  return (
    <section className="listed" aria-labelledby="newest">
      <div className="list-head">
        <h2 id="newest">Newest executions</h2>
        <span className="end">
          {running > 0 && (
            <>
              <Link
                className="link"
                to="/o/$organization/$project/executions"
                params={params}
                search={{ status: 'running' }}
              >
                {number(running)} running
                <span className="sr"> executions</span>
              </Link>
              {' · '}
            </>
          )}
          <Link className="link" to="/o/$organization/$project/executions" params={params}>
            All<span className="sr"> executions</span>
          </Link>
        </span>
      </div>
      <Growing
        items={overview.executions}
        keyOf={({ id }) => id}
        noun="execution"
        question={`${overview.project} ${overview.branch}`}
      >
        {(execution) => <ExecutionLine execution={execution} />}
      </Growing>
    </section>
  )
}
