import { percentText } from '@svc/protocol'
import './rate.css'

export interface ShownRate {
  value: number | null
  numerator: number
  denominator: number
  interval: { low: number; high: number }
}

/** Replaces the rate of a broken test, whose failures are no evidence of flakiness. */
export const FailedRuns = ({ failed, runs }: { failed: number; runs: number }) => (
  <span className="rate failed">
    {runs === 0 ? (
      'no runs'
    ) : (
      <>
        <b>{percentText(failed / runs)}</b> failed
      </>
    )}
  </span>
)

/** A rate of runs: the number, and its confidence interval on a scale, with the rate's position in it. */
export function Rate({ rate, most = 1 }: { rate: ShownRate; most?: number }) {
  const { value, interval, numerator, denominator } = rate
  if (value === null) return <span className="rate muted">no runs</span>
  const { low, high } = interval
  const x = (share: number) => Math.min(100, (share / most) * 100)
  return (
    <span className="rate" title={`${numerator} of ${denominator} runs`}>
      <b>{percentText(value)}</b>
      <svg
        viewBox="0 0 100 10"
        preserveAspectRatio="none"
        role="img"
        aria-label={`likely between ${percentText(low)} and ${percentText(high)}`}
      >
        <path className="scale" d="M0 5H100" />
        <rect className="interval" x={x(low)} y="2.5" width={Math.max(1, x(high) - x(low))} height="5" />
        <rect className="value" x={Math.min(98.5, x(value))} y="0" width="1.5" height="10" />
      </svg>
    </span>
  )
}
