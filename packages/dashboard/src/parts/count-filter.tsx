import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { StatusIcon } from './status.tsx'
import { number } from './words.ts'
import './count-filter.css'

export type Counts = Record<'failed' | 'flaky' | 'skipped' | 'passed', number>
const STATUSES = ['failed', 'flaky', 'skipped', 'passed'] as const

/** The counts of a run as a bar of shares, and as links to the lists that they count. */
export function CountFilter({
  counts,
  chosen,
  children,
}: {
  counts: Counts
  /** Null while another view is shown. */
  chosen: string | null
  /** Further filters, at the end of the same line. */
  children?: ReactNode
}) {
  const all = STATUSES.reduce((sum, status) => sum + counts[status], 0)
  return (
    <>
      <div
        className="share"
        role="img"
        aria-label={STATUSES.map((status) => `${number(counts[status])} ${status}`).join(', ')}
      >
        {STATUSES.filter((status) => counts[status] > 0).map((status) => (
          <i key={status} className={status} style={{ flexGrow: counts[status] / all }} />
        ))}
      </div>
      <div className="filters">
        <nav className="counts" aria-label="Results by status">
          {STATUSES.map((status) => (
            <CountLink key={status} status={status} n={counts[status]} isChosen={chosen === status} />
          ))}
          <CountLink status="all" n={all} isChosen={chosen === 'all'} />
        </nav>
        {children}
      </div>
    </>
  )
}

function CountLink({
  status,
  n,
  isChosen,
}: {
  status: (typeof STATUSES)[number] | 'all'
  n: number
  isChosen: boolean
}) {
  return (
    <Link
      className="count"
      from="/executions/$id"
      to="."
      search={(before) => ({ ...before, status, view: undefined, test: undefined, attempt: undefined })}
      {...(isChosen && { 'aria-current': 'true' })}
    >
      {status !== 'all' && <StatusIcon status={status} />}
      <b>{number(n)}</b> <span className="word">{status}</span>
    </Link>
  )
}
