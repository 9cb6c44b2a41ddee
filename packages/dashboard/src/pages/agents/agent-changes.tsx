import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Task, tasksOf } from '../../data/agents.ts'
import { type Proposal, proposalsOf } from '../../data/knowledge.ts'
import { Trouble } from '../../frame/trouble.tsx'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Icon } from '../../parts/icon.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { Time, useNow } from '../../parts/time.tsx'
import { count, number } from '../../parts/words.ts'

const WEEK_MS = 7 * 86_400_000

/** What agents finished and proposed in the last seven days, newest first. */
export function AgentChanges({ organization }: { organization: string }) {
  const tasks = useInfiniteQuery(tasksOf(organization, { status: 'done' }))
  const proposals = useInfiniteQuery(proposalsOf(organization, {}))
  const since = useNow() - WEEK_MS
  const error = tasks.error ?? proposals.error
  if (error) return <Trouble error={error} onRetry={() => (tasks.error ? tasks : proposals).refetch()} />
  if (!tasks.data || !proposals.data) return <Skeleton rows={6} />
  const isNew = (at: string) => Date.parse(at) >= since
  const done = tasks.data.pages.flatMap(({ data }) => data).filter(({ updatedAt }) => isNew(updatedAt))
  const proposed = proposals.data.pages
    .flatMap(({ data }) => data)
    .filter(({ byKey, createdAt }) => byKey && isNew(createdAt))
  const rows = [
    ...done.map((task) => ({ id: task.id, at: task.updatedAt, line: <Done {...{ organization, task }} /> })),
    ...proposed.map((proposal) => ({
      id: proposal.id,
      at: proposal.createdAt,
      line: <Proposed {...{ organization, proposal }} />,
    })),
  ].sort((a, b) => (a.at < b.at ? 1 : -1))
  // Tasks come in the order in which they were created, so an older page may have one that ended today.
  const more = (
    <>
      <MoreButton read={tasks}>Tasks that were created before</MoreButton>
      <MoreButton read={proposals}>Older proposals</MoreButton>
    </>
  )
  if (rows.length === 0)
    return (
      <>
        <EmptyState icon="passed" title="No agent changed anything in the last 7 days">
          <p>Tasks that agents finish and documents that they propose appear here.</p>
        </EmptyState>
        {more}
      </>
    )
  return (
    <>
      <p className="chosen">{summaryOf(done, proposed)}</p>
      <ul className="card rows" aria-label="Changes of agents">
        {rows.map(({ id, line }) => (
          <li key={id}>{line}</li>
        ))}
      </ul>
      {more}
    </>
  )
}

function summaryOf(done: Task[], proposed: Proposal[]): string {
  const accepted = proposed.filter(({ state }) => state === 'accepted').length
  const parts = [
    done.length > 0 ? `finished ${count(done.length, 'task')}` : '',
    proposed.length > 0
      ? `proposed ${count(proposed.length, 'text')} for documents (${number(accepted)} accepted)`
      : '',
  ]
  return `In the last 7 days, agents ${parts.filter(Boolean).join(' and ')}.`
}

function Done({ organization, task }: { organization: string; task: Task }) {
  const { id, title, assignedTo, project, updatedAt } = task
  return (
    <Link
      className="line"
      to="/o/$organization/tasks"
      params={{ organization }}
      search={{ state: 'done', task: id }}
    >
      <Icon name="passed" tone="passed" />
      <About name={title}>
        <Facts>
          {`${assignedTo} finished the task`}
          {project}
        </Facts>
      </About>
      <span className="when muted">
        <Time at={updatedAt} />
      </span>
    </Link>
  )
}

function Proposed({ organization, proposal }: { organization: string; proposal: Proposal }) {
  const { id, path, author, project, state, createdAt } = proposal
  return (
    <Link
      className="line"
      to="/o/$organization/proposals"
      params={{ organization }}
      search={{ state: 'all', proposal: id }}
    >
      <Icon name="doc" tone="muted" />
      <About name={path}>
        <Facts>
          {`${author} proposed a text, ${state === 'open' ? 'not decided yet' : state}`}
          {project}
        </Facts>
      </About>
      <span className="when muted">
        <Time at={createdAt} />
      </span>
    </Link>
  )
}

const About = ({ name, children }: { name: string; children: ReactNode }) => (
  <span className="about">
    <span className="name ellipsis">{name}</span>
    <span className="under ellipsis">{children}</span>
  </span>
)
