import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react'
import {
  type FailureFilter,
  failurePageOf,
  type ListedFailure,
  type Topic,
} from '../../data/execution-failures.ts'
import type { Execution } from '../../data/queries.ts'
import { Trouble } from '../../frame/trouble.tsx'
import { Skeleton } from '../../parts/empty-state.tsx'
import { count } from '../../parts/words.ts'
import type { Section } from './failures-of.ts'
import { listedIn, withMore } from './more-sections.ts'

interface Read {
  failures: ListedFailure[]
  next: string | null
}

/**
 * The sections of a run with more failures than the first view loads, filtered by the server, and how to read more of
 * one.
 */
export function PartialSections({
  execution,
  first,
  filter: { q, owner, leg },
  children,
}: {
  execution: Execution
  first: Section[]
  filter: FailureFilter
  children: (sections: Section[], moreOf: (topic: Topic, n: number) => ReactNode) => ReactNode
}) {
  const queries = useQueryClient()
  const words = useDeferredValue(q)
  const filter = { q: words, owner, leg }
  const isFiltered = words !== undefined || owner !== undefined || leg !== undefined
  const found = useQuery({ ...failurePageOf(execution.id, filter), enabled: isFiltered })
  const [read, setRead] = useState<Partial<Record<Topic, Read>>>({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages belong to one filter and one state of the run
  useEffect(() => setRead({}), [execution, words, owner, leg])
  const shown = !isFiltered ? first : found.data && listedIn(found.data, first)
  const readMore = async (topic: Topic) => {
    const before = read[topic]
    const cursor = before?.next ?? undefined
    const page = await queries.fetchQuery(
      failurePageOf(execution.id, { ...filter, topic, ...(cursor !== undefined && { cursor }) }),
    )
    const failures = [...(before?.failures ?? []), ...page.failures]
    setRead((all) => ({ ...all, [topic]: { failures, next: page.nextCursor } }))
  }
  if (isFiltered && found.error) return <Trouble error={found.error} onRetry={() => found.refetch()} />
  if (!shown) return <Skeleton rows={6} />
  return children(
    shown.map((section) => withMore(section, read[section.id]?.failures ?? [], first)),
    (topic, n) => <More n={n} onRead={() => readMore(topic)} />,
  )
}

/** Reads the next failures of a section. */
function More({ n, onRead }: { n: number; onRead: () => Promise<void> }) {
  const [state, setState] = useState<'idle' | 'reading' | 'failed'>('idle')
  const read = () => {
    setState('reading')
    onRead().then(
      () => setState('idle'),
      () => setState('failed'),
    )
  }
  return (
    <p className="cause">
      <button type="button" className="button bare" onClick={read} disabled={state === 'reading'}>
        {state === 'reading' ? 'Reading…' : `Show ${count(n, 'more failure')}`}
      </button>
      {state === 'failed' && <span role="alert"> The failures could not be read. Try again.</span>}
    </p>
  )
}
