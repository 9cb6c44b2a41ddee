import { Link, useNavigate } from '@tanstack/react-router'
import type { HomeProject } from '../../data/home.ts'
import { Chart } from '../../parts/chart.tsx'
import { countScale } from '../../parts/chart-scale.ts'
import { daySlots } from '../../parts/chart-slots.ts'
import { Icon } from '../../parts/icon.tsx'
import { runsOn } from '../../parts/runs-on.ts'
import { withoutSign } from '../../parts/sign.ts'
import { Time } from '../../parts/time.tsx'
import { count, number } from '../../parts/words.ts'

/** A project: the state of its default branch, its newest run, its last days, and its red pull requests. */
export function ProjectRow({
  project: shown,
  days,
  organization,
}: {
  project: HomeProject
  days: string[]
  organization: string
}) {
  const { project, branch, status, newest, running } = shown
  const params = { organization, project }
  return (
    <li className="home-row">
      <Icon name={status ?? 'unknown'} tone={status ?? 'muted'} label={status ?? 'no result yet'} />
      <div className="about">
        <Link className="name" to="/o/$organization/$project" params={params}>
          {project}
        </Link>
        <p className="muted">
          <span className="mono">{branch}</span> {stateText(shown)}
          {running > 0 && (
            <>
              {', '}
              <Link
                className="link"
                to="/o/$organization/$project/executions"
                params={params}
                search={{ status: 'running' }}
              >
                {number(running)} running<span className="sr"> of {project}</span>
              </Link>
            </>
          )}
          {newest && (
            <>
              {' · '}
              <Link className="link" to="/executions/$id" params={{ id: newest.id }}>
                newest run
                <span className="sr"> of {project}</span>
              </Link>{' '}
              <Time at={newest.startedAt} />
              {newest.branch !== null && newest.branch !== branch && (
                <>
                  {' of '}
                  <span className="mono">{newest.branch}</span>
                </>
              )}
              {`, ${newest.state}`}
            </>
          )}
        </p>
      </div>
      <Trend days={days} organization={organization} project={shown} />
      <Pulls pulls={shown.pulls} {...params} />
    </li>
  )
}

/** What the newest run of each suite says of the branch. */
const stateText = ({
  status,
  suites,
  failingSuites,
}: Pick<HomeProject, 'status' | 'suites' | 'failingSuites'>): string =>
  status === null
    ? 'has no finished run'
    : status === 'passed'
      ? 'passes'
      : suites === 1
        ? 'fails'
        : `fails: ${number(failingSuites)} of ${count(suites, 'suite')}`

function Pulls({
  pulls: { red, unjudged, newest },
  organization,
  project,
}: {
  pulls: HomeProject['pulls']
  organization: string
  project: string
}) {
  const left = red - newest.length
  return (
    <div className="red">
      {red + unjudged === 0 && <p className="sr">No pull request is red by its own fault</p>}
      {newest.map(({ number: of, repository, headline }) => (
        <Link
          key={`${repository} ${of}`}
          to="/o/$organization/pulls/$number"
          params={{ organization, number: String(of) }}
          search={repository === null ? {} : { repo: repository }}
        >
          <Icon name="failed" tone="failed" label="red" /> #{of}{' '}
          <span className="muted ellipsis">
            {headline === null ? '' : withoutPlace(withoutSign(headline))}
          </span>
        </Link>
      ))}
      {(left > 0 || unjudged > 0) && (
        <Link
          className="link"
          to="/o/$organization/$project/pulls"
          params={{ organization, project }}
          search={{ status: 'failed' }}
        >
          {[left > 0 ? `${number(left)} more` : '', unjudged > 0 ? `${number(unjudged)} not judged yet` : '']
            .filter(Boolean)
            .join(', ')}
          <span className="sr"> of {project}</span>
        </Link>
      )}
    </div>
  )
}

/** The row names the project. */
const withoutPlace = (headline: string): string => headline.split(' · ', 1)[0] ?? headline

/** The runs of a project's default branch by day, failed ones above passed ones. A day opens its runs. */
function Trend({
  days,
  organization,
  project: { project, branch, passed, failed },
}: {
  days: string[]
  organization: string
  project: HomeProject
}) {
  const navigate = useNavigate()
  const all = passed.map((runs, i) => runs + (failed[i] ?? 0))
  const { high, text } = countScale(Math.max(0, ...all))
  const of = sumOf(all)
  if (of === 0)
    return (
      <p className="muted">
        No run of {branch} in {days.length} days
      </p>
    )
  return (
    <Chart
      label={`${project}: ${count(of, 'run')} on ${days.length} days, ${number(sumOf(failed))} failed`}
      slots={daySlots(days)}
      isRow
      panels={[
        {
          title: 'Runs',
          scale: { low: 0, high, text, ticks: [0, high] },
          bars: [
            { name: 'passed', look: 'passed', values: passed },
            { name: 'failed', look: 'failed', values: failed },
          ],
        },
      ]}
      onOpen={(i) => {
        const day = days[i]
        if (day !== undefined && all[i]) void navigate(runsOn({ organization, project, branch, day }))
      }}
    />
  )
}

const sumOf = (values: number[]): number => values.reduce((sum, each) => sum + each, 0)
