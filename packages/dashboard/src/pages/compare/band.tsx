import { durationText } from '../../parts/words.ts'
import type { Timing } from './entries.ts'

const WIDTH = 160
const HEIGHT = 16

/** The usual time as a band, its median as a line, and this run as a mark. */
export function Band({
  timing: { usualMs, headMs, spreadMs, runs },
  branch,
}: {
  timing: Timing
  branch: string
}) {
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
