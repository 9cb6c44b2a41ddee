import { percentText } from '@svc/protocol'
import { Link, linkOptions } from '@tanstack/react-router'
import type { Trends } from '../../data/insights.ts'
import { ChartNumbers } from '../../parts/chart-numbers.tsx'
import { slotsOf } from '../../parts/chart-slots.ts'
import { durationText, number } from '../../parts/words.ts'

const COLUMNS = [
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
  const slots = slotsOf(points)
  const shown = points
    .map((point, i) => ({ point, text: slots[i]?.text }))
    .filter(({ point }) => point.executions.total > 0)
    .reverse()
  const duration = (ms: number | null) => (ms === null ? '' : durationText(ms))
  return (
    <ChartNumbers label="Numbers of the charts" columns={COLUMNS}>
      {shown.map(({ point, text }) => {
        const { bucket, executions, tests, p50DurationMs, p95DurationMs } = point
        const { passed, failed } = executions
        return (
          <tr key={bucket}>
            <th scope="row">
              <Link className="link" {...executionsAt(organization, project, point, branch)}>
                {text}
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
    </ChartNumbers>
  )
}

/** The link to the list of a bucket's executions. */
export const executionsAt = (
  organization: string,
  project: string,
  { from, to }: Pick<Trends['points'][number], 'from' | 'to'>,
  branch: string | undefined,
) =>
  linkOptions({
    to: '/o/$organization/$project/executions',
    params: { organization, project },
    search: { from, to, ...(branch !== undefined && { branch }) },
  })
