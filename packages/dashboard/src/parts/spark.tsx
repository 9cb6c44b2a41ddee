import { durationText } from './words.ts'
import './spark.css'

const HEIGHT = 20
/** The scale ends above the highest value, so that a line without a change stands beside its number. */
const HEADROOM = 1.6

/** Durations of one test, milliseconds, oldest first, as a line from zero. Renders nothing for fewer than two. */
export function Spark({ values }: { values: number[] }) {
  const [oldest, newest] = [values[0], values.at(-1)]
  if (values.length < 2 || oldest === undefined || newest === undefined) return null
  const most = Math.max(1, ...values)
  const y = (value: number) => HEIGHT * (1 - value / (most * HEADROOM))
  return (
    <svg
      className="spark"
      viewBox={`0 -1 ${values.length - 1} ${HEIGHT + 2}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`from ${durationText(oldest)} to ${durationText(newest)} in ${values.length} runs, at most ${durationText(most)}`}
    >
      <path d={values.map((value, i) => `${i === 0 ? 'M' : 'L'}${i} ${y(value)}`).join('')} />
    </svg>
  )
}
