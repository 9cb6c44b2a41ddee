import { useQuery, useQueryClient } from '@tanstack/react-query'
import { startTransition, useDeferredValue, useEffect, useMemo, useState } from 'react'
import {
  type FailureFilter,
  failurePageOf,
  type ListedFailure,
  type Topic,
} from '../../data/execution-failures.ts'
import type { Execution } from '../../data/queries.ts'
import { Trouble } from '../../frame/trouble.tsx'
import { count } from '../../parts/words.ts'
import type { Listed, Section } from './failures-of.ts'
import { listedIn, withMore } from './more-sections.ts'

interface Read {
  failures: ListedFailure[]
  next: string | null
}

/**
 * Reads the sections of a run with more failures than the first view loads, filtered by the server, and more of one
 * section. What it has read replaces the list; until then, and while another filter is read, the list stays.
 */
export function PartialSections({
  execution,
  first,
  filter: { q, owner, leg },
  onListed,
}: {
  execution: Execution
  first: Section[]
  filter: FailureFilter
  onListed: (listed: Listed | 'failed') => void
}) {
  const queries = useQueryClient()
  const words = useDeferredValue(q)
  const isFiltered = words !== undefined || owner !== undefined || leg !== undefined
  const found = useQuery({ ...failurePageOf(execution.id, { q: words, owner, leg }), enabled: isFiltered })
  const [read, setRead] = useState<Partial<Record<Topic, Read>>>({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages belong to one filter and one state of the run
  useEffect(() => setRead({}), [execution, words, owner, leg])
  const hasFailed = isFiltered && found.error !== null
  const shown = useMemo(
    () => (isFiltered ? found.data && listedIn(found.data, first) : first),
    [isFiltered, found.data, first],
  )
  useEffect(() => {
    if (hasFailed) onListed('failed')
    if (hasFailed || !shown) return
    const readMore = async (topic: Topic) => {
      const before = read[topic]
      const cursor = before?.next ?? undefined
      const page = await queries.fetchQuery(
        failurePageOf(execution.id, { q: words, owner, leg, topic, ...(cursor !== undefined && { cursor }) }),
      )
      const failures = [...(before?.failures ?? []), ...page.failures]
      setRead((all) => ({ ...all, [topic]: { failures, next: page.nextCursor } }))
    }
    const listed: Listed = {
      sections: shown.map((section) => withMore(section, read[section.id]?.failures ?? [], first)),
      moreOf: (topic, n) => <More n={n} onRead={() => readMore(topic)} />,
    }
    // Typing takes precedence over rendering.
    startTransition(() => onListed(listed))
  }, [queries, execution.id, first, shown, read, words, owner, leg, hasFailed, onListed])
  return hasFailed ? <Trouble error={found.error} onRetry={() => found.refetch()} /> : null
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
