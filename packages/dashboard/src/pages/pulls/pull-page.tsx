import { runPlace } from '@svc/protocol'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type PullRequest, type PullRequestExecution, pullRequestOf } from '../../data/runs.ts'
import { NoPage } from '../../frame/no-page.tsx'
import { signOf, useIsPlace, useTitle } from '../../frame/place.tsx'
import { Trouble } from '../../frame/trouble.tsx'
import { CopyButton } from '../../parts/copy.tsx'
import { Skeleton } from '../../parts/empty-state.tsx'
import { StateIcon } from '../../parts/execution-line.tsx'
import { Icon } from '../../parts/icon.tsx'
import { answerOfPull, Headline, suitesOf } from '../../parts/pull-line.tsx'
import { glued, withoutSign } from '../../parts/sign.ts'
import { Chip } from '../../parts/status.tsx'
import { dayText, Time } from '../../parts/time.tsx'
import { count, firstLine, number as numberText, shortSha } from '../../parts/words.ts'
import { Decide } from './decide.tsx'
import { PullGroup } from './pull-group.tsx'
import { Pushes, PushWords } from './pushes.tsx'
import '../../parts/answer.css'
import './pull-page.css'

const route = getRouteApi('/o/$organization/pulls/$number')

const BADGES = { good: 'passed', bad: 'failed', open: 'unknown', running: 'clock' } as const

/** A pull request: its answer first, then the failures of all suites by what caused them, what would decide them, and its pushes. */
export function PullPage() {
  const { organization, number } = route.useParams()
  const { repo } = route.useSearch()
  const isNumber = /^\d{1,10}$/.test(number)
  const read = useQuery({ ...pullRequestOf(organization, Number(number), repo), enabled: isNumber })
  useIsPlace(
    read.isPending && isNumber ? undefined : (read.data?.executions[0]?.project ?? null),
    organization,
  )
  const answer = read.data && answerOfPull(read.data)
  useTitle(
    read.data ? `#${number} ${titleOf(read.data)}` : `#${number}`,
    answer && signOf(answer.tone, answer.isRunning),
  )
  if (!isNumber) return <NoPage />
  if (read.error) return <Trouble error={read.error} onRetry={() => read.refetch()} />
  if (!read.data) return <Skeleton rows={8} />
  const pull = read.data
  const { tone, isRunning } = answerOfPull(pull)
  const { executions, totals } = pull
  const [newest] = pull.pushes
  const project = executions[0]?.project
  return (
    <>
      <header className="answer">
        <span className={`badge ${tone}`}>
          <Icon name={BADGES[isRunning ? 'running' : tone]} />
        </span>
        <div>
          <h1>
            <Headline text={titleOf(pull)} project={project ?? ''} suite={executions[0]?.suite ?? ''} />
          </h1>
          <p>
            Pull request #{pull.number}
            {pull.repository !== null && ` of ${pull.repository}`}
            {pull.message !== null && `: ${firstLine(pull.message)}`} · {suitesOf(totals)}
            {pull.provisional && ' · A run is still in progress, so this may change.'}
          </p>
          {newest && newest.number > 1 && (
            <p>
              <PushWords push={newest} />
            </p>
          )}
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
      <Counts counts={totals.counts} />
      <div className="pull">
        <Causes pull={pull} />
        <Decide pull={pull} />
        <Pushes pushes={pull.pushes} />
        <section className="suites" aria-labelledby="suites">
          <h2 id="suites">{totals.suites === 1 ? 'Suite' : 'Suites'}</h2>
          {executions.map((execution) => (
            <Suite key={execution.id} execution={execution} isAlone={totals.suites === 1} />
          ))}
          {totals.suites > executions.length && (
            <p className="card none">
              {count(totals.suites - executions.length, 'more suite')}, none of them more urgent.
            </p>
          )}
        </section>
      </div>
    </>
  )
}

/** One total over all suites. */
function Counts({ counts }: Pick<PullRequest['totals'], 'counts'>) {
  const { total, passed, flaky, skipped } = counts
  const failed = counts.failed + counts.errors
  return (
    <p className="facts pull-counts">
      {failed > 0 && <b className="failed">{numberText(failed)} failed</b>}
      {flaky > 0 && <span className="flaky">{numberText(flaky)} flaky</span>}
      <span>
        {numberText(passed)} of {count(total, 'test')} passed
      </span>
      {skipped > 0 && <span>{numberText(skipped)} skipped</span>}
    </p>
  )
}

/** All failures by what caused them, over all suites. */
function Causes({ pull: { groups, executions, totals } }: { pull: PullRequest }) {
  const isRunning = totals.running > 0
  const isGood = executions.every(({ state }) => state === 'passed')
  return (
    <section className="causes" aria-labelledby="causes">
      <h2 id="causes">Failures</h2>
      {groups.length === 0 ? (
        <p className="card none">
          {isRunning
            ? 'No failure so far.'
            : isGood
              ? 'Nothing failed.'
              : 'No failure is recorded. Open a run to see what happened.'}
        </p>
      ) : (
        <div className="card failures">
          {groups.map((group) => (
            <PullGroup key={group.topic} group={group} executions={executions} />
          ))}
        </div>
      )}
    </section>
  )
}

const titleOf = (pull: PullRequest): string => answerOfPull(pull).text ?? `Pull request #${pull.number}`

/** The newest execution of a suite, against its base. */
function Suite({ execution, isAlone }: { execution: PullRequestExecution; isAlone: boolean }) {
  const { id, project, suite, state, startedAt, headline, provisional, base, counts, massFailure } = execution
  return (
    <section className="suite" aria-labelledby={`suite-${id}`}>
      <div className="suite-head">
        <StateIcon state={state} />
        <div>
          <h3 id={`suite-${id}`}>
            <Link to="/executions/$id" params={{ id }}>
              {isAlone || headline === null ? runPlace(project, suite) : glued(withoutSign(headline))}
            </Link>{' '}
            {provisional && <Chip>running</Chip>}
          </h3>
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
            The run{!isAlone && <span className="sr"> of {suite}</span>}
          </Link>
          {base !== null && (
            <Link className="button" to="/compare" search={{ head: id, base: base.id }}>
              Whole comparison{!isAlone && <span className="sr"> of {suite}</span>}
            </Link>
          )}
        </div>
      </div>
      {massFailure !== null && <p className="card none">{massFailure}</p>}
      <Totals execution={execution} isAlone={isAlone} />
      {execution.resultsRemovedAt !== null && (
        <p className="card none">
          Retention removed its results on {dayText(execution.resultsRemovedAt)}. Its counts stay.
        </p>
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
function Totals({
  execution: { id, base, totals, suite },
  isAlone,
}: {
  execution: PullRequestExecution
  isAlone: boolean
}) {
  if (totals === null || base === null) return null
  const shown = TOTALS.filter(([name]) => totals[name] > 0)
  if (shown.length === 0) return null
  return (
    <nav className="totals" aria-label={isAlone ? 'What changed' : `What changed in ${suite}`}>
      {shown.map(([name, words, group]) => (
        <Link key={name} to="/compare" search={{ head: id, base: base.id, group }}>
          <b>{numberText(totals[name])}</b> {words}
          {!isAlone && <span className="sr"> in {suite}</span>}
        </Link>
      ))}
    </nav>
  )
}
