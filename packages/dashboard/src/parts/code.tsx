import { colourCode } from './colour-code.ts'
import { usePortion } from './portion.tsx'
import './lines.css'

interface Line {
  number: string
  text: string
  kind: 'code' | 'here' | 'caret'
}

/** Runners print some twenty; the rest of a longer text is drawn on request. */
const AT_ONCE = 60

/** Source lines around a failure as runners print them: `> 48 | expect(…)` and a caret below. */
export function Snippet({ text, label }: { text: string; label: string }) {
  const { shown, more } = usePortion(readSnippet(text), 'line', AT_ONCE)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways, so the keyboard must reach it
    <section className="lines" tabIndex={0} aria-label={label}>
      {shown.map(({ number, text: code, kind }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never change their order
        <div key={i} {...(kind === 'here' && { className: 'here' })}>
          <span className="no">{number}</span>
          {kind === 'caret' ? <span className="caret">{code}</span> : <Code text={code} />}
        </div>
      ))}
      {more}
    </section>
  )
}

/** One line of code with its colours. */
function Code({ text }: { text: string }) {
  return colourCode(text).map(({ text: piece, kind }, i) =>
    kind === null ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces never change their order
      <span key={i} className={kind}>
        {piece}
      </span>
    ),
  )
}

/** Lines of a code frame; a text in another form stays as it is, without numbers. */
export function readSnippet(text: string): Line[] {
  const lines = text.replace(/\n+$/, '').split('\n')
  return lines.map((line) => {
    const [, arrow = '', number = '', rest = ''] = /^\s*(>?)\s*(\d*)\s?[|│] ?(.*)$/.exec(line) ?? []
    if (!/^\s*>?\s*\d*\s?[|│]/.test(line)) return { number: '', text: line, kind: 'code' }
    if (number === '' && /^\s*[\^~]+/.test(rest)) return { number, text: rest, kind: 'caret' }
    return { number, text: rest, kind: arrow ? 'here' : 'code' }
  })
}
