import { useNavigate } from '@tanstack/react-router'
import type { TestRun } from '../../data/insights.ts'
import { statusWord } from '../../parts/status.tsx'
import { count, durationText } from '../../parts/words.ts'

const WIDTH = 800
const HEIGHT = 160
const EDGE = 8
/** With fewer passed runs, nothing is usual yet. */
const LEAST_PASSED = 5

/**
 * How long each run took, oldest first, in the band of four of five passed runs. A dot opens its run; the list of runs
 * has the same for the keyboard.
 */
export function Durations({ runs }: { runs: TestRun[] }) {
  const navigate = useNavigate()
  const timed = runs.filter(({ status }) => status !== 'skipped').reverse()
  if (timed.length === 0) return <p className="muted">It was skipped in all of these runs.</p>
  const band = bandOf(timed)
  const most = Math.max(...timed.map(({ durationMs }) => durationMs), 1)
  const y = (ms: number) => HEIGHT - EDGE - (ms / most) * (HEIGHT - 2 * EDGE)
  const x = (i: number) => EDGE + ((i + 0.5) / timed.length) * (WIDTH - 2 * EDGE)
  const usual = band
    ? `Usually ${durationText(band.low)} to ${durationText(band.high)}, median ${durationText(band.median)}`
    : `Too few passing runs to tell what is usual`
  return (
    <figure className="durations">
      <span className="top muted">{durationText(most)}</span>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${usual}; ${count(timed.length, 'run')}, at most ${durationText(most)}`}
      >
        {band && (
          <>
            <rect
              className="band"
              x="0"
              y={y(band.high)}
              width={WIDTH}
              height={Math.max(2, y(band.low) - y(band.high))}
            />
            <path className="median" d={`M0 ${y(band.median)}H${WIDTH}`} />
          </>
        )}
        {timed.map((run, i) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the list of runs has the same as links
          <g
            key={`${run.execution.id}${run.leg}${run.testId}`}
            className={`dot ${run.status}`}
            onClick={() => navigate({ to: '/executions/$id', params: { id: run.execution.id } })}
          >
            <title>{`${durationText(run.durationMs)}, ${statusWord(run.status)}, ${run.execution.branch ?? 'no branch'}, ${run.startedAt.slice(0, 10)}`}</title>
            <Dot status={run.status} x={x(i)} y={y(run.durationMs)} />
          </g>
        ))}
      </svg>
      <figcaption className="muted">{usual}.</figcaption>
    </figure>
  )
}

/** A failure is a cross, a flake a ring: shape says what colour says. */
function Dot({ status, x, y }: { status: TestRun['status']; x: number; y: number }) {
  if (status === 'failed') return <path d={`M${x - 4} ${y - 4}l8 8m0-8l-8 8`} />
  return <circle cx={x} cy={y} r="3.5" />
}

/** The median, and the range of four of five runs, in milliseconds; null with too few passed runs. */
function bandOf(runs: TestRun[]): { low: number; median: number; high: number } | null {
  const passed = runs
    .filter(({ status }) => status === 'passed')
    .map(({ durationMs }) => durationMs)
    .sort((a, b) => a - b)
  if (passed.length < LEAST_PASSED) return null
  const at = (share: number) => passed[Math.round(share * (passed.length - 1))] as number
  return { low: at(0.1), median: at(0.5), high: at(0.9) }
}
