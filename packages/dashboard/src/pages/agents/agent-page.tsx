import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { agentOf, tasksOf } from '../../data/agents.ts'
import { useIsOrganization, useTitle } from '../../frame/place.tsx'
import { Trouble } from '../../frame/trouble.tsx'
import { useRole } from '../../frame/use-role.ts'
import { Skeleton } from '../../parts/empty-state.tsx'
import { Time } from '../../parts/time.tsx'
import { count } from '../../parts/words.ts'
import { AgentsNav } from './agents-nav.tsx'
import { DeadLetters } from './dead-letters.tsx'
import { Presence } from './presence.tsx'
import { TaskCard } from './task-card.tsx'
import { Threads } from './threads.tsx'
import '../../parts/rows.css'
import './agents.css'

const route = getRouteApi('/o/$organization/agents/$name')

/** One agent: who it is, what it works on, and its mail. */
export function AgentPage() {
  const { organization, name } = route.useParams()
  const role = useRole(organization)
  const { data: agent, error, refetch } = useQuery(agentOf(organization, name))
  const tasks = useInfiniteQuery(tasksOf(organization, { assignedTo: name, status: 'open' }))
  useIsOrganization(organization)
  useTitle(agent?.displayName ?? name)
  if (error) return <Trouble error={error} onRetry={() => refetch()} />
  if (!agent) return <Skeleton rows={6} />
  const { displayName, instance, model, projects, unread, lastSeenAt, createdAt, credential } = agent
  const capabilities = Object.keys(agent.capabilities)
  const open = tasks.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <>
      <header className="head-of">
        <h1 className="page-title">{displayName ?? agent.name}</h1>
        <Presence agent={agent} />
        <AgentsNav organization={organization} isAdmin={role === 'admin'} here="agents" />
      </header>
      <div className="agent">
        <dl className="fact-list card agent-facts">
          <dt>Name</dt>
          <dd className="mono">{agent.name}</dd>
          {agent.role !== null && (
            <>
              <dt>Role</dt>
              <dd>{agent.role}</dd>
            </>
          )}
          <dt>Runs on</dt>
          <dd>{instance}</dd>
          {model !== null && (
            <>
              <dt>Model</dt>
              <dd>{model}</dd>
            </>
          )}
          <dt>Projects</dt>
          <dd>
            {projects.length === 0
              ? 'none'
              : projects.map((each) => `${each.slug} (${each.role})`).join(', ')}
          </dd>
          {capabilities.length > 0 && (
            <>
              <dt>Can</dt>
              <dd>{capabilities.join(', ')}</dd>
            </>
          )}
          <dt>Seen</dt>
          <dd>{lastSeenAt === null ? 'never' : <Time at={lastSeenAt} />}</dd>
          <dt>Unread</dt>
          <dd>{count(unread, 'message')}</dd>
          <dt>Since</dt>
          <dd>
            <Time at={createdAt} />
          </dd>
          {credential === 'ended' && (
            <>
              <dt>Key</dt>
              <dd className="failed">Ended: nobody can act as this agent. An admin can take it over.</dd>
            </>
          )}
        </dl>
        <div className="agent-work">
          <section aria-labelledby="tasks">
            <h2 className="folder-title" id="tasks">
              Open tasks
            </h2>
            {tasks.error ? (
              <p className="refused">{tasks.error.message}</p>
            ) : open.length === 0 ? (
              <p className="muted inset">
                None.{' '}
                <Link
                  className="link"
                  to="/o/$organization/tasks"
                  params={{ organization }}
                  search={{ agent: agent.name }}
                >
                  All its tasks
                </Link>
              </p>
            ) : (
              <ul className="task-list">
                {open.map((task) => (
                  <li key={task.id}>
                    <TaskCard organization={organization} task={task} />
                  </li>
                ))}
              </ul>
            )}
          </section>
          {role === 'admin' && <DeadLetters organization={organization} name={agent.name} />}
          {role === 'admin' && (
            <section aria-labelledby="mail">
              <h2 className="folder-title" id="mail">
                Messages
              </h2>
              <Threads organization={organization} filter={{ agent: agent.name }} />
            </section>
          )}
        </div>
      </div>
    </>
  )
}
