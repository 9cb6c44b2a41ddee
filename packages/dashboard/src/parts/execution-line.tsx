import { DEFAULT_SUITE } from '@svc/protocol'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ExecutionSummary } from '../data/queries.ts'
import { executionName } from './execution-name.ts'
import { Icon, type IconName } from './icon.tsx'
import { Duration, Time } from './time.tsx'
import { count, number, shortSha } from './words.ts'
import './rows.css'

const STATES: Record<ExecutionSummary['state'], { icon: IconName; tone: string }> = {
  passed: { icon: 'passed', tone: 'passed' },
  failed: { icon: 'failed', tone: 'failed' },
  running: { icon: 'clock', tone: 'soft' },
  cancelled: { icon: 'skipped', tone: 'skipped' },
  incomplete: { icon: 'unknown', tone: 'soft' },
}

/** The state of a run as a coloured shape, with its word for screen readers. */
export function StateIcon({ state }: { state: ExecutionSummary['state'] }) {
  const { icon, tone } = STATES[state]
  return <Icon name={icon} tone={tone} label={state} />
}

/** An execution as a row of a list: what it tested, its outcome, and its time. */
export function ExecutionLine({ execution }: { execution: ExecutionSummary }) {
  return (
    <Link className="line" to="/executions/$id" params={{ id: execution.id }}>
      <ExecutionWords execution={execution} />
    </Link>
  )
}

/** The content of such a row, for lists whose rows do not link to the execution. */
export function ExecutionWords({ execution }: { execution: ExecutionSummary }): ReactNode {
  const { state, branch, pullRequest, suite, counts, durationMs } = execution
  const sha = execution.headSha ?? execution.testedSha
  const failed = counts.failed + counts.errors
  return (
    <>
      <StateIcon state={state} />
      <span className="about">
        <span className="name ellipsis">{executionName(execution, execution.framework)}</span>
        <span className="under ellipsis">
          {pullRequest !== null && `#${pullRequest} · `}
          <span className="mono">{branch}</span>
          {branch && sha && ' · '}
          <span className="mono">{sha && shortSha(sha)}</span>
          {suite !== DEFAULT_SUITE && (branch || sha ? ` · ${suite}` : suite)}
        </span>
      </span>
      <span className="counted">
        {failed > 0 && <b className="failed">{number(failed)} failed</b>}
        {counts.flaky > 0 && <span className="flaky">{number(counts.flaky)} flaky</span>}
        <span className="muted not-phone">{count(counts.total, 'test')}</span>
      </span>
      <span className="when muted">
        {durationMs !== null && <Duration ms={durationMs} />}
        <Time at={execution.startedAt} />
      </span>
    </>
  )
}
