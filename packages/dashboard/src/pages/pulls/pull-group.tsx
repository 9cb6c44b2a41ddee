import { isExplained } from '@svc/protocol'
import { Link } from '@tanstack/react-router'
import type { PullRequest } from '../../data/runs.ts'
import { Icon } from '../../parts/icon.tsx'
import { Chip } from '../../parts/status.tsx'
import { count, number, sentence } from '../../parts/words.ts'
import '../../parts/failure-rows.css'
import '../../parts/lines.css'
import { useState } from 'react'

type Group = PullRequest['groups'][number]
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

/** Failures of all suites with the same reason; those with the same error are grouped. */
export function PullGroup({
  group: { topic, title, tests, errors, causes, causeCount },
  executions,
}: {
  group: Group
  executions: PullRequest['executions']
}) {
  const left = causeCount - causes.length
  const suites = new Map(executions.map(({ id, suite }) => [id, executions.length > 1 ? suite : '']))
  return (
    <section aria-labelledby={`topic-${topic}`}>
      <h3 className="group" id={`topic-${topic}`}>
        {title} <span className="n">{sizeText(tests, errors)}</span>
      </h3>
      {causes.map((cause) => (
        <CauseRows key={cause.fingerprint + cause.message} cause={cause} suites={suites} topic={topic} />
      ))}
      {left > 0 && <p className="cause">{count(left, 'more cause')}: open the runs below.</p>}
    </section>
  )
}

function CauseRows({
  cause,
  suites,
  topic,
}: {
  cause: Cause
  /** The name of the suite of each run; empty if there is one suite. */
  suites: Map<string, string>
  topic: Group['topic']
}) {
  const { message, failureCount, stopped, failures } = cause
  const hasLegs = new Set(failures.map(({ test }) => test?.leg)).size > 1
  const left = failureCount - failures.length
  const isQuiet = isExplained(topic)
  return (
    <>
      {failures.map((failure, i) => {
        const { kind, test, file, verdict, execution, screenshot } = failure
        const note = NOTES[kind]
        const because = verdict && newIn(verdict.because, failures[i - 1]?.verdict?.because)
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
            <span className="which">
              <span className="name">
                {test !== null
                  ? test.titles.join(' › ')
                  : file === null
                    ? 'Outside any test'
                    : 'The file did not load'}
              </span>
              {(test !== null || suites.get(execution)) && (
                <span className="variant">
                  {[test?.variant, hasLegs && test?.leg, suites.get(execution)]
                    .filter(Boolean)
                    .map((each) => ` · ${each}`)
                    .join('')}
                </span>
              )}
            </span>
            {note === null ? <span /> : <Chip>{note}</Chip>}
            <span className="under">
              <span className="ellipsis mono">{message}</span>
              <span className="end ellipsis not-phone">{file}</span>
            </span>
            {because && <span className="under because">{sentence(because)}</span>}
            {screenshot !== null && <Screenshot artifact={screenshot} />}
          </Link>
        )
      })}
      {(left > 0 || stopped > 0) && (
        <p className="cause">
          {[
            left > 0 ? `${count(left, 'more failure')} with this error${placesOf(cause)}` : '',
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

const sentencesOf = (text: string): string[] => text.split(/(?<=\.) (?=[A-Z])/)

/** The sentences of a reason from the first one that the row above lacks; empty if the reasons are equal. */
function newIn(because: string, above: string | undefined): string {
  if (because === above) return ''
  const before = sentencesOf(above ?? '')
  const sentences = sentencesOf(because)
  const first = sentences.findIndex((each, i) => each !== before[i])
  return first < 0 ? because : sentences.slice(first).join(' ')
}

/** Tests, of which each may be listed for several legs, and errors outside of them. */
const sizeText = (tests: number, errors: number): string =>
  [tests > 0 ? count(tests, 'test') : '', errors > 0 ? count(errors, 'error') : ''].filter(Boolean).join(', ')

const placesOf = ({ suites }: Cause): string => (suites > 1 ? `, in ${number(suites)} suites together` : '')

/** The screenshot of a failure; nothing if the file is gone. */
function Screenshot({ artifact }: { artifact: string }) {
  const [isGone, setIsGone] = useState(false)
  if (isGone) return null
  return (
    <span className="under shot">
      <img
        src={`/api/artifacts/${encodeURIComponent(artifact)}`}
        alt="Screenshot of the failure"
        loading="lazy"
        onError={() => setIsGone(true)}
      />
    </span>
  )
}
