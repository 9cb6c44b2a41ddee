import { linkOptions, useNavigate } from '@tanstack/react-router'
import type { Trends } from '../../data/insights.ts'
import { count, number } from '../../parts/words.ts'
import { Axis } from './axis.tsx'

type Point = Trends['points'][number]
const HEIGHT = 140
const STEP = 10

/**
 * The executions of each bucket as a bar that opens their list; for the keyboard, the table
 * contains the same links.
 */
export function CountChart({
  points,
  organization,
  project,
  branch,
}: {
  points: Point[]
  organization: string
  project: string
  branch: string | undefined
}) {
  const navigate = useNavigate()
  const most = Math.max(1, ...points.map(({ executions }) => executions.total))
  const y = (n: number) => (n / most) * HEIGHT
  const total = (of: (point: Point) => number) => points.reduce((sum, point) => sum + of(point), 0)
  const label = `${count(
    total(({ executions }) => executions.total),
    'execution',
  )}: ${total(({ executions }) => executions.passed)} passed, ${total(({ executions }) => executions.failed)} failed`
  return (
    <div className="chart">
      <span className="top">{number(most)}</span>
      <svg
        viewBox={`0 0 ${points.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {points.map((point, i) => {
          const { passed, failed, total: all } = point.executions
          const other = all - passed - failed
          const bars = [
            { kind: 'passed', n: passed, below: 0 },
            { kind: 'failed', n: failed, below: passed },
            { kind: 'other', n: other, below: passed + failed },
          ].filter(({ n }) => n > 0)
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the table has the same as links
            <g
              key={point.bucket}
              className={all > 0 ? 'bar' : ''}
              onClick={() => all > 0 && navigate(executionsAt(organization, project, point, branch))}
            >
              <title>{`${point.bucket}: ${number(passed)} passed, ${number(failed)} failed${other > 0 ? `, ${number(other)} other` : ''}`}</title>
              <rect className="space" x={i * STEP} y="0" width={STEP} height={HEIGHT} />
              {bars.map(({ kind, n, below }) => (
                <rect
                  key={kind}
                  className={kind}
                  x={i * STEP + 1}
                  y={HEIGHT - y(below) - y(n)}
                  width={STEP - 2}
                  height={y(n)}
                />
              ))}
            </g>
          )
        })}
      </svg>
      <Axis points={points} />
    </div>
  )
}

/** The link to the list of a bucket's executions. */
export const executionsAt = (
  organization: string,
  project: string,
  { from, to }: Pick<Point, 'from' | 'to'>,
  branch: string | undefined,
) =>
  linkOptions({
    to: '/o/$organization/$project/executions',
    params: { organization, project },
    search: { from, to, ...(branch !== undefined && { branch }) },
  })
