import Anser from 'anser'
import { CODE, withoutCodes, withoutOtherCodes } from './codes.ts'
import { CopyButton } from './copy.tsx'
import { Lines } from './lines.tsx'
import './output.css'

/**
 * The sixteen colours by their meaning here; others become the nearest one, so that the theme keeps
 * text readable.
 */
const COLOURS: Record<string, string> = {
  'ansi-red': 'failed',
  'ansi-bright-red': 'failed',
  'ansi-green': 'passed',
  'ansi-bright-green': 'passed',
  'ansi-yellow': 'flaky',
  'ansi-bright-yellow': 'flaky',
  'ansi-blue': 'link',
  'ansi-bright-blue': 'link',
  'ansi-magenta': 'infra',
  'ansi-bright-magenta': 'infra',
  'ansi-cyan': 'passed',
  'ansi-bright-cyan': 'passed',
  'ansi-bright-black': 'muted',
}
const MOST_LINES = 2_000
/** Of all outputs on the page; more pieces would be drawn with a pause that a reader notices. */
const MOST_PIECES = 5_000

/** The output of a test with its colours. Copying gives the unchanged text. */
export function Output({
  text,
  label,
  among = 1,
}: {
  text: string
  label: string
  /** The outputs on the page. */
  among?: number
}) {
  const lines = text.replace(/\n$/, '').split('\n')
  const shown = lines.slice(-MOST_LINES).join('\n')
  const isColourful = (shown.match(CODE)?.length ?? 0) > MOST_PIECES / among
  return (
    <figure className="output">
      <figcaption className="label">
        {label}
        {lines.length > MOST_LINES && <span>the last {MOST_LINES.toLocaleString('en')} lines</span>}
        <CopyButton text={text} label={`Copy ${label}`} isSmall />
      </figcaption>
      {isColourful ? (
        <Lines text={withoutCodes(shown)} label={label} look="wrap tall" />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls, so the keyboard must reach it
        <section className="lines wrap tall" tabIndex={0} aria-label={label}>
          <div>
            {piecesOf(shown).map(({ content, className }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces never change their order
              <span key={i} className={className}>
                {content}
              </span>
            ))}
          </div>
        </section>
      )}
    </figure>
  )
}

/** Pieces of text with the classes of their colours; other escape sequences are removed. */
export function piecesOf(text: string): { content: string; className: string }[] {
  return Anser.ansiToJson(withoutOtherCodes(text), { use_classes: true, json: true, remove_empty: true }).map(
    ({ content, fg, decorations }) => ({
      content,
      className: [COLOURS[fg] ?? '', ...decorations.map((each) => `ansi-${each}`)].filter(Boolean).join(' '),
    }),
  )
}
