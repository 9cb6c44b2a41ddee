import { CONCLUSIONS } from '@svc/protocol'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type PullRequest, type PullRequestExecution, pullRequestOf } from '../../data/runs.ts'
import { NoPage } from '../../frame/no-page.tsx'
import { useIsPlace, useTitle } from '../../frame/place.tsx'
import { Trouble } from '../../frame/trouble.tsx'
import { CopyButton } from '../../parts/copy.tsx'
import { Skeleton } from '../../parts/empty-state.tsx'
import { StateIcon } from '../../parts/execution-line.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Headline, headlineOf, mostUrgentFirst, suitesOf, withoutSign } from '../../parts/pull-line.tsx'
import { Chip } from '../../parts/status.tsx'
import { dayText, Time } from '../../parts/time.tsx'
import { count, firstLine, number as numberText, shortSha } from '../../parts/words.ts'
import { PullGroup } from './pull-group.tsx'
import '../../parts/answer.css'
import './pull-page.css'

const route = getRouteApi('/o/$organization/pulls/$number')

/** A pull request: its answer first, then each suite with its failures by what caused them. */
export function PullPage() {
  const { organization, number } = route.useParams()
  const { repo } = route.useSearch()
  const isNumber = /^\d{1,10}$/.test(number)
  const read = useQuery({ ...pullRequestOf(organization, Number(number), repo), enabled: isNumber })
  useIsPlace(read.data?.executions[0]?.project ?? null, organization)
  useTitle(read.data ? `#${number} ${titleOf(read.data)}` : `#${number}`)
  if (!isNumber) return <NoPage />
  if (read.error) return <Trouble error={read.error} onRetry={() => read.refetch()} />
  if (!read.data) return <Skeleton rows={8} />
  const pull = read.data
  const tone = toneOf(pull)
  const executions = mostUrgentFirst(pull.executions)
  const project = executions[0]?.project
  return (
    <>
      <header className="answer">
        <span className={`badge ${tone}`}>
          <Icon name={tone === 'good' ? 'passed' : tone === 'bad' ? 'failed' : 'unknown'} />
        </span>
        <div>
          <h1>
            <Headline text={titleOf(pull)} project={project ?? ''} suite={executions[0]?.suite ?? ''} />
          </h1>
          <p>
            Pull request #{pull.number}
            {pull.repository !== null && ` of ${pull.repository}`}
            {pull.message !== null && `: ${firstLine(pull.message)}`} · {suitesOf(executions)}
            {pull.provisional && ' · A run is still in progress, so this may change.'}
          </p>
        </div>
        <div className="doing">
          <CopyButton text={pull.markdown} label="Copy as Markdown" />
          {project !== undefined && (
            <Link className="button" to="/o/$organization/$project/pulls" params={{ organization, project }}>
              All pull requests
            </Link>
          )}
        </div>
      </header>
      {executions.map((execution) => (
        <Suite key={execution.id} execution={execution} isAlone={executions.length === 1} />
      ))}
    </>
  )
}

const titleOf = ({ executions, number }: PullRequest): string =>
  headlineOf(executions) ?? `Pull request #${number}`

/** The sign of the most urgent conclusion. */
function toneOf({ executions }: PullRequest): 'bad' | 'good' | 'open' {
  const worst = CONCLUSIONS.find(({ kind }) => executions.some(({ conclusion }) => conclusion === kind))
  if (!worst || worst.kind === 'unknown' || worst.kind === 'incomplete') return 'open'
  return worst.isGood ? 'good' : 'bad'
}

/** The newest execution of a suite, against its base. */
function Suite({ execution, isAlone }: { execution: PullRequestExecution; isAlone: boolean }) {
  const { id, project, suite, state, startedAt, headline, provisional, base, counts, groups } = execution
  return (
    <section className="suite" aria-labelledby={`suite-${id}`}>
      <div className="suite-head">
        <StateIcon state={state} />
        <div>
          <h2 id={`suite-${id}`}>
            <Link to="/executions/$id" params={{ id }}>
              {isAlone || headline === null ? `${project} / ${suite}` : withoutSign(headline)}
            </Link>{' '}
            {provisional && <Chip>running</Chip>}
          </h2>
          <p className="muted">
            {numberText(counts.passed)} of {count(counts.total, 'test')} passed, <Time at={startedAt} />
            {base ? (
              <>
                {' · compared with '}
                <Link className="link" to="/executions/$id" params={{ id: base.id }}>
                  {base.sha === null ? (
                    (base.branch ?? 'a base run')
                  ) : (
                    <span className="mono">{shortSha(base.sha)}</span>
                  )}
                </Link>
                {base.branch !== null && base.sha !== null && ` of ${base.branch}`}
              </>
            ) : (
              execution.resultsRemovedAt === null && ' · there is no base run to compare with'
            )}
          </p>
        </div>
        <div className="doing">
          <Link className="button" to="/executions/$id" params={{ id }}>
            The run<span className="sr"> of {suite}</span>
          </Link>
          {base !== null && (
            <Link className="button" to="/compare" search={{ head: id, base: base.id }}>
              Whole comparison<span className="sr"> of {suite}</span>
            </Link>
          )}
        </div>
      </div>
      <Totals execution={execution} />
      {execution.resultsRemovedAt !== null ? (
        <p className="card none">
          Retention removed its results on {dayText(execution.resultsRemovedAt)}. Its counts stay.
        </p>
      ) : groups.length === 0 ? (
        <p className="card none">
          {state === 'running'
            ? 'No failure so far.'
            : state === 'passed'
              ? 'Nothing failed.'
              : 'No failure is recorded. Open the run to see what happened.'}
        </p>
      ) : (
        <div className="card failures">
          {groups.map((group) => (
            <PullGroup key={group.topic} group={group} execution={id} suite={isAlone ? '' : suite} />
          ))}
        </div>
      )}
    </section>
  )
}

const TOTALS = [
  ['regressions', 'broke', 'regressions'],
  ['newTests', 'new', 'newTests'],
  ['stillFailing', 'still failing', 'stillFailing'],
  ['newlyFlaky', 'newly flaky', 'newlyFlaky'],
  ['slower', 'slower', 'slower'],
  ['stoppedRunning', 'stopped running', 'stoppedRunning'],
  ['improvements', 'fixed', 'improvements'],
  ['faster', 'faster', 'faster'],
  ['removed', 'removed', 'removed'],
] as const

/** The changes, each number a link to the group that it counts. */
function Totals({ execution: { id, base, totals, suite } }: { execution: PullRequestExecution }) {
  if (totals === null || base === null) return null
  const shown = TOTALS.filter(([name]) => totals[name] > 0)
  if (shown.length === 0) return null
  return (
    <nav className="totals" aria-label={`What changed in ${suite}`}>
      {shown.map(([name, words, group]) => (
        <Link key={name} to="/compare" search={{ head: id, base: base.id, group }}>
          <b>{numberText(totals[name])}</b> {words}
          <span className="sr"> in {suite}</span>
        </Link>
      ))}
    </nav>
  )
}
