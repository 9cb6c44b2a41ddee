import { Link } from '@tanstack/react-router'
import type { TestRun } from '../../data/insights.ts'
import { Growing } from '../../parts/growing.tsx'
import { StatusIcon } from '../../parts/status.tsx'
import { Duration, Time } from '../../parts/time.tsx'
import { shortSha } from '../../parts/words.ts'

/** The runs, newest first, each with the reason why it is in the rate or is not. */
export function RunList({
  runs,
  question,
  onMore,
  isReading,
}: {
  runs: TestRun[]
  /** See `useHeld`. */
  question: string | null
  onMore: (() => void) | null
  isReading: boolean
}) {
  return (
    <>
      <Growing
        items={runs}
        keyOf={({ execution, leg, testId }) => `${execution.id}${leg}${testId}`}
        question={question}
        noun="run"
        className="runs"
      >
        {(run) => <Row run={run} />}
      </Growing>
      {onMore && (
        <button type="button" className="button" onClick={onMore} disabled={isReading}>
          Older runs
        </button>
      )}
    </>
  )
}

function Row({ run }: { run: TestRun }) {
  const { execution, leg, status, startedAt, durationMs, testId } = run
  const { branch, pullRequest, headSha, testedSha } = execution
  const sha = headSha ?? testedSha
  return (
    <Link
      className="run"
      to="/executions/$id"
      params={{ id: execution.id }}
      search={{ status: 'all', test: testId }}
    >
      <StatusIcon status={status} isNamed />
      <span className="about">
        <span className="ellipsis">
          {pullRequest !== null && `#${pullRequest} `}
          <span className="mono">{branch ?? 'no branch'}</span>{' '}
          {sha && <span className="mono muted">{shortSha(sha)}</span>}
        </span>
        <span className="under ellipsis">
          {leg && `${leg} · `}
          {whyOf(run)}
        </span>
      </span>
      <Duration ms={durationMs} />
      <span className="when muted">
        <Time at={startedAt} />
      </span>
    </Link>
  )
}

const EXCLUDED: Record<NonNullable<TestRun['excludedBecause']>, string> = {
  'not-settled': 'Not counted: the execution is not over',
  fork: 'Not counted: from a fork',
  outage: 'Not counted: most tests of the execution failed',
  dirty: 'Not counted: changes without a commit',
  local: 'Not counted: a local run of a project with CI',
}

/** Why a run is in the rate, and whether it is evidence of flakiness. */
function whyOf({ excludedBecause, evidence, isOutage, inRate, status }: TestRun): string {
  if (excludedBecause !== null) return EXCLUDED[excludedBecause]
  if (status === 'skipped') return 'Not counted: skipped'
  if (!inRate) return 'Not counted: before this period'
  if (isOutage) return 'Counted; its error was an outage of several tests, so it is not evidence'
  if (evidence.includes('same-tree')) return 'Counted; evidence: the same code passed in another run'
  if (evidence.includes('retry')) return 'Counted; evidence: passed in a retry'
  return status === 'failed' ? 'Counted; a failure without evidence of flakiness' : 'Counted'
}
