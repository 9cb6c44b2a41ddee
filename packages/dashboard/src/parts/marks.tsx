import { Link } from '@tanstack/react-router'
import { type Status, statusWord } from './status.tsx'
import { timeText } from './time.tsx'
import './marks.css'

/** The number of shown attempts; the label counts all of them. */
const MOST_DRAWN = 24

export interface Mark {
  status: Status
  /** The execution that it opens; absent for attempts of this page. */
  execution?: string
  /** When it ran; distinguishes the links of one branch. */
  at?: string
}

/**
 * Runs as marks, oldest first, then the attempts of this run. A failure is taller than the line, a
 * flake is broken, a skip is a dash, so that shapes show the same as colours. Of many attempts,
 * only the last ones appear. `links` makes each run a link; rows of lists are links themselves.
 */
export function Marks({
  runs,
  attempts = [],
  where,
  links = false,
}: {
  runs: Mark[]
  attempts?: Status[]
  where: string
  links?: boolean
}) {
  if (runs.length + attempts.length === 0) return null
  const isReadAsOne = !links || runs.every(({ execution }) => execution === undefined)
  const marks = runs.map((run, i) => ({ ...run, key: `${run.execution ?? ''}${i}` }))
  const label = labelOf(runs, attempts, where)
  return (
    <span
      className={links ? 'marks large' : 'marks'}
      {...(isReadAsOne && { role: 'img', 'aria-label': label })}
    >
      {marks.map(({ key, status, execution, at }) =>
        links && execution !== undefined ? (
          <Link
            key={key}
            className={`mark ${status}`}
            to="/executions/$id"
            params={{ id: execution }}
            aria-label={`${wordsOf(status, at)} in a run of ${where}`}
            title={wordsOf(status, at)}
          />
        ) : (
          <span key={key} className={`mark ${status}`} />
        ),
      )}
      {runs.length > 0 && attempts.length > 0 && <span className="now" />}
      {attempts.slice(-MOST_DRAWN).map((status, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: attempts have an order and nothing else
        <span key={i} className={`mark ${status}`} />
      ))}
    </span>
  )
}

const wordsOf = (status: Status, at: string | undefined): string =>
  at === undefined ? statusWord(status) : `${statusWord(status)} ${timeText(at, Date.now())}`

/** What the marks show, as a sentence: `20 runs of main: 18 passed, 2 flaky; here: 3 failed`. */
export function labelOf(runs: Mark[], attempts: Status[], where: string): string {
  const of = (all: Status[]) =>
    [...Map.groupBy(all, statusWord)].map(([word, each]) => `${each.length} ${word}`).join(', ')
  const before =
    runs.length === 0
      ? ''
      : `${runs.length} ${runs.length === 1 ? 'run' : 'runs'} of ${where}: ${of(runs.map(({ status }) => status))}`
  const here = attempts.length === 0 ? '' : `here: ${of(attempts)}`
  return [before, here].filter(Boolean).join('; ')
}
