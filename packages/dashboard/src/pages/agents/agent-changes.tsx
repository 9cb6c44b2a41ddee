import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type Task, tasksOf } from '../../data/agents.ts'
import { type Proposal, proposalsOf } from '../../data/knowledge.ts'
import { Trouble } from '../../frame/trouble.tsx'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Icon } from '../../parts/icon.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { Time, useNow } from '../../parts/time.tsx'
import { count, number } from '../../parts/words.ts'

const HOUR_MS = 3_600_000
const WEEK_MS = 7 * 24 * HOUR_MS

/** What agents finished and proposed in the last seven days, newest first. */
export function AgentChanges({ organization }: { organization: string }) {
  // Of the hour in which the page was opened: the week is part of what is read, and a return finds what was read.
  const [since] = useState(Math.floor(useNow() / HOUR_MS) * HOUR_MS - WEEK_MS)
  const tasks = useInfiniteQuery(
    tasksOf(organization, { status: 'done', endedAfter: new Date(since).toISOString() }),
  )
  const proposals = useInfiniteQuery(proposalsOf(organization, {}))
  const error = tasks.error ?? proposals.error
  if (error) return <Trouble error={error} onRetry={() => (tasks.error ? tasks : proposals).refetch()} />
  if (!tasks.data || !proposals.data) return <Skeleton rows={6} />
  const isNew = (at: string) => Date.parse(at) >= since
  const done = tasks.data.pages.flatMap(({ data }) => data)
  const proposed = proposals.data.pages
    .flatMap(({ data }) => data)
    .filter(({ byKey, createdAt }) => byKey && isNew(createdAt))
  const unread = [
    { ...tasks, until: endOf(done.at(-1)) },
    { ...proposals, until: proposals.data.pages.at(-1)?.data.at(-1)?.createdAt ?? '' },
  ].filter(({ hasNextPage, until }) => hasNextPage && isNew(until))
  const rows = [
    ...done.map((task) => ({ id: task.id, at: endOf(task), line: <Done {...{ organization, task }} /> })),
    ...proposed.map((proposal) => ({
      id: proposal.id,
      at: proposal.createdAt,
      line: <Proposed {...{ organization, proposal }} />,
    })),
  ]
    // Below this, a change of a page that is not read yet would come between them.
    .filter(({ at }) => unread.every(({ until }) => at >= until))
    .sort((a, b) => (a.at < b.at ? 1 : -1))
  const more = (
    <MoreButton
      read={{
        hasNextPage: unread.length > 0,
        isFetchingNextPage: unread.some(({ isFetchingNextPage }) => isFetchingNextPage),
        fetchNextPage: () => unread.map(({ fetchNextPage }) => fetchNextPage()),
      }}
    >
      Earlier changes
    </MoreButton>
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
      <p className="chosen">{summaryOf(done, proposed, unread.length === 0)}</p>
      <ul className="card rows" aria-label="Changes of agents">
        {rows.map(({ id, line }) => (
          <li key={id}>{line}</li>
        ))}
      </ul>
      {more}
    </>
  )
}

const endOf = (task: Task | undefined): string => task?.endedAt ?? ''

function summaryOf(done: Task[], proposed: Proposal[], isComplete: boolean): string {
  const accepted = proposed.filter(({ state }) => state === 'accepted').length
  const parts = [
    done.length > 0 ? `finished ${count(done.length, 'task')}` : '',
    proposed.length > 0
      ? `proposed ${count(proposed.length, 'text')} for documents (${number(accepted)} accepted)`
      : '',
  ]
  return `In the last 7 days, agents ${parts.filter(Boolean).join(' and ')}${isComplete ? '' : ', and more'}.`
}

function Done({ organization, task }: { organization: string; task: Task }) {
  const { id, title, assignedTo, project } = task
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
        <Time at={endOf(task)} />
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
