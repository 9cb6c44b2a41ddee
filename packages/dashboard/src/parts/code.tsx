import { colourCode } from './colour-code.ts'
import './lines.css'

interface Line {
  number: string
  text: string
  kind: 'code' | 'here' | 'caret'
}

/** Source lines around a failure as runners print them: `> 48 | expect(…)` and a caret below. */
export function Snippet({ text, label }: { text: string; label: string }) {
  const lines = readSnippet(text)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways, so the keyboard must reach it
    <section className="lines" tabIndex={0} aria-label={label}>
      {lines.map(({ number, text: code, kind }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never change their order
        <div key={i} {...(kind === 'here' && { className: 'here' })}>
          <span className="no">{number}</span>
          {kind === 'caret' ? <span className="caret">{code}</span> : <Code text={code} />}
        </div>
      ))}
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
