import { Link } from '@tanstack/react-router'
import type { Trends } from '../../data/insights.ts'
import { type Column, ScrollTable } from '../../parts/scroll-table.tsx'
import { durationText, number, percentText } from '../../parts/words.ts'
import { executionsAt } from './count-chart.tsx'

const COLUMNS: Column[] = [
  'When',
  'Executions',
  'Passed',
  'Failed',
  'Pass rate',
  'Failed tests',
  'Flaky tests',
  'Median',
  '95th percentile',
]

/** The numbers of the charts, newest first; omits buckets without runs. */
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
    <ScrollTable label="Numbers of the charts" columns={COLUMNS} className="trend-table">
      {shown.map((point) => {
        const { bucket, executions, tests, p50DurationMs, p95DurationMs } = point
        const { passed, failed } = executions
        return (
          <tr key={bucket}>
            <th scope="row">
              <Link className="link" {...executionsAt(organization, project, point, branch)}>
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
    </ScrollTable>
  )
}
