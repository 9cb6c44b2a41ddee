import { Link, useNavigate } from '@tanstack/react-router'
import type { Overview } from '../../data/runs.ts'
import { Chart } from '../../parts/chart.tsx'
import { ChartNumbers } from '../../parts/chart-numbers.tsx'
import { countScale, durationScale } from '../../parts/chart-scale.ts'
import { daySlots } from '../../parts/chart-slots.ts'
import { runsOn } from '../../parts/runs-on.ts'
import { count, durationText, number } from '../../parts/words.ts'

type Day = Overview['days'][number]

/** Runs of the branch by day, failed ones above passed ones, and how long 95 % of them took. */
export function Days({ overview, organization }: { overview: Overview; organization: string }) {
  const { days, branch, project } = overview
  const navigate = useNavigate()
  const runs = (of: (executions: Day['executions']) => number) => days.map(({ executions }) => of(executions))
  const slowest = days.map(({ p95Ms }) => p95Ms)
  const total = days.reduce((sum, { executions }) => sum + executions.total, 0)
  return (
    <section className="listed" aria-labelledby="days">
      <h2 id="days">
        {count(days.length, 'day')} of {branch}
      </h2>
      <div className="card days">
        <Chart
          label={`${count(total, 'run')} of ${branch}`.replace('run of', 'runs of')}
          slots={daySlots(days.map(({ day }) => day))}
          panels={[
            {
              title: 'Runs',
              scale: countScale(Math.max(0, ...runs(settledOf))),
              bars: [
                { name: 'passed', look: 'passed', values: runs(({ passed }) => passed) },
                { name: 'failed', look: 'failed', values: runs(({ failed }) => failed) },
                { name: 'cancelled or incomplete', look: 'other', values: runs(otherOf) },
              ],
            },
            {
              title: 'Duration',
              scale: durationScale(Math.max(0, ...slowest.map((each) => each ?? 0))),
              text: durationText,
              lines: [{ name: '95 % of the runs end within', look: 'first', values: slowest }],
            },
          ]}
          onOpen={(i) => {
            const day = days[i]?.day
            if (day !== undefined) void navigate(runsOn({ organization, project, branch, day }))
          }}
        />
        <DayTable overview={overview} organization={organization} />
      </div>
    </section>
  )
}

const otherOf = ({ cancelled, incomplete }: Day['executions']): number => cancelled + incomplete
const settledOf = (executions: Day['executions']): number =>
  executions.passed + executions.failed + otherOf(executions)

const COLUMNS = ['Day', 'Runs', 'Passed', 'Failed', '95 % end within']

/** The numbers of the chart, newest first; omits days without runs. */
function DayTable({ overview, organization }: { overview: Overview; organization: string }) {
  const { days, branch, project } = overview
  const slots = daySlots(days.map(({ day }) => day))
  const rows = days
    .map((each, i) => ({ ...each, text: slots[i]?.text }))
    .filter(({ executions }) => executions.total > 0)
  return (
    <ChartNumbers label="Numbers of the chart" columns={COLUMNS}>
      {rows.reverse().map(({ day, text, executions, p95Ms }) => (
        <tr key={day}>
          <th scope="row">
            <Link className="link" {...runsOn({ organization, project, branch, day })}>
              {text}
            </Link>
          </th>
          <td>{number(executions.total)}</td>
          <td>{number(executions.passed)}</td>
          <td>{number(executions.failed)}</td>
          <td>{p95Ms !== null && durationText(p95Ms)}</td>
        </tr>
      ))}
    </ChartNumbers>
  )
}
