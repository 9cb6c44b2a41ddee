import { percentText } from '@svc/protocol'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Overview } from '../../data/runs.ts'
import { durationText, number } from '../../parts/words.ts'

/**
 * The figures of the branch with their change since the previous window. Each number opens the list
 * that it counts.
 */
export function Figures({ overview, organization }: { overview: Overview; organization: string }) {
  const { executions, executionPassRate, p50Ms, p95Ms, change } = overview.metrics
  const to = (status?: string) => ({
    to: '/o/$organization/$project/executions' as const,
    params: { organization, project: overview.project },
    search: { branch: overview.branch, from: overview.from.slice(0, 10), ...(status && { status }) },
  })
  return (
    <dl className="branch-figures">
      <Figure name="Pass rate" change={changeOf(change.executionPassRate, points)} isBetter={isUp(change)}>
        {executionPassRate.value === null ? (
          'none'
        ) : (
          <Link {...to()} title={`${executionPassRate.numerator} of ${executionPassRate.denominator} runs`}>
            {percentText(executionPassRate.value)}
            <span className="sr"> of the runs passed</span>
          </Link>
        )}
      </Figure>
      <Figure name="Runs">
        <Link {...to()}>
          {number(executions.total)}
          <span className="sr"> {executions.total === 1 ? 'run' : 'runs'}</span>
        </Link>
      </Figure>
      <Figure name="Failed runs">
        <Link {...to('failed')} className={executions.failed > 0 ? 'failed' : ''}>
          {number(executions.failed)}
          <span className="sr"> {executions.failed === 1 ? 'failed run' : 'failed runs'}</span>
        </Link>
      </Figure>
      <Figure
        name="Median time"
        change={changeOf(change.p50Ms, milliseconds)}
        isBetter={isDown(change.p50Ms)}
      >
        {p50Ms === null ? 'none' : durationText(p50Ms)}
      </Figure>
      <Figure
        name="95 % end within"
        change={changeOf(change.p95Ms, milliseconds)}
        isBetter={isDown(change.p95Ms)}
      >
        {p95Ms === null ? 'none' : durationText(p95Ms)}
      </Figure>
    </dl>
  )
}

function Figure({
  name,
  change = null,
  isBetter = null,
  children,
}: {
  name: string
  change?: string | null
  isBetter?: boolean | null
  children: ReactNode
}) {
  const tone = isBetter === null ? 'muted' : isBetter ? 'passed' : 'failed'
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <b>{children}</b>
        {change !== null && (
          <span className={tone} title="Compared with the previous period of the same length">
            {change}
          </span>
        )}
      </dd>
    </div>
  )
}

const points = (share: number): string => `${Math.round(Math.abs(share) * 1_000) / 10} points`
const milliseconds = (ms: number): string => durationText(Math.abs(ms))

/** With its sign; null if there is no previous value or no difference. */
const changeOf = (by: number | null, text: (by: number) => string): string | null =>
  by === null || by === 0 ? null : `${by > 0 ? '+' : '−'}${text(by)}`

const isUp = ({ executionPassRate: by }: Overview['metrics']['change']): boolean | null =>
  by === null || by === 0 ? null : by > 0
const isDown = (by: number | null): boolean | null => (by === null || by === 0 ? null : by < 0)
