import { Link } from '@tanstack/react-router'
import type { Overview } from '../../data/runs.ts'
import { count, durationText } from '../../parts/words.ts'

type Day = Overview['days'][number]

const HEIGHT = 100
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const dayText = (date: string): string => day.format(new Date(date))

/** Runs of the branch by day, failed ones above passed ones, and how long 95 % of them took. */
export function Days({ overview, organization }: { overview: Overview; organization: string }) {
  const { days, branch, project } = overview
  const most = Math.max(1, ...days.map(settledOf))
  const slowest = Math.max(1, ...days.map(({ p95Ms }) => p95Ms ?? 0))
  const points = days.flatMap(({ p95Ms }, i) =>
    p95Ms === null ? [] : [`${i + 0.5},${HEIGHT - (p95Ms / slowest) * (HEIGHT - 6)}`],
  )
  return (
    <section className="listed" aria-labelledby="days">
      <div className="list-head">
        <h2 id="days">
          {count(days.length, 'day')} of {branch}
        </h2>
        <span className="muted end legend">
          <span>
            <i className="swatch failed" /> failed
          </span>
          <span>
            <i className="swatch passed" /> passed
          </span>
          <span>
            <i className="line-mark" /> 95 % of the runs end within, at most {durationText(slowest)}
          </span>
        </span>
      </div>
      <div className="card days">
        <ol>
          {days.map((each) => (
            <li key={each.day}>
              <Link
                to="/o/$organization/$project/executions"
                params={{ organization, project }}
                search={{ branch, from: each.day, to: each.day }}
                aria-label={labelOf(each)}
                title={labelOf(each)}
              >
                <i className="failed" style={{ height: `${(each.executions.failed / most) * HEIGHT}%` }} />
                <i className="passed" style={{ height: `${(each.executions.passed / most) * HEIGHT}%` }} />
                <i className="other" style={{ height: `${(otherOf(each) / most) * HEIGHT}%` }} />
              </Link>
            </li>
          ))}
        </ol>
        {points.length > 1 && (
          <svg viewBox={`0 0 ${days.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" />
          </svg>
        )}
        <p className="muted">
          <span>{days[0] && dayText(days[0].day)}</span>
          <span>today</span>
        </p>
      </div>
    </section>
  )
}

const otherOf = ({ executions }: Day): number => executions.cancelled + executions.incomplete
const settledOf = (each: Day): number => each.executions.passed + each.executions.failed + otherOf(each)

function labelOf({ day: date, executions, p95Ms }: Day): string {
  const { total, failed, passed } = executions
  if (total === 0) return `${dayText(date)}: no run`
  const took = p95Ms === null ? '' : `, 95 % within ${durationText(p95Ms)}`
  return `${dayText(date)}: ${count(total, 'run')}, ${failed} failed, ${passed} passed${took}`
}
