import type { Attempt, Execution } from '../../data/queries.ts'
import { Snippet } from '../../parts/code.tsx'
import { withoutCodes } from '../../parts/codes.ts'
import { Diff } from '../../parts/diff.tsx'
import { OpenInEditor } from '../../parts/open-in-editor.tsx'
import { repositoryOf, sourceUrl } from './source-links.ts'

type Failure = NonNullable<Attempt['errors']>[number]

/** An error as its assertion, the difference of what it compared, and the source around it. */
export function ErrorView({
  execution,
  failure,
  of = '',
}: {
  execution: Execution
  failure: Failure
  /** Tells the regions of several attempts apart. */
  of?: string
}) {
  const { expected, actual, snippet, location } = failure
  const hasDiff = expected !== undefined && actual !== undefined
  const place = location && `${location.file}:${location.line}`
  const source = location ? sourceUrl(execution, location.file, location.line) : null
  return (
    <>
      <p className="error">{assertionOf(failure, hasDiff)}</p>
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

/** Its first paragraph, if the difference below says the rest; the raw text is one click away. */
function assertionOf({ name, message }: Failure, hasDiff: boolean): string {
  const text = withoutCodes(message).trim()
  const shown = hasDiff ? (text.split(/\n\s*\n|\n(?=\s*(?:Expected|Received|[-+] ))/)[0] ?? text) : text
  const isNamed = name === undefined || shown.startsWith(name)
  return isNamed ? shown : `${name}: ${shown}`
}
