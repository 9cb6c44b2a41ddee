import type { Attempt, Execution } from '../../data/queries.ts'
import { Snippet } from '../../parts/code.tsx'
import { withoutCodes } from '../../parts/codes.ts'
import { Diff } from '../../parts/diff.tsx'
import { OpenInEditor } from '../../parts/open-in-editor.tsx'
import { count } from '../../parts/words.ts'
import { repositoryOf, sourceUrl } from './source-links.ts'

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
