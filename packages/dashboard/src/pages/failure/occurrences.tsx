import { DEFAULT_SUITE } from '@svc/protocol'
import { Link } from '@tanstack/react-router'
import type { FailureCluster } from '../../data/insights.ts'
import { Growing } from '../../parts/growing.tsx'
import { Time } from '../../parts/time.tsx'
import { count, shortSha } from '../../parts/words.ts'

/** The executions that had a failure, newest first; each opens with it. */
export function Occurrences({
  occurrences,
  question,
  onMore,
  isReading,
}: {
  occurrences: FailureCluster['occurrences']
  /** See `useHeld`. */
  question: string | null
  onMore: (() => void) | null
  isReading: boolean
}) {
  if (occurrences.length === 0) return <p className="muted">No execution in this period had it.</p>
  return (
    <>
      <Growing
        items={occurrences}
        keyOf={({ execution }) => execution.id}
        question={question}
        noun="execution"
        className="occurrences"
      >
        {({ execution, failed, flaky, errors, sample, tests }) => (
          <Link
            className="occurrence"
            to="/executions/$id"
            params={{ id: execution.id }}
            search={tests === 1 && sample[0] ? { test: sample[0].testId } : {}}
          >
            <span className="about">
              <span className="name ellipsis">
                {execution.pullRequest !== null && `#${execution.pullRequest} `}
                {execution.branch ?? 'no branch'}
              </span>
              <span className="under">
                {execution.commit && <span className="mono">{shortSha(execution.commit)} </span>}
                {execution.suite !== DEFAULT_SUITE && execution.suite}
              </span>
            </span>
            <span className="counted">
              {failed + errors > 0 && <b className="failed">{failed + errors} failed</b>}
              {flaky > 0 && <span className="flaky">{flaky} flaky</span>}
            </span>
            <span className="under not-phone">{count(tests, 'test')}</span>
            <span className="under">
              <Time at={execution.startedAt} />
            </span>
          </Link>
        )}
      </Growing>
      {onMore && (
        <button type="button" className="button" onClick={onMore} disabled={isReading}>
          Older executions
        </button>
      )}
    </>
  )
}
