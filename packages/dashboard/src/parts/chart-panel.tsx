import type { Scale } from './chart-scale.ts'

/** Bars of one panel stand on each other; the second line is dashed; shapes differ with colours. */
type Look = 'passed' | 'failed' | 'flaky' | 'other' | 'first' | 'second'

/** One value for each slot; null if it has none. */
interface Series {
  name: string
  look: Look
  values: (number | null)[]
}

/** One scale with its series. All panels of a chart share the x axis. */
export interface Panel {
  title: string
  scale: Scale
  /** Of a value in full, if the ticks are shorter. */
  text?: (value: number) => string
  bars?: Series[]
  lines?: Series[]
  /** A dot for each slot that has a value; its look may differ from slot to slot. */
  dots?: { name: string; values: number[]; looks: Look[]; words: Partial<Record<Look, string>> }
  /** A usual range with its middle. */
  band?: { low: number; middle: number; high: number } | null
}

/** The height of the drawing in its own units; its width is one a slot. */
const HEIGHT = 100

/** A panel: its title and its legend, the ticks of its scale, and its drawing. */
export function PanelDrawing({ panel, slots }: { panel: Panel; slots: number }) {
  const { title, scale, bars = [], lines = [], dots, band } = panel
  const share = (value: number) => (value - scale.low) / (scale.high - scale.low)
  const y = (value: number) => HEIGHT * (1 - share(value))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className="chart-panel" role="group" aria-label={title}>
      <p className="panel-head">
        <b>{title}</b>
        {legendOf(panel).map(({ name, look }) => (
          <span key={name}>
            <i className={lines.some((line) => line.name === name) ? `stroke ${look}` : `box ${look}`} />{' '}
            {name}
          </span>
        ))}
        {dots &&
          [...new Set(dots.looks)].map((look) => (
            <span key={look}>
              <i className={`dot ${look}`} /> {dots.words[look] ?? look}
            </span>
          ))}
        {band && (
          <span>
            <i className="box band" /> usual
          </span>
        )}
      </p>
      <div className="plot">
        {scale.ticks.map((tick) => (
          <span key={tick} className="y-tick" style={{ bottom: `${share(tick) * 100}%` }}>
            {scale.text(tick)}
          </span>
        ))}
        <svg viewBox={`0 0 ${slots} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {band && (
            <>
              <rect
                className="band"
                x="0"
                width={slots}
                y={y(band.high)}
                height={Math.max(1, y(band.low) - y(band.high))}
              />
              <path className="middle" d={`M0 ${y(band.middle)}H${slots}`} />
            </>
          )}
          <path className="grid" d={scale.ticks.map((tick) => `M0 ${y(tick)}H${slots}`).join('')} />
          {stacked(bars).map(({ key, look, i, from, to }) => (
            <rect key={key} className={look} x={i + 0.1} width="0.8" y={y(to)} height={y(from) - y(to)} />
          ))}
          {lines.map(({ name, look, values }) => (
            <g key={name} className={`stroke ${look}`}>
              <path d={lineOf(values, y)} />
              <path className="alone" d={aloneOf(values, y)} />
            </g>
          ))}
        </svg>
        {dots?.values.map((value, i) => (
          <i
            // biome-ignore lint/suspicious/noArrayIndexKey: slots have an order and nothing else
            key={i}
            className={`dot ${dots.looks[i]}`}
            style={{ left: `${((i + 0.5) / slots) * 100}%`, bottom: `${share(value) * 100}%` }}
          />
        ))}
      </div>
    </div>
  )
}

/** The series to tell apart: one alone has the name of its panel. */
function legendOf({ title, bars = [], lines = [] }: Panel): Series[] {
  const all = [...bars, ...lines]
  return all.length === 1 && all[0]?.name.toLowerCase() === title.toLowerCase() ? [] : all
}

/** Through all values; slots without one are passed over. */
function lineOf(values: (number | null)[], y: (value: number) => number): string {
  const points = values.flatMap((value, i) => (value === null ? [] : [`${i + 0.5} ${y(value)}`]))
  return points.map((point, i) => `${i === 0 ? 'M' : 'L'}${point}`).join('')
}

/** A dot for the only value, which no line shows. */
function aloneOf(values: (number | null)[], y: (value: number) => number): string {
  const [first, second] = values.flatMap((value, i) => (value === null ? [] : [{ value, i }]))
  return first && !second ? `M${first.i + 0.5} ${y(first.value)}h0.001` : ''
}

/** The name and the text of each value of a slot, for the reading and for screen readers. */
export const readingOf = (panels: Panel[], i: number): { name: string; look: Look; text: string }[] =>
  panels.flatMap(({ bars = [], lines = [], dots, scale, text = scale.text }) => [
    ...[...bars, ...lines].flatMap(({ name, look, values }) => {
      const value = values[i]
      return value === null || value === undefined ? [] : [{ name, look, text: text(value) }]
    }),
    ...(dots?.values[i] === undefined
      ? []
      : [{ name: dots.name, look: dots.looks[i] ?? 'other', text: text(dots.values[i]) }]),
  ])

/** The bars of each slot on each other, the first series at the bottom; values of zero have none. */
function stacked<Look extends string>(bars: { look: Look; values: (number | null)[] }[]) {
  const tops: number[] = []
  return bars.flatMap(({ look, values }) =>
    values.flatMap((value, i) => {
      const from = tops[i] ?? 0
      tops[i] = from + (value ?? 0)
      return value ? [{ key: `${look}${i}`, look, i, from, to: from + value }] : []
    }),
  )
}
