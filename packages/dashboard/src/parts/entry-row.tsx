import { errorLine } from '@svc/protocol'
import { Link } from '@tanstack/react-router'
import type { Entry, Timing } from './entries.ts'
import { Marks } from './marks.tsx'
import { StatusIcon, VerdictChip } from './status.tsx'
import './entries.css'
import { durationText } from './words.ts'

/**
 * One entry: its name, its verdict with the supporting runs, the reason, and the error. It opens
 * the failure.
 */
export function EntryRow({ entry, head, branch }: { entry: Entry; head: string; branch: string }) {
  const { test, title, under, status, verdict, runs, owners, words, error, timing } = entry
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
      {runs.length > 0 && <Marks runs={runs} where={branch} links />}
      {timing && <Band timing={timing} branch={branch} />}
      {owners.length > 0 && <span className="owners muted">{owners.join(' ')}</span>}
      {words !== null && <p className="words">{words}</p>}
      {error !== null && <code className="message">{errorLine(error)}</code>}
    </div>
  )
}

const WIDTH = 160
const HEIGHT = 16

/** The usual time as a band, its median as a line, and this run as a mark. */
function Band({ timing: { usualMs, headMs, spreadMs, runs }, branch }: { timing: Timing; branch: string }) {
  const most = Math.max(headMs, usualMs + spreadMs) * 1.06 || 1
  const x = (ms: number) => Math.min(1, Math.max(0, ms / most)) * WIDTH
  const isSlower = headMs > usualMs
  const from = x(usualMs - spreadMs)
  return (
    <span className="band">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" preserveAspectRatio="none">
        <line className="axis" x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
        <rect
          className="usual"
          x={from}
          y="3"
          width={Math.max(2, x(usualMs + spreadMs) - from)}
          height="10"
          rx="2"
        />
        <line className="median" x1={x(usualMs)} x2={x(usualMs)} y1="3" y2="13" />
        <path className={isSlower ? 'slow' : 'fast'} d={`M${x(headMs)} 2l5 6-5 6-5-6z`} />
      </svg>
      <span
        className="times nowrap"
        title={`Median of ${runs} passing runs of ${branch}: ${durationText(usualMs)}`}
      >
        <b>{durationText(headMs)}</b> <span className="muted">usually {durationText(usualMs)}</span>
      </span>
    </span>
  )
}
