import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { agentName, type Lease, leasesOf } from '../../data/agents.ts'
import { clientOf } from '../../data/client.ts'
import { useChange } from '../../data/use-change.ts'
import { Trouble } from '../../frame/trouble.tsx'
import { Button } from '../../parts/button.tsx'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { Refusal, refusalOf } from '../../parts/form.tsx'
import { Icon } from '../../parts/icon.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { Time } from '../../parts/time.tsx'

/** The current work of agents, so that no two work on the same failure. */
export function Leases({ organization, isAdmin }: { organization: string; isAdmin: boolean }) {
  const read = useInfiniteQuery(leasesOf(organization))
  const ended = useChange()
  const end = ({ subject, subjectId, project }: Lease) =>
    ended.mutate(() =>
      clientOf(organization).releaseLease({ subject, id: subjectId, ...(project !== null && { project }) }),
    )
  if (read.error) return <Trouble error={read.error} onRetry={() => read.refetch()} />
  if (!read.data) return <Skeleton rows={4} />
  const leases = read.data.pages.flatMap(({ data }) => data)
  if (leases.length === 0)
    return (
      <EmptyState icon="clock" title="No active leases">
        <p>An agent that works on a failure, a test or a task leases it, so that others leave it alone.</p>
      </EmptyState>
    )
  return (
    <>
      <Refusal error={ended.error} words={(error) => refusalOf(error, 'The lease')} />
      <ul className="card rows" aria-label="Leases">
        {leases.map((lease) => (
          <li key={lease.id} className="lease">
            <Icon name="clock" tone="muted" />
            <span className="about">
              <Subject organization={organization} lease={lease} />
              <span className="under">
                held by{' '}
                <Link
                  className="link"
                  to="/o/$organization/agents/$name"
                  params={{ organization, name: lease.holder.agent }}
                >
                  {agentName(lease.holder.agent, lease.holder.displayName)}
                </Link>{' '}
                on {lease.holder.instance} since <Time at={lease.since} />
              </span>
            </span>
            <span className="muted nowrap">
              ends <Time at={lease.until} />
            </span>
            {isAdmin && (
              <Button onClick={() => end(lease)} disabled={ended.isPending}>
                End<span className="sr"> the lease of {lease.holder.agent}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <MoreButton read={read}>Older leases</MoreButton>
    </>
  )
}

function Subject({ organization, lease }: { organization: string; lease: Lease }) {
  const { subject, subjectId, project, title } = lease
  if (subject === 'task')
    return (
      <Link
        className="name"
        to="/o/$organization/tasks"
        params={{ organization }}
        search={{ task: subjectId }}
      >
        {title ?? 'Task'}
      </Link>
    )
  const below = subject === 'failure' ? 'failures' : 'tests'
  const path = [organization, project ?? '', below, subjectId].map(encodeURIComponent).join('/')
  return (
    <a className="name ellipsis" href={`/o/${path}`}>
      {subject === 'failure' ? 'Failure' : 'Test'} <span className="mono">{subjectId}</span>
      {project !== null && ` of ${project}`}
    </a>
  )
}
