import { Link } from '@tanstack/react-router'
import type { Trends } from '../../data/insights.ts'
import { durationText, number, percentText } from '../../parts/words.ts'
import { executionsAt } from './count-chart.tsx'

/** The numbers of the charts, newest first; buckets in which nothing ran are left out. */
export function TrendTable({
  points,
  organization,
  project,
  branch,
}: {
  points: Trends['points']
  organization: string
  project: string
  branch: string | undefined
}) {
  const shown = points.filter(({ executions }) => executions.total > 0).reverse()
  const duration = (ms: number | null) => (ms === null ? '' : durationText(ms))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways, so the keyboard must reach it
    <section className="scrolls" tabIndex={0} aria-label="Numbers of the charts">
      <table className="trend-table">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Executions</th>
            <th scope="col">Passed</th>
            <th scope="col">Failed</th>
            <th scope="col">Pass rate</th>
            <th scope="col">Failed tests</th>
            <th scope="col">Flaky tests</th>
            <th scope="col">Median</th>
            <th scope="col">95th percentile</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((point) => {
            const { bucket, executions, tests, p50DurationMs, p95DurationMs } = point
            const { passed, failed } = executions
            return (
              <tr key={bucket}>
                <th scope="row">
                  <Link className="link" to={executionsAt(organization, project, point, branch)}>
                    {bucket}
                  </Link>
                </th>
                <td>{number(executions.total)}</td>
                <td>{number(passed)}</td>
                <td>{number(failed)}</td>
                <td>{passed + failed > 0 && percentText(passed / (passed + failed))}</td>
                <td>{number(tests.failed)}</td>
                <td>{number(tests.flaky)}</td>
                <td>{duration(p50DurationMs)}</td>
                <td>{duration(p95DurationMs)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
