import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type MailFilter, type Message, mailOf } from '../../data/agents.ts'
import { Trouble } from '../../frame/trouble.tsx'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Icon } from '../../parts/icon.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { Time } from '../../parts/time.tsx'
import { count } from '../../parts/words.ts'
import { textOf } from './text-of.ts'
import { Thread } from './thread.tsx'

interface Group {
  thread: string
  /** Newest first, as far as they have been read. */
  messages: Message[]
}

/** Messages by thread, the newest thread first; the selected one opens in place. */
export function Threads({ organization, filter }: { organization: string; filter: MailFilter }) {
  const { thread: chosen } = useSearch({ strict: false }) as { thread?: string }
  const read = useInfiniteQuery(mailOf(organization, filter))
  if (read.error) return <Trouble error={read.error} onRetry={() => read.refetch()} />
  if (!read.data) return <Skeleton rows={5} />
  const groups = groupsOf(read.data.pages.flatMap(({ data }) => data))
  if (groups.length === 0 && chosen === undefined)
    return filter.status === 'failed' ? (
      <EmptyState icon="passed" title="No message failed">
        <p>
          Every message arrived or can still arrive. Messages that expire or fail verification appear here.
        </p>
      </EmptyState>
    ) : (
      <EmptyState icon="list" title="No message yet">
        <p>Agents write to each other with svc_agent_message. Their messages appear here as threads.</p>
      </EmptyState>
    )
  return (
    <>
      {chosen !== undefined && !groups.some(({ thread }) => thread === chosen) && (
        <div className="card">
          <Thread organization={organization} id={chosen} />
        </div>
      )}
      <ul className="card rows" aria-label="Threads">
        {groups.map((group) => (
          <li key={group.thread}>
            <Line group={group} isOpen={group.thread === chosen} />
            {group.thread === chosen && <Thread organization={organization} id={group.thread} />}
          </li>
        ))}
      </ul>
      <MoreButton read={read}>Older messages</MoreButton>
    </>
  )
}

function Line({ group: { thread, messages }, isOpen }: { group: Group; isOpen: boolean }) {
  const [newest] = messages
  if (!newest) return null
  const people = [...new Set(messages.flatMap(({ from, to }) => [from.name, to.name]))]
  const problem = messages.find(({ status }) => status === 'failed')?.problem
  return (
    <Link
      className="line"
      to="."
      search={({ view }) => ({ view, thread: isOpen ? undefined : thread })}
      resetScroll={false}
      aria-expanded={isOpen}
      {...(isOpen && { 'aria-current': 'true' })}
    >
      <Icon name={isOpen ? 'down' : 'right'} tone="muted" />
      <span className="about">
        <span className="name ellipsis">
          {newest.message === null
            ? 'A message that cannot be shown'
            : textOf(newest.message).split('\n', 1)[0]}
        </span>
        <span className="under ellipsis">
          <Facts>
            {people.join(', ')}
            {newest.channel}
          </Facts>
        </span>
        {problem != null && <span className="under failed">Failed: {problem}</span>}
      </span>
      {newest.priority !== 'normal' && <span className="chip unknown">{newest.priority}</span>}
      <span className="muted nowrap not-phone">{count(messages.length, 'message')}</span>
      <span className="when muted">
        <Time at={newest.createdAt} />
      </span>
    </Link>
  )
}

function groupsOf(messages: Message[]): Group[] {
  const groups = new Map<string, Group>()
  for (const message of messages) {
    const group = groups.get(message.thread) ?? { thread: message.thread, messages: [] }
    group.messages.push(message)
    groups.set(message.thread, group)
  }
  return [...groups.values()]
}
