import type { Attempt, Execution } from '../../data/queries.ts'
import { ErrorList } from '../../parts/error-view.tsx'
import { Output } from '../../parts/output.tsx'
import { StatusIcon, statusWord } from '../../parts/status.tsx'
import { durationText } from '../../parts/words.ts'
import { Artifacts } from './artifacts.tsx'
import './attempts-beside.css'

/**
 * Error, files and output of the shown attempts: side by side if there is room, otherwise one below
 * the other.
 */
export function AttemptsBeside({
  execution,
  attempts,
  shown,
}: {
  execution: Execution
  attempts: Attempt[]
  /** Indexes of `attempts`. */
  shown: number[]
}) {
  const longestMs = Math.max(1, ...attempts.map(({ durationMs }) => durationMs))
  const columns = shown.flatMap((i) => {
    const attempt = attempts[i]
    return attempt ? [{ attempt, i }] : []
  })
  return (
    <ol className="beside">
      {columns.map(({ attempt, i }) => (
        <li key={i}>
          <header>
            <StatusIcon status={attempt.status} />
            <h3>Attempt {i + 1}</h3>
            <span className="muted">{statusWord(attempt.status)}</span>
            <span className="end nowrap">{durationText(attempt.durationMs)}</span>
            <span className="took">
              <i
                className={attempt.status === 'passed' ? 'passed' : 'failed'}
                style={{ width: `${(attempt.durationMs / longestMs) * 100}%` }}
              />
            </span>
          </header>
          <div>
            <Errors execution={execution} attempts={attempts} shown={shown} at={i} />
          </div>
          <div>
            <Artifacts execution={execution.id} attempt={attempt} of={` of attempt ${i + 1}`} />
          </div>
          <div className="printed">
            <Printed attempt={attempt} of={` of attempt ${i + 1}`} among={columns.length * 2} />
          </div>
        </li>
      ))}
    </ol>
  )
}

function Errors({
  execution,
  attempts,
  shown,
  at,
}: {
  execution: Execution
  attempts: Attempt[]
  shown: number[]
  at: number
}) {
  const errors = attempts[at]?.errors ?? []
  if (errors.length === 0) return <p className="soft">No error.</p>
  // Only for shown attempts, because the error must be on the page only once.
  const same = shown.find((i) => i < at && sameErrors(attempts[i]?.errors ?? [], errors))
  if (same !== undefined) return <p className="soft">The same error as in attempt {same + 1}.</p>
  return <ErrorList execution={execution} errors={errors} of={` of attempt ${at + 1}`} among={shown.length} />
}

type Errors = NonNullable<Attempt['errors']>

const sameErrors = (some: Errors, others: Errors): boolean =>
  some.length === others.length && some.every((one, i) => identityOf(one) === identityOf(others[i]))

const identityOf = (error: Errors[number] | undefined): string =>
  JSON.stringify([
    error?.message,
    error?.expected,
    error?.actual,
    error?.location?.file,
    error?.location?.line,
  ])

function Printed({
  attempt: { stdout, stderr },
  of,
  among,
}: {
  attempt: Attempt
  of: string
  among: number
}) {
  if (!stdout && !stderr) return <p className="soft">No output.</p>
  return (
    <>
      {stdout && <Output text={stdout} label={`Standard output${of}`} among={among} />}
      {stderr && <Output text={stderr} label={`Standard error${of}`} among={among} />}
    </>
  )
}
