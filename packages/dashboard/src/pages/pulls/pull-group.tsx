import { isExplained } from '@svc/protocol'
import { Link } from '@tanstack/react-router'
import type { PullRequestExecution } from '../../data/runs.ts'
import { Icon } from '../../parts/icon.tsx'
import { Chip } from '../../parts/status.tsx'
import { count, number, sentence } from '../../parts/words.ts'
import '../../parts/failure-rows.css'

type Group = PullRequestExecution['groups'][number]
type Cause = Group['causes'][number]
type Failing = Cause['failures'][number]

const NOTES: Record<Failing['kind'], string | null> = {
  broke: null,
  new: 'new',
  woken: 'was skipped',
  'not-compared': 'not on the base',
  'still-failing': null,
  error: null,
}

/** Failures with the same reason; those with the same error are grouped. */
export function PullGroup({
  group,
  execution,
  suite,
}: {
  group: Group
  execution: string
  /** The suite of this group if there are several, for screen readers. */
  suite: string
}) {
  const { topic, title, tests, errors, causes, causeCount } = group
  const left = causeCount - causes.length
  return (
    <section aria-labelledby={`${execution}-${topic}`}>
      <h3 className="group" id={`${execution}-${topic}`}>
        {title}
        {suite && <span className="sr"> in {suite}</span>} <span className="n">{number(tests + errors)}</span>
      </h3>
      {causes.map((cause) => (
        <CauseRows key={cause.fingerprint} cause={cause} execution={execution} topic={topic} />
      ))}
      {left > 0 && (
        <p className="cause">
          <Link className="link" to="/executions/$id" params={{ id: execution }}>
            {count(left, 'more cause')}: open the run
          </Link>
        </p>
      )}
    </section>
  )
}

function CauseRows({ cause, execution, topic }: { cause: Cause; execution: string; topic: Group['topic'] }) {
  const { message, tests, errors, stopped, failures } = cause
  const left = tests + errors - failures.length
  const isQuiet = isExplained(topic)
  return (
    <>
      {failures.map((failure, i) => {
        const { kind, test, file, verdict } = failure
        const note = NOTES[kind]
        return (
          <Link
            // biome-ignore lint/suspicious/noArrayIndexKey: they have an order and nothing else
            key={i}
            className="failure"
            to="/executions/$id"
            params={{ id: execution }}
            search={test === null ? {} : { test: `${test.testId}~${test.leg}` }}
          >
            <Icon
              name={topic === 'unknown' ? 'unknown' : 'failed'}
              tone={isQuiet ? 'muted' : topic === 'unknown' ? 'soft' : 'failed'}
              label="failed"
            />
            <span className="name">
              {test === null ? (
                file === null ? (
                  'Outside any test'
                ) : (
                  'The file did not load'
                )
              ) : (
                <>
                  {test.titles.join(' › ')}
                  {test.variant !== '' && <span className="variant"> · {test.variant}</span>}
                </>
              )}
            </span>
            {note === null ? <span /> : <Chip>{note}</Chip>}
            <span className="under">
              <span className="ellipsis mono">{message}</span>
              <span className="end ellipsis not-phone">{file}</span>
            </span>
            {verdict !== null && <span className="under because">{sentence(verdict.because)}</span>}
          </Link>
        )
      })}
      {(left > 0 || stopped > 0) && (
        <p className="cause">
          {[
            left > 0 ? `${count(left, 'more failure')} with this error` : '',
            stopped > 0 ? `${count(stopped, 'test')} did not run because of it` : '',
          ]
            .filter(Boolean)
            .join(', ')}
          .
        </p>
      )}
    </>
  )
}
