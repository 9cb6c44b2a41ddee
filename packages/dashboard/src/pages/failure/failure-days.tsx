import { getRouteApi } from '@tanstack/react-router'
import { Chart } from '../../parts/chart.tsx'
import { ChartNumbers } from '../../parts/chart-numbers.tsx'
import { countScale } from '../../parts/chart-scale.ts'
import { daySlots, daysUntil } from '../../parts/chart-slots.ts'
import { dayAfter } from '../../parts/runs-on.ts'
import { count, number } from '../../parts/words.ts'

const route = getRouteApi('/o/$organization/$project/failures/$fingerprint')

/** The failures of each of the last days, as a chart and as a table; a day opens its executions. */
export function FailureDays({
  days,
  last,
  length,
  isFlaky,
}: {
  days: { day: string; failures: number }[]
  /** The last shown day, milliseconds. */
  last: number
  length: number
  /** True if it never failed at all attempts. */
  isFlaky: boolean
}) {
  const navigate = route.useNavigate()
  const byDay = new Map(days.map(({ day, failures }) => [day, failures]))
  const shown = daysUntil(last, length)
  const slots = daySlots(shown)
  const values = shown.map((day) => byDay.get(day) ?? 0)
  const total = values.reduce((sum, each) => sum + each, 0)
  const on = values.filter((each) => each > 0).length
  return (
    <>
      <Chart
        label={`${number(total)} failures on ${on} of ${count(shown.length, 'day')}`}
        slots={slots}
        panels={[
          {
            title: 'Failures',
            scale: countScale(Math.max(...values)),
            bars: [{ name: 'failures', look: isFlaky ? 'flaky' : 'failed', values }],
          },
        ]}
        onOpen={(i) => {
          const day = shown[i]
          if (day !== undefined && values[i]) void navigate({ search: searchOf(day), resetScroll: false })
        }}
      />
      <ChartNumbers label="Failures by day" columns={['Day', 'Failures']}>
        {shown
          .map((day, i) => ({ day, text: slots[i]?.text, failures: values[i] ?? 0 }))
          .filter(({ failures }) => failures > 0)
          .reverse()
          .map(({ day, text, failures }) => (
            <tr key={day}>
              <th scope="row">
                <route.Link className="link" to="." search={searchOf(day)} resetScroll={false}>
                  {text}
                </route.Link>
              </th>
              <td>{number(failures)}</td>
            </tr>
          ))}
      </ChartNumbers>
    </>
  )
}

/** One day: `to` is the day after it. */
const searchOf =
  (day: string) =>
  <S extends object>(before: S) => ({
    ...before,
    from: day,
    to: dayAfter(day),
  })
