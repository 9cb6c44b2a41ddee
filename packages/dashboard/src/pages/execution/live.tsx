import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useProgress } from '../../data/live.ts'
import { comparisonOf, type Execution, executionOf } from '../../data/queries.ts'
import { Icon } from '../../parts/icon.tsx'
import { count, number } from '../../parts/words.ts'
import './live.css'

/** What is new in a running execution. It waits below the page to be shown, so nothing moves under the pointer. */
export function Live({ execution }: { execution: Execution }) {
  const { id, counts, state } = execution
  const queries = useQueryClient()
  const [isReading, setReading] = useState(false)
  const read = async () => {
    setReading(true)
    // Also what other views of this execution have read.
    await Promise.all([
      queries.refetchQueries({ queryKey: executionOf(id).queryKey }),
      queries.refetchQueries({ queryKey: comparisonOf(id).queryKey }),
    ]).finally(() => setReading(false))
  }
  const progress = useProgress(id, state === 'running', () => void read())
  if (state !== 'running' || progress === null) return null
  const { counts: now } = progress
  const isOver = progress.state !== 'running'
  const failures = now.failed + now.errors - counts.failed - counts.errors
  const results = now.total - counts.total
  const isNew = isOver || failures > 0 || results > 0
  const words = isOver
    ? `The run is over${failures > 0 ? `: ${count(failures, 'new failure')}` : ''}`
    : failures > 0
      ? count(failures, 'new failure')
      : results > 0
        ? count(results, 'new result')
        : 'Live'
  return (
    <div className={failures > 0 ? 'live bad' : 'live'}>
      <p role="status">
        <Icon name={failures > 0 ? 'failed' : isOver ? 'passed' : 'clock'} />
        <b>{words}</b>
        <span className="muted">
          {number(now.passed)} passed, {number(now.failed + now.errors)} failed
        </span>
      </p>
      {isNew && (
        <button type="button" className="button first" onClick={read} disabled={isReading}>
          Show
        </button>
      )}
    </div>
  )
}
