import { SvcError } from '@svc/api'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { clientOf } from '../../data/client.ts'
import { type Progress, useProgress } from '../../data/live.ts'
import { comparisonOf, type Execution, executionOf } from '../../data/queries.ts'
import { useWholePlace } from '../../frame/top-bar.tsx'
import { mayWrite, useRole } from '../../frame/use-role.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { Icon } from '../../parts/icon.tsx'
import { count, number } from '../../parts/words.ts'
import './live.css'

/**
 * News of a running execution. It waits below the page until the reader shows it, so nothing moves
 * under the pointer.
 */
export function Live({
  execution,
  expected,
  onProgress,
}: {
  execution: Execution
  /** The number of tests of the base run; 0 without one. */
  expected: number
  /** Gets the newest progress, and null once there is none. */
  onProgress: (progress: Progress | null) => void
}) {
  const { id, counts, state } = execution
  const queries = useQueryClient()
  const [isReading, setReading] = useState(false)
  const [isSettling, setSettling] = useState(false)
  const { organization } = useWholePlace()
  const role = useRole(organization ?? '')
  const read = async () => {
    setReading(true)
    // Also refreshes the data of other views of this execution.
    await Promise.all([
      queries.refetchQueries({ queryKey: executionOf(id).queryKey }),
      queries.refetchQueries({ queryKey: comparisonOf(id).queryKey }),
    ]).finally(() => setReading(false))
  }
  const progress = useProgress(id, state === 'running', () => void read())
  useEffect(() => onProgress(progress), [progress, onProgress])
  useEffect(() => () => onProgress(null), [onProgress])
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
      {/* Not the counts: they change with every test, and would be read out each time. */}
      <p className="sr" role="status">
        {isOver || failures > 0 ? words : ''}
      </p>
      <p>
        <Icon name={failures > 0 ? 'failed' : isOver ? 'passed' : 'clock'} />
        <b>{words}</b>
        <span className="muted">
          {number(now.passed)} passed, {number(now.failed + now.errors)} failed
        </span>
      </p>
      {!isOver && expected > 0 && (
        <progress
          max={expected}
          value={Math.min(expected, now.total)}
          aria-label={`${number(now.total)} of about ${count(expected, 'test')}, as many as the base run has`}
        />
      )}
      {isNew && (
        <button type="button" className="button first" onClick={read} disabled={isReading}>
          Show
        </button>
      )}
      {!isNew && mayWrite(role) && (
        <button type="button" className="button" onClick={() => setSettling(true)}>
          Settle…
        </button>
      )}
      {isSettling && organization !== null && (
        <Settle
          id={id}
          organization={organization}
          onClose={() => setSettling(false)}
          onSettled={() => {
            setSettling(false)
            void read()
          }}
        />
      )}
    </div>
  )
}

/** Asks for confirmation before a person declares the run complete. */
function Settle({
  id,
  organization,
  onClose,
  onSettled,
}: {
  id: string
  organization: string
  onClose: () => void
  onSettled: () => void
}) {
  return (
    <Dialog title="Settle this run?" onClose={onClose}>
      <Form
        button="Settle"
        onCancel={onClose}
        onSubmit={async () => {
          const { data } = await clientOf(organization).settleExecution({ id })
          if (data.state !== 'running') return onSettled()
          throw new SvcError(
            'CONFLICT',
            'The run stays open: a part has not ended, or a declared shard has not arrived. The page names it.',
          )
        }}
      >
        <p>You declare that no more parts will arrive. The comparison and the history then count this run.</p>
      </Form>
    </Dialog>
  )
}
