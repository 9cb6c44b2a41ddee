import { daysUntil } from './chart-slots.ts'
import { count } from './words.ts'
import './day-bars.css'

const DAY_MS = 86_400_000
/** More bars would be narrower than a pixel in a list. */
const MOST_DAYS = 90

/** A count for each of the last days, as bars. */
export function DayBars({
  days,
  last,
  length = 30,
  isFlaky = false,
}: {
  days: { day: string; failures: number }[]
  /** The last shown day, milliseconds. */
  last: number
  length?: number
  /** True if it never failed at all attempts. */
  isFlaky?: boolean
}) {
  const shown = Math.min(MOST_DAYS, length)
  const byDay = new Map(days.map(({ day, failures }) => [day, failures]))
  const all = daysUntil(last, shown).map((day) => ({ day, failures: byDay.get(day) ?? 0 }))
  const most = Math.max(1, ...all.map(({ failures }) => failures))
  const total = all.reduce((sum, { failures }) => sum + failures, 0)
  const on = all.filter(({ failures }) => failures > 0).length
  return (
    <svg
      className="day-bars"
      viewBox={`0 0 ${shown * 4} 24`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${count(total, 'failure')} on ${on} of ${count(shown, 'day')}`}
    >
      {all.map(({ day, failures }, i) => {
        const height = failures === 0 ? 1 : 3 + (failures / most) * 21
        return (
          <rect
            key={day}
            className={failures === 0 ? 'none' : isFlaky ? 'some flaky' : 'some failed'}
            x={i * 4}
            y={24 - height}
            width="3"
            height={height}
          >
            <title>{`${day}: ${count(failures, 'failure')}`}</title>
          </rect>
        )
      })}
    </svg>
  )
}

/** The last day of a window that ends before `to`. */
export const lastDayOf = (to: string | undefined): number =>
  to === undefined ? Date.now() : Math.min(Date.now(), Date.parse(to) - DAY_MS)
