import { DEFAULT_SUITE, runPlace } from '@svc/protocol'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type Wall, type WallProject, wallOf } from '../../data/wall.ts'
import { signOf, useIsOrganization, useTitle } from '../../frame/place.tsx'
import { Trouble } from '../../frame/trouble.tsx'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { Time } from '../../parts/time.tsx'
import { count, firstLine, number, shortSha } from '../../parts/words.ts'
import '../../parts/rows.css'
import './wall.css'

const route = getRouteApi('/o/$organization/wall')

/** For a screen in a room: every project, what broke, since when and with which commit. It follows the runs by itself. */
export function WallPage() {
  const { organization } = route.useParams()
  const read = useQuery(wallOf(organization))
  useIsOrganization(organization)
  const broken = read.data?.projects.filter(({ status }) => status === 'failed') ?? []
  const answer = read.data && answerOf(read.data, broken)
  useTitle(answer ?? 'Wall', read.data && signOf(broken.length > 0 ? 'bad' : 'good'))
  // What was read stays on the screen while the server restarts.
  if (read.error && !read.data) return <Trouble error={read.error} onRetry={() => read.refetch()} />
  if (!read.data) return <Skeleton rows={8} />
  const { projects, hasMore } = read.data
  if (projects.length === 0)
    return (
      <EmptyState level={1} icon="stack" title="No project yet">
        <p>Projects appear here with their first run.</p>
      </EmptyState>
    )
  return (
    <>
      <h1 className="page-title wall-title">{answer}</h1>
      {read.error && (
        <p className="chosen" role="alert">
          The server does not respond. This is what it said last.
        </p>
      )}
      <ul className="wall">
        {projects.map((project) => (
          <li key={project.project} className={`card tile is-${project.status ?? 'none'}`}>
            <Tile project={project} organization={organization} />
          </li>
        ))}
      </ul>
      {hasMore && <p className="chosen">These are the 100 newest projects.</p>}
    </>
  )
}

function answerOf({ projects }: Wall, broken: WallProject[]): string {
  if (projects.length === 0) return 'Wall'
  if (broken.length > 0) return `${number(broken.length)} of ${count(projects.length, 'project')} broken`
  const passing = projects.filter(({ status }) => status === 'passed').length
  return passing === projects.length
    ? `All ${count(passing, 'project')} pass`
    : `${number(passing)} of ${count(projects.length, 'project')} pass, none is broken`
}

const ICONS: Record<'failed' | 'passed' | 'none', IconName> = {
  failed: 'failed',
  passed: 'passed',
  none: 'unknown',
}

function Tile({ project: shown, organization }: { project: WallProject; organization: string }) {
  const { project, branch, status, since, running, failing, failingSuites } = shown
  const left = failingSuites - failing.length
  return (
    <>
      <h2>
        <Icon name={ICONS[status ?? 'none']} label={status ?? 'no result yet'} />
        <Link to="/o/$organization/$project" params={{ organization, project }}>
          {project}
        </Link>
        {running > 0 && <span className="running">{running} running</span>}
      </h2>
      <p className="since">
        <span className="mono">{branch}</span>{' '}
        {since === null ? (
          'has no finished run'
        ) : (
          <>
            {status === 'failed' ? 'fails' : 'passes'} since{' '}
            {since.isOlder ? 'before the 500 newest runs' : <Time at={since.startedAt} />}
          </>
        )}
      </p>
      {failing.map((suite) => (
        <Failing key={suite.suite} failing={suite} organization={organization} project={project} />
      ))}
      {left > 0 && <p className="muted">{count(left, 'more failing suite')}</p>}
    </>
  )
}

/** A suite that fails: its tests, and the commit and the owners to ask. */
function Failing({
  failing: { suite, newest, since, failed, tests },
  organization,
  project,
}: {
  failing: WallProject['failing'][number]
  organization: string
  project: string
}) {
  const { commit } = since
  const owners = [...new Set(tests.flatMap((test) => test.owners))]
  const left = failed - tests.length
  const says = failed > 0 ? `${number(failed)} failed` : 'the run failed'
  return (
    <section aria-label={runPlace(project, suite)}>
      <h3>
        <Link
          to="/executions/$id"
          params={{ id: newest.id }}
          aria-label={`${runPlace(project, suite)}: ${says}`}
        >
          {suite !== DEFAULT_SUITE && `${suite}: `}
          {says}
        </Link>
      </h3>
      <ul>
        {tests.map(({ testId, titles, file }) => (
          <li key={testId}>
            <Link
              className="ellipsis"
              to="/o/$organization/$project/tests/$id"
              params={{ organization, project, id: testId }}
              title={[file, ...titles].filter(Boolean).join(' › ')}
            >
              {titles.at(-1)}
            </Link>
          </li>
        ))}
        {left > 0 && tests.length > 0 && <li className="muted">and {number(left)} more</li>}
      </ul>
      <p className="who">
        <Icon name="commit" label="since the commit" />
        <Link className="link ellipsis" to="/executions/$id" params={{ id: since.id }}>
          {commit?.sha && <span className="mono">{shortSha(commit.sha)} </span>}
          {commit?.message ? firstLine(commit.message) : 'the run in which it began'}
        </Link>
        {commit?.author && <span className="author ellipsis">by {commit.author}</span>}
      </p>
      {owners.length > 0 && (
        <p className="who">
          <Icon name="person" />
          <span className="ellipsis">owned by {owners.join(', ')}</span>
        </p>
      )}
    </section>
  )
}
