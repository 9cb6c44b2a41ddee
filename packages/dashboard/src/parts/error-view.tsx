import type { Attempt, Execution } from '../data/queries.ts'
import { withoutCodes } from './codes.ts'
import { Diff } from './diff.tsx'
import { OpenInEditor } from './open-in-editor.tsx'
import { repositoryOf, sourceUrl } from './source-links.ts'
import { count } from './words.ts'
import './error-view.css'
import { colourCode } from './colour-code.ts'
import { usePortion } from './portion.tsx'
import './lines.css'

/** The number of lines of a log that is shown with its error. */
const LONGEST_LOG = 8
/** Characters of a message that is only laid out near the window. */
const LONG = 4_000

type Failure = NonNullable<Attempt['errors']>[number]

/** An error: its assertion, the difference of the compared values, and the surrounding source. */
export function ErrorView({
  execution,
  failure,
  of = '',
}: {
  execution: Execution
  failure: Failure
  /** Distinguishes the regions of several attempts. */
  of?: string
}) {
  const { expected, actual, snippet, location } = failure
  const hasDiff = expected !== undefined && actual !== undefined
  const [shown, log] = withoutLog(assertionOf(failure, hasDiff))
  const place = location && `${location.file}:${location.line}`
  const source = location ? sourceUrl(execution, location.file, location.line) : null
  return (
    <>
      <p className={shown.length > LONG ? 'error is-long' : 'error'}>{shown}</p>
      {log !== undefined && (
        <details className="call-log">
          <summary>Call log, {count(log.split('\n').length, 'line')}</summary>
          <p className="error">{log}</p>
        </details>
      )}
      {(hasDiff || snippet) && (
        <div className={hasDiff && snippet ? 'pair' : ''}>
          {hasDiff && <Diff expected={expected} actual={actual} of={of} />}
          {snippet && (
            <figure>
              <figcaption className="label">
                <span className="ellipsis">{place ?? 'Source'}</span>
                {location && (
                  <span className="end">
                    <OpenInEditor repository={repositoryOf(execution)} {...location} isOnlyIfSet />
                    {source && (
                      <a className="link" href={source} rel="noreferrer noopener">
                        Source at this commit
                      </a>
                    )}
                  </span>
                )}
              </figcaption>
              <Snippet text={withoutCodes(snippet)} label={`Source${of}: ${place ?? 'around the failure'}`} />
            </figure>
          )}
        </div>
      )}
      {failure.frames?.map(({ location: { file, line }, snippet: lines }) => (
        <details className="call-log" key={`${file}:${line}`}>
          <summary>
            {file}:{line}
          </summary>
          <Snippet text={withoutCodes(lines)} label={`Source${of}: ${file}:${line}`} />
        </details>
      ))}
      {failure.cause && (
        <>
          <p className="label cause-of">Caused by</p>
          <ErrorView execution={execution} failure={failure.cause} of={`${of}, cause`} />
        </>
      )}
      {failure.errors?.map((error, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: errors have an order and nothing else
        <ErrorView key={i} execution={execution} failure={error} of={`${of}, ${i + 1}`} />
      ))}
    </>
  )
}

/** Playwright's log of a wait, if it is long, because it would hide the source and the images below it. */
function withoutLog(text: string): [shown: string, log?: string] {
  const [shown = '', log] = text.split(/\n\s*Call log:\n/, 2)
  return log !== undefined && log.split('\n').length > LONGEST_LOG ? [shown.trimEnd(), log] : [text]
}

/** Its first paragraph, if the difference below shows the rest; the raw text is one click away. */
function assertionOf({ name, message }: Failure, hasDiff: boolean): string {
  const text = withoutCodes(message).trim()
  const shown = hasDiff ? (text.split(/\n\s*\n|\n(?=\s*(?:Expected|Received|[-+] ))/)[0] ?? text) : text
  const isNamed = name === undefined || shown.startsWith(name)
  return isNamed ? shown : `${name}: ${shown}`
}

interface Line {
  number: string
  text: string
  kind: 'code' | 'here' | 'caret'
}

/** Runners print some twenty; the rest of a longer text is drawn on request. */
const AT_ONCE = 60

/** Source lines around a failure as runners print them: `> 48 | expect(…)` and a caret below. */
function Snippet({ text, label }: { text: string; label: string }) {
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
