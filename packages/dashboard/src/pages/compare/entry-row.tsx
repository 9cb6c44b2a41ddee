import { errorLine } from '@svc/protocol'
import { Link } from '@tanstack/react-router'
import { Marks } from '../../parts/marks.tsx'
import { StatusIcon, VerdictChip } from '../../parts/status.tsx'
import { Band } from './band.tsx'
import type { Entry } from './entries.ts'

/**
 * One entry: its name, its verdict with the supporting runs, the reason, and the error. It opens
 * the failure.
 */
export function EntryRow({ entry, head, branch }: { entry: Entry; head: string; branch: string }) {
  const { test, title, under, status, verdict, owners, words, error, timing } = entry
  const runs = (verdict?.history.recent ?? []).map(({ execution, status: each, startedAt }) => ({
    execution,
    status: each,
    at: startedAt,
  }))
  const isQuiet = verdict !== null && verdict.kind !== 'mine'
  const state = status === 'failed' || status === 'flaky' ? status : 'all'
  return (
    <div className="entry">
      {status === null ? <span /> : <StatusIcon status={status} isNamed isQuiet={isQuiet} />}
      <div className="about">
        <Link
          className="name"
          to="/executions/$id"
          params={{ id: head }}
          search={
            test === null
              ? {}
              : { test: `${test.testId}~${test.leg}`, ...(state !== 'failed' && { status: state }) }
          }
        >
          {title}
          <span className="sr"> {under}</span>
        </Link>
        <span className="under" aria-hidden="true">
          {under}
        </span>
      </div>
      {verdict && <VerdictChip kind={verdict.kind} />}
      {runs.length > 0 && <Marks runs={runs.reverse()} where={branch} links />}
      {timing && <Band timing={timing} branch={branch} />}
      {owners.length > 0 && <span className="owners muted">{owners.join(' ')}</span>}
      {words !== null && <p className="words">{words}</p>}
      {error !== null && <code className="message">{errorLine(error)}</code>}
    </div>
  )
}
