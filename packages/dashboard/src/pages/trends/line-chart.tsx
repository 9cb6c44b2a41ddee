import type { Trends } from '../../data/insights.ts'
import { Axis } from './axis.tsx'

type Point = Trends['points'][number]

interface Line {
  name: string
  /** The first line is solid and the second dashed, so that colour is not the only difference. */
  kind: 'first' | 'second'
  of: (point: Point) => number | null
}

const HEIGHT = 140
const STEP = 10

/** Values over time as lines; buckets without a value are skipped, and the line continues over them. */
export function LineChart({
  label,
  points,
  lines,
  most,
  text,
}: {
  label: string
  points: Point[]
  lines: Line[]
  /** The value at the top. */
  most: number
  text: (value: number) => string
}) {
  const y = (value: number) => HEIGHT - (value / (most || 1)) * (HEIGHT - 4) - 2
  const x = (i: number) => i * STEP + STEP / 2
  const drawn = lines.map((line) => ({
    ...line,
    values: points.flatMap((point, i) => {
      const value = line.of(point)
      return value === null ? [] : [{ i, value, bucket: point.bucket }]
    }),
  }))
  const said = drawn.map(({ name, values }) => {
    const [first, last] = [values[0], values.at(-1)]
    return first && last
      ? `${name} from ${text(first.value)} to ${text(last.value)}`
      : `${name} without a value`
  })
  return (
    <div className="chart">
      <span className="top">{text(most)}</span>
      <svg
        viewBox={`0 0 ${points.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}: ${said.join(', ')}`}
      >
        <path
          className="grid"
          d={`M0 ${y(most / 2)}H${points.length * STEP}M0 ${y(0)}H${points.length * STEP}`}
        />
        {drawn.map(({ name, kind, values }) => (
          <g key={name} className={`line-of ${kind}`}>
            <path
              d={values.map(({ i, value }, at) => `${at === 0 ? 'M' : 'L'}${x(i)} ${y(value)}`).join('')}
            />
            {values.map(({ i, value, bucket }) => (
              <path key={bucket} className="dot" d={`M${x(i)} ${y(value)}h0.001`}>
                <title>{`${bucket}: ${name} ${text(value)}`}</title>
              </path>
            ))}
          </g>
        ))}
      </svg>
      <Axis points={points} />
      <p className="chart-legend">
        {lines.map(({ name, kind }) => (
          <span key={name}>
            <i className={`stroke ${kind}`} /> {name}
          </span>
        ))}
      </p>
    </div>
  )
}
