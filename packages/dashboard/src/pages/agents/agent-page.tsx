import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { agentOf, type Task, tasksOf } from '../../data/agents.ts'
import { useIsOrganization, useTitle } from '../../frame/place.tsx'
import { Trouble } from '../../frame/trouble.tsx'
import { useRole } from '../../frame/use-role.ts'
import { Skeleton } from '../../parts/empty-state.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { Time } from '../../parts/time.tsx'
import { count } from '../../parts/words.ts'
import { AgentsNav } from './agents-nav.tsx'
import { Presence } from './presence.tsx'
import { TaskCard } from './task-card.tsx'
import { Threads } from './threads.tsx'
import '../../parts/rows.css'
import './agents.css'

const route = getRouteApi('/o/$organization/agents/$name')

/** One agent: its profile, its work, and its mail. */
export function AgentPage() {
  const { organization, name } = route.useParams()
  const role = useRole(organization)
  const { data: agent, error, refetch } = useQuery(agentOf(organization, name))
  const { view } = route.useSearch()
  const navigate = useNavigate({ from: '/o/$organization/agents/$name' })
  // Mail of agents is for admins. Each view costs one read beside the agent's.
  const shown = role === 'admin' && view === 'messages' ? view : 'tasks'
  const tasks = useInfiniteQuery({
    ...tasksOf(organization, { assignedTo: name, status: 'open' }),
    // Until the role is known, a link to mail reads nothing else.
    enabled: shown === 'tasks' && (role !== null || view === undefined),
  })
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
        <dl className="pair-list card agent-facts">
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
            {projects.length === 0 ? (
              'none'
            ) : (
              <Facts>{projects.map((each) => `${each.slug} (${each.role})`)}</Facts>
            )}
          </dd>
          {capabilities.length > 0 && (
            <>
              <dt>Can</dt>
              <dd>
                <Facts>{capabilities}</Facts>
              </dd>
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
          <Tabs
            label="Work and mail"
            tabs={[
              { id: 'tasks', label: 'Open tasks' },
              ...(role === 'admin' ? [{ id: 'messages', label: 'Messages' }] : []),
            ]}
            chosen={shown}
            onChoose={(id) =>
              navigate({
                search: { view: id === 'messages' ? id : undefined },
                replace: true,
                resetScroll: false,
              })
            }
          >
            {shown === 'messages' ? (
              <Threads organization={organization} filter={{ agent: agent.name }} />
            ) : (
              <OpenTasks
                organization={organization}
                name={agent.name}
                tasks={open}
                trouble={tasks.error}
                isRead={!tasks.isPending}
              />
            )}
          </Tabs>
        </div>
      </div>
    </>
  )
}

function OpenTasks({
  organization,
  name,
  tasks,
  trouble,
  isRead,
}: {
  organization: string
  name: string
  tasks: Task[]
  trouble: Error | null
  isRead: boolean
}) {
  if (trouble) return <p className="failed">{trouble.message}</p>
  if (!isRead) return <Skeleton rows={3} />
  if (tasks.length === 0)
    return (
      <p className="muted inset">
        None.{' '}
        <Link className="link" to="/o/$organization/tasks" params={{ organization }} search={{ agent: name }}>
          All its tasks
        </Link>
      </p>
    )
  return (
    <ul className="task-list">
      {tasks.map((task) => (
        <li key={task.id}>
          <TaskCard organization={organization} task={task} />
        </li>
      ))}
    </ul>
  )
}
