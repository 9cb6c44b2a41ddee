import { useMemo } from 'react'
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

/** More are drawn on request: comparing the values of one takes milliseconds, and an attempt may have thousands. */
const ERRORS_AT_ONCE = 10

/** The errors of an attempt, each before its cause and its members. */
export function ErrorList({
  execution,
  errors,
  of = '',
  among = 1,
}: {
  execution: Execution
  errors: Failure[]
  /** Distinguishes the regions of several attempts. */
  of?: string
  /** The lists on the page. */
  among?: number
}) {
  const all = useMemo(() => inOrder(errors, of), [errors, of])
  const { shown, more } = usePortion(all, 'error', Math.max(1, Math.floor(ERRORS_AT_ONCE / among)))
  return (
    <>
      {shown.map((each, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: errors have an order and nothing else
        <ErrorView key={i} execution={execution} among={among * shown.length} {...each} />
      ))}
      {more}
    </>
  )
}

interface Shown {
  failure: Failure
  of: string
  isCause: boolean
}

const inOrder = (errors: Failure[], of: string, isCause = false): Shown[] =>
  errors.flatMap((failure) => [
    { failure, of, isCause },
    ...(failure.cause ? inOrder([failure.cause], `${of}, cause`, true) : []),
    ...(failure.errors?.flatMap((error, i) => inOrder([error], `${of}, ${i + 1}`)) ?? []),
  ])

/** An error: its assertion, the difference of the compared values, and the surrounding source. */
function ErrorView({
  execution,
  failure,
  of,
  isCause,
  among,
}: Shown & { execution: Execution; among: number }) {
  const { expected, actual, snippet, location } = failure
  const hasDiff = expected !== undefined && actual !== undefined
  const [shown, log] = withoutLog(assertionOf(failure, hasDiff))
  const place = location && `${location.file}:${location.line}`
  const source = location ? sourceUrl(execution, location.file, location.line) : null
  return (
    <>
      {isCause && <p className="label cause-of">Caused by</p>}
      <p className={shown.length > LONG ? 'error is-long' : 'error'}>{shown}</p>
      {log !== undefined && (
        <details className="call-log">
          <summary>Call log, {count(log.split('\n').length, 'line')}</summary>
          <p className="error">{log}</p>
        </details>
      )}
      {(hasDiff || snippet) && (
        <div className={hasDiff && snippet ? 'pair' : ''}>
          {hasDiff && <Diff expected={expected} actual={actual} of={of} among={among} />}
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
    </>
  )
}

/** Playwright's log of a wait, if it is long, because it would hide the source and the images below it. */
function withoutLog(text: string): [shown: string, log?: string] {
  const [shown = '', log] = text.split(/\n[ \t]*Call log:\n/, 2)
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
  const lines = text.trimEnd().split('\n')
  return lines.map((line) => {
    const found = /^\s*(?:(>)\s*)?(\d*)\s?[|│] ?(.*)$/.exec(line)
    if (!found) return { number: '', text: line, kind: 'code' }
    const [, arrow, number = '', rest = ''] = found
    if (number === '' && /^\s*[\^~]+/.test(rest)) return { number, text: rest, kind: 'caret' }
    return { number, text: rest, kind: arrow ? 'here' : 'code' }
  })
}
