import { useMemo } from 'react'
import { PIECE, pieces } from '../../parts/pieces.ts'
import { usePortion } from '../../parts/portion.tsx'
import '../../parts/lines.css'
import './text-diff.css'

/** More lines are drawn on request. */
const AT_ONCE = 500

/** A unified difference as lines; the signs say what the colours say. */
export function TextDiff({ patch, label }: { patch: string; label: string }) {
  const lines = useMemo(() => linesOf(patch), [patch])
  const { shown, more } = usePortion(lines, 'line', AT_ONCE)
  if (lines.length === 0) return <p className="muted">The texts are equal.</p>
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways, so the keyboard must reach it */}
      <section className="lines wrap text-diff" tabIndex={0} aria-label={label}>
        {shown.map(({ kind, text, isPiece }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never change their order
          <div key={i} className={isPiece ? `${kind} piece` : kind}>
            <span className="sign">{SIGNS[kind]}</span>
            {text}
          </div>
        ))}
      </section>
      {more}
    </>
  )
}

const SIGNS = { removed: '−', added: '+', same: ' ', left: ' ' }
type Line = { kind: keyof typeof SIGNS; text: string; isPiece?: true }

/** Lines of a patch without its head; a hunk's head becomes the line where it begins. */
function linesOf(patch: string): Line[] {
  const lines = patch.replace(/\n$/, '').split('\n')
  const first = lines.findIndex((line) => line.startsWith('@@'))
  if (first < 0) return []
  return lines
    .slice(first)
    .filter((line) => !line.startsWith('\\'))
    .flatMap((line): Line[] => {
      const text = line.slice(1)
      if (line.startsWith('@@'))
        return [{ kind: 'left', text: `Line ${/\+(\d+)/.exec(line)?.[1] ?? ''}`.trim() }]
      const kind = line.startsWith('-') ? 'removed' : line.startsWith('+') ? 'added' : 'same'
      if (text.length <= PIECE) return [{ kind, text }]
      return pieces(text, 0, text.length).map(({ start, end }) => ({
        kind,
        text: text.slice(start, end),
        isPiece: true,
      }))
    })
}
