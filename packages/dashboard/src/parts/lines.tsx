import { linesIn, pieces } from './pieces.ts'
import './lines.css'

/** Of a piece that nobody has seen: characters of a line, and pixels. */
const OF_LINE = 110
const LINE_HEIGHT = 20

/** Text in fixed width. A long one is laid out in pieces, when they come near the window. */
export function Lines({ text, label, look }: { text: string; label: string; look?: 'wrap' | 'wrap tall' }) {
  const all = text === '' ? [{ start: 0, end: 0 }] : pieces(text, 0, text.length)
  const isLong = all.length > 1
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls, so the keyboard must reach it
    <section className={look ? `lines ${look}` : 'lines'} tabIndex={0} aria-label={label}>
      {all.map(({ start, end }) => {
        const piece = text.slice(start, end)
        return (
          <div
            key={start}
            {...(isLong && {
              className: 'piece',
              style: {
                containIntrinsicBlockSize: `auto ${linesIn(piece, look ? OF_LINE : Number.POSITIVE_INFINITY) * LINE_HEIGHT}px`,
              },
            })}
          >
            {piece}
          </div>
        )
      })}
    </section>
  )
}
