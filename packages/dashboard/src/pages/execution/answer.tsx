import { CONCLUSIONS, type Conclusion, DEFAULT_SUITE, errorLine, runPlace } from '@svc/protocol'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { Comparison, Execution } from '../../data/queries.ts'
import { useWholePlace } from '../../frame/top-bar.tsx'
import { CopyButton } from '../../parts/copy.tsx'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { glued, withoutSign } from '../../parts/sign.ts'
import { commitUrl, pullRequestUrl } from '../../parts/source-links.ts'
import { Duration, dayText, Time } from '../../parts/time.tsx'
import { count, number, runningText, sentence, shortSha } from '../../parts/words.ts'
import { readForAgent } from './read-for-agent.ts'
import '../../parts/answer.css'

type Facts = Pick<Execution, 'state' | 'project' | 'suite' | 'counts'> & {
  /** True if a run that the page shows as running has ended since. */
  isOver?: boolean
}
type Tone = 'bad' | 'good' | 'open'

/**
 * The first line: the comment's headline, or a summary of the run if there is no comparison. A run that has not ended
 * has no conclusion yet.
 */
export function headlineOf(
  { state, project, suite, counts, isOver = false }: Facts,
  comparison: Pick<Comparison, 'headline' | 'conclusion'> | null,
): { text: string; tone: Tone } {
  if (state === 'running')
    return { text: `${runningText(counts, isOver)} · ${runPlace(project, suite)}`, tone: 'open' }
  if (comparison) {
    const isGood = CONCLUSIONS.find(({ kind }) => kind === comparison.conclusion)?.isGood === true
    return {
      text: withoutSign(comparison.headline),
      tone: isGood ? 'good' : isOpen(comparison.conclusion) ? 'open' : 'bad',
    }
  }
  const words =
    counts.failed + counts.errors > 0
      ? `${count(counts.failed, 'test')} failed`
      : `The run is ${stateWord(state)}`
  return { text: `${words} · ${runPlace(project, suite)}`, tone: counts.failed > 0 ? 'bad' : 'open' }
}

const isOpen = (conclusion: Conclusion): boolean => conclusion === 'incomplete' || conclusion === 'unknown'
const stateWord = (state: Execution['state']): string => (state === 'failed' ? 'red' : state)

const BADGE: Record<Tone, IconName> = {
  bad: 'failed',
  good: 'passed',
  open: 'unknown',
}

/** The answer in a sentence, with the facts of the run. */
export const Answer = memo(AnswerOf)

function AnswerOf({
  execution,
  comparison,
  trouble,
}: {
  execution: Execution & Facts
  comparison: Comparison | null
  trouble: string | null
}) {
  const { text, tone } = headlineOf(execution, comparison)
  // The bar and the lines below also show project and suite, so they have a softer colour here.
  const at = text.lastIndexOf(` · ${runPlace(execution.project, execution.suite)}`)
  return (
    <>
      <header className="answer">
        <span className={`badge ${tone}`}>
          <Icon name={execution.state === 'running' ? 'clock' : BADGE[tone]} />
        </span>
        <div>
          <h1>
            {glued(at < 0 ? text : text.slice(0, at))}
            {at >= 0 && <span className="place">{glued(text.slice(at))}</span>}
          </h1>
          {comparison && comparison.massFailure !== null && <p>{comparison.massFailure}</p>}
          <p>{restOf(execution)}</p>
          {execution.state === 'running' &&
            comparison &&
            execution.counts.failed + execution.counts.errors > 0 && (
              <p>So far: {withoutSign(comparison.headline).split(' · ', 1)[0]}.</p>
            )}
        </div>
        <div className="doing">
          {execution.counts.failed + execution.counts.errors > 0 && execution.resultsRemovedAt === null && (
            <CopyButton text={() => readForAgent(execution.id)} label="Copy for an agent" />
          )}
          <Link
            className="button"
            to="/executions/$id"
            params={{ id: execution.id }}
            search={{ view: 'time' }}
            preload={false}
          >
            Time line
          </Link>
          {comparison?.base && (
            <Link className="button" to="/compare" search={{ head: execution.id }}>
              Whole comparison
            </Link>
          )}
        </div>
      </header>
      <Facts execution={execution} comparison={comparison} />
      <Notices execution={execution} comparison={comparison} trouble={trouble} />
    </>
  )
}

function Facts({ execution, comparison }: { execution: Execution; comparison: Comparison | null }) {
  const { pullRequest, branch, baseBranch, message, durationMs, startedAt, ci, parts } = execution
  const sha = execution.headSha ?? execution.testedSha
  const commit = sha && commitUrl(execution, sha)
  const legs = new Set(parts.map(({ leg }) => leg)).size
  return (
    <div className="facts">
      {pullRequest !== null && (
        <span>
          <Icon name="pull" label="pull request" />
          <PullRequestLink execution={execution} />
        </span>
      )}
      {branch !== null && (
        <span>
          <Icon name="branch" label="branch" />
          <span className="mono">{branch}</span>
          {baseBranch !== null && baseBranch !== branch && (
            <>
              <Icon name="arrow" label="into" /> <span className="mono">{baseBranch}</span>
            </>
          )}
        </span>
      )}
      {execution.machine !== null && (
        <span>
          <Icon name="machine" label="machine" />
          {execution.machine}
        </span>
      )}
      {sha && (
        <span title={message ?? sha}>
          <Icon name="commit" label="commit" />
          <OutLink href={commit}>
            <span className="mono">{shortSha(sha)}</span>
          </OutLink>
          {message !== null && <span className="message ellipsis">{errorLine(message)}</span>}
        </span>
      )}
      <span className="not-phone">
        {execution.suite !== DEFAULT_SUITE && `${execution.suite} · `}
        {count(parts.length, 'part')}
        {legs > 1 && ` · ${count(legs, 'leg')}`}
      </span>
      <span>
        <Icon name="clock" />
        <span>
          {durationMs !== null && (
            <>
              <Link
                className="link"
                to="/executions/$id"
                params={{ id: execution.id }}
                search={{ view: 'time' }}
                preload={false}
              >
                <Duration ms={durationMs} />
              </Link>
              ,{' '}
            </>
          )}
          <Time at={startedAt} />
        </span>
      </span>
      {ci?.url && (
        <span className="not-phone">
          <OutLink href={ci.url}>The CI run</OutLink>
        </span>
      )}
      {comparison?.base && (
        <p className="muted not-phone">
          Compared with{' '}
          <Link className="link" to="/executions/$id" params={{ id: comparison.base.id }}>
            {comparison.base.testedSha ? (
              <span className="mono">{shortSha(comparison.base.testedSha)}</span>
            ) : (
              `a run of ${comparison.base.branch ?? 'the base'}`
            )}
          </Link>
          : {comparison.baseChoice.because}
        </p>
      )}
    </div>
  )
}

/** To the page with all suites of the pull request; its code host is beside it. */
function PullRequestLink({ execution }: { execution: Execution }) {
  const { pullRequest, repository } = execution
  const { organization } = useWholePlace()
  const url = pullRequestUrl(execution)
  const text = `#${pullRequest}`
  if (organization === null) return <OutLink href={url}>{text}</OutLink>
  return (
    <>
      <Link
        className="link"
        to="/o/$organization/pulls/$number"
        params={{ organization, number: String(pullRequest) }}
        search={repository === null ? {} : { repo: repository }}
      >
        {text}
      </Link>
      {url !== null && (
        <span className="not-phone">
          <OutLink href={url}>on {URL.parse(url)?.host}</OutLink>
        </span>
      )}
    </>
  )
}

function OutLink({ href, children }: { href: string | null | undefined; children: React.ReactNode }) {
  if (!href || !/^https?:\/\//i.test(href)) return children
  return (
    <a className="link" href={href} rel="noreferrer noopener">
      {children}
    </a>
  )
}

/** What makes the answer incomplete, one sentence each. */
function Notices({
  execution,
  comparison,
  trouble,
}: {
  execution: Execution
  comparison: Comparison | null
  trouble: string | null
}) {
  const notices = [
    // Without results there is no comparison, and its refusal would repeat the same.
    ...(execution.resultsRemovedAt !== null ? [removedText(execution)] : trouble === null ? [] : [trouble]),
    ...(comparison && comparison.base === null ? [comparison.baseChoice.because] : []),
    ...(comparison?.baseChoice.better ? [comparison.baseChoice.better] : []),
    ...(comparison?.waitingFor ?? []).map((part) => `waiting for ${part}`),
    ...(comparison?.missing ?? []),
    ...execution.warnings,
  ]
  if (notices.length === 0) return null
  return (
    <ul className="notices">
      {[...new Set(notices)].map((notice) => (
        <li key={notice}>
          <Icon name="warning" />
          {sentence(notice)}
        </li>
      ))}
    </ul>
  )
}

/** The remaining facts of a run whose results retention removed. */
const removedText = ({ resultsRemovedAt, errors }: Execution): string =>
  `Retention removed the results of this run on ${dayText(resultsRemovedAt ?? '')}. ${
    errors.length > 0 ? 'Its counts and its errors outside tests stay.' : 'Its counts stay.'
  }`

function restOf({ counts, state, isOver }: Execution & Facts): string {
  const passed = `${number(counts.passed)} of ${count(counts.total, 'test')} passed`
  const more = [
    ...(counts.flaky > 0 ? [`${number(counts.flaky)} after a retry`] : []),
    ...(counts.skipped > 0 ? [`${number(counts.skipped)} did not run`] : []),
  ]
  const running = state === 'running' && !isOver ? ' It is still running.' : ''
  return `${[passed, ...more].join(', ')}.${running}`
}
