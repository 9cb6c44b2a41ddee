import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type Agent, agentsOf } from '../../data/agents.ts'
import { useIsOrganization, useTitle } from '../../frame/place.tsx'
import { Trouble } from '../../frame/trouble.tsx'
import { useRole } from '../../frame/use-role.ts'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { Facts } from '../../parts/facts.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { Time } from '../../parts/time.tsx'
import { number } from '../../parts/words.ts'
import { AgentChanges } from './agent-changes.tsx'
import { AgentsNav } from './agents-nav.tsx'
import { Leases } from './leases.tsx'
import { Presence } from './presence.tsx'
import { Threads } from './threads.tsx'
import '../../parts/rows.css'
import './agents.css'

const route = getRouteApi('/o/$organization/agents')

/** The agents of an organization: their presence, what they changed, their messages, and their leases. */
export function AgentsPage() {
  const { organization } = route.useParams()
  const { view } = route.useSearch()
  const role = useRole(organization)
  useIsOrganization(organization)
  useTitle('Agents')
  return (
    <>
      <header className="head-of">
        <h1 className="page-title">Agents</h1>
        <AgentsNav organization={organization} isAdmin={role === 'admin'} here={view ?? 'agents'} />
      </header>
      {view === 'changes' ? (
        <AgentChanges organization={organization} />
      ) : view === 'leases' ? (
        <Leases organization={organization} isAdmin={role === 'admin'} />
      ) : view === undefined ? (
        <Agents organization={organization} />
      ) : role === null ? (
        <Skeleton rows={6} />
      ) : role === 'admin' ? (
        <Threads
          key={view}
          organization={organization}
          filter={view === 'failed' ? { status: 'failed' } : {}}
        />
      ) : (
        <EmptyState icon="warning" title="Only admins can read messages between agents">
          <p>All members can see agents and tasks.</p>
          <Link className="button" to="/o/$organization/tasks" params={{ organization }}>
            Tasks
          </Link>
        </EmptyState>
      )}
    </>
  )
}

function Agents({ organization }: { organization: string }) {
  const read = useInfiniteQuery(agentsOf(organization))
  if (read.error) return <Trouble error={read.error} onRetry={() => read.refetch()} />
  if (!read.data) return <Skeleton rows={6} />
  const agents = read.data.pages.flatMap(({ data }) => data).sort(byPresence)
  if (agents.length === 0)
    return (
      <EmptyState icon="person" title="No agent yet">
        <p>
          A coding agent that is connected to this server over MCP registers itself with svc_agent_register.
          Its presence, its tasks and its messages then appear here.
        </p>
        <code>{location.origin}/mcp</code>
      </EmptyState>
    )
  return (
    <>
      <ul className="card rows" aria-label="Agents">
        {agents.map((agent) => (
          <li key={agent.id}>
            <Line organization={organization} agent={agent} />
          </li>
        ))}
      </ul>
      <MoreButton read={read}>Older agents</MoreButton>
    </>
  )
}

function Line({ organization, agent }: { organization: string; agent: Agent }) {
  const { name, displayName, instance, model, role, unread, projects, lastSeenAt } = agent
  return (
    <Link className="line" to="/o/$organization/agents/$name" params={{ organization, name }}>
      <Presence agent={agent} />
      <span className="about">
        <span className="name ellipsis">{displayName ?? name}</span>
        <span className="under ellipsis">
          <Facts>
            {displayName !== null && name}
            {role}
            {model}
            {`on ${instance}`}
            {projects.map(({ slug }) => slug)}
          </Facts>
        </span>
      </span>
      {unread > 0 && <b className="nowrap">{number(unread)} unread</b>}
      <span className="when muted">{lastSeenAt === null ? 'never seen' : <Time at={lastSeenAt} />}</span>
    </Link>
  )
}

const ORDER = { live: 0, recent: 1, away: 2 }
const rank = ({ status, presence }: Agent): number => (status === 'active' ? ORDER[presence] : 3)
const byPresence = (a: Agent, b: Agent): number => rank(a) - rank(b) || (a.name < b.name ? -1 : 1)
