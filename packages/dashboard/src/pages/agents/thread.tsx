import { useInfiniteQuery } from '@tanstack/react-query'
import { agentName, type Message, mailOf } from '../../data/agents.ts'
import { Trouble } from '../../frame/trouble.tsx'
import { Markdown } from '../../markdown/markdown.tsx'
import { Skeleton } from '../../parts/empty-state.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { Lines } from '../../parts/lines.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { Time } from '../../parts/time.tsx'
import { textOf } from './text-of.ts'

/** A thread's messages, oldest first. */
export function Thread({ organization, id }: { organization: string; id: string }) {
  const read = useInfiniteQuery(mailOf(organization, { thread: id }))
  if (read.error) return <Trouble error={read.error} onRetry={() => read.refetch()} />
  if (!read.data) return <Skeleton rows={3} />
  const messages = read.data.pages.flatMap(({ data }) => data).reverse()
  if (messages.length === 0)
    return <p className="muted inset">This thread is gone: its messages have expired.</p>
  return (
    <>
      <MoreButton read={read} className="button bare">
        Earlier messages
      </MoreButton>
      <ol className="thread" aria-label="Messages of the thread">
        {messages.map((message) => (
          <li key={message.id}>
            <Letter message={message} />
          </li>
        ))}
      </ol>
    </>
  )
}

function Letter({ message: letter }: { message: Message }) {
  const { from, to, type, priority, status, problem, createdAt, message } = letter
  return (
    <article className="letter">
      <header>
        <b>{agentName(from.name, from.displayName)}</b>
        <span className="soft">to {to.name}</span>
        <Authenticity signature={letter.signature} />
        {type !== 'message' && <span className="chip base-is-broken">{type}</span>}
        {priority !== 'normal' && <span className="chip unknown">{priority}</span>}
        <span className="muted end nowrap">
          <Facts>
            {status}
            <Time at={createdAt} />
          </Facts>
        </span>
      </header>
      {problem !== null && <p className="failed">{problem}</p>}
      {message === null ? (
        <p className="muted">The server does not show this text, because it cannot prove who wrote it.</p>
      ) : (
        <>
          <Markdown text={textOf(message)} />
          {textOf(message) !== message && (
            <details>
              <summary>All that the agent reads</summary>
              <Lines text={message} label="Whole message" look="wrap tall" />
            </details>
          )}
        </>
      )}
    </article>
  )
}

const MARKS: Record<Message['signature']['authenticity'], { icon: IconName; tone: string; label: string }> = {
  authentic: { icon: 'passed', tone: 'passed', label: 'verified' },
  changed: { icon: 'failed', tone: 'failed', label: 'changed after it was sent' },
  unverifiable: { icon: 'unknown', tone: 'soft', label: 'cannot be verified' },
}

/** Whether the signature proves that the text is as its sender wrote it. */
function Authenticity({ signature: { authenticity, by } }: { signature: Message['signature'] }) {
  const { icon, tone, label } = MARKS[authenticity]
  return (
    <span className={`authenticity ${tone}`} title={`Signed by the ${by}`}>
      <Icon name={icon} />
      {label}
    </span>
  )
}
