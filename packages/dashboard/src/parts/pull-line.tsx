import { CONCLUSIONS, runPlace } from '@svc/protocol'
import { Link } from '@tanstack/react-router'
import type { ListedPullRequest } from '../data/runs.ts'
import { StateIcon } from './execution-line.tsx'
import { glued, withoutSign } from './sign.ts'
import { Time } from './time.tsx'
import { count, number, runningText } from './words.ts'
import './rows.css'

type Answering = Pick<ListedPullRequest, 'headline' | 'conclusion'> & {
  executions: Pick<ListedPullRequest['executions'][number], 'state' | 'counts'>[]
}

/** The answer of all suites, and its tone: neutral while a suite runs and none that is over has failed. */
export function answerOfPull({ headline, conclusion, executions }: Answering): {
  text: string | null
  tone: 'bad' | 'good' | 'open'
  isRunning: boolean
} {
  const isRunning =
    executions.some(({ state }) => state === 'running') && executions.every(({ state }) => state !== 'failed')
  if (isRunning) {
    const sum = (name: 'failed' | 'errors') => executions.reduce((all, { counts }) => all + counts[name], 0)
    return { text: runningText({ failed: sum('failed'), errors: sum('errors') }), tone: 'open', isRunning }
  }
  const worst = CONCLUSIONS.find(({ kind }) => kind === conclusion)
  const isOpen = !worst || worst.kind === 'unknown' || worst.kind === 'incomplete'
  const tone = isOpen ? 'open' : worst.isGood ? 'good' : 'bad'
  return { text: headline === null ? null : withoutSign(headline), tone, isRunning }
}

/** Numbers are those of a repository. */
export const pullKey = ({ repository, number: of }: ListedPullRequest): string => `${repository} ${of}`

/** A headline with its project and suite in a softer colour. */
export function Headline({ text, project, suite }: { text: string; project: string; suite: string }) {
  const at = text.lastIndexOf(` · ${runPlace(project, suite)}`)
  if (at < 0) return glued(text)
  return (
    <>
      {glued(text.slice(0, at))}
      <span className="place">{glued(text.slice(at))}</span>
    </>
  )
}

/** The number of suites, and of failed ones if there are several. */
export function suitesOf({ suites, failed }: { suites: number; failed: number }): string {
  const all = count(suites, 'suite')
  if (suites === 1 || failed === 0) return all
  return failed === suites ? `${all}, all failed` : `${all}, ${number(failed)} failed`
}

/** A pull request as a row of a list: its title, and the comment's headline. */
export function PullLine({ pull, organization }: { pull: ListedPullRequest; organization: string }) {
  const { number: of, repository, branch, message, status, lastRunAt, executions } = pull
  const { text } = answerOfPull(pull)
  const failed = executions.reduce((sum, { counts }) => sum + counts.failed + counts.errors, 0)
  return (
    <Link
      className="line"
      to="/o/$organization/pulls/$number"
      params={{ organization, number: String(of) }}
      search={repository === null ? {} : { repo: repository }}
    >
      <StateIcon state={status} />
      <span className="about">
        <span className="name ellipsis">
          #{of} {message?.split('\n', 1)[0] ?? branch}
        </span>
        <span className="under ellipsis">{text ?? <Words branch={branch} failed={failed} />}</span>
      </span>
      <span className="when muted">
        {executions.length > 1 && (
          <span>
            {suitesOf({
              suites: executions.length,
              failed: executions.filter(({ state }) => state === 'failed').length,
            })}
          </span>
        )}
        <Time at={lastRunAt} />
      </span>
    </Link>
  )
}

function Words({ branch, failed }: { branch: string | null; failed: number }) {
  return (
    <>
      {branch !== null && <span className="mono">{branch}</span>}
      {failed > 0 && ` · ${count(failed, 'failure')}`}
    </>
  )
}
