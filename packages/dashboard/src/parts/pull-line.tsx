import { CONCLUSIONS } from '@svc/protocol'
import { Link } from '@tanstack/react-router'
import type { ListedPullRequest } from '../data/runs.ts'
import { StateIcon } from './execution-line.tsx'
import { Time } from './time.tsx'
import { count, number } from './words.ts'
import './rows.css'

/** The most urgent execution first; of equally urgent ones, the one with the most failures. */
export function mostUrgentFirst<T extends ListedPullRequest['executions'][number]>(executions: T[]): T[] {
  const urgency = ({ conclusion }: T) => {
    const at = CONCLUSIONS.findIndex(({ kind }) => kind === conclusion)
    return at < 0 ? CONCLUSIONS.length : at
  }
  return [...executions].sort((a, b) => urgency(a) - urgency(b) || b.counts.failed - a.counts.failed)
}

/** The headline of the most urgent execution, in the comment's words. */
export function headlineOf(executions: ListedPullRequest['executions']): string | null {
  const [first] = mostUrgentFirst(executions)
  return first?.headline == null ? null : withoutSign(first.headline)
}

/** Here the sign before a headline is an icon. */
export const withoutSign = (headline: string): string => headline.replace(/^(?:❌|⚠️|✅)\s*/u, '')

/** A headline with its project and suite in a softer colour. */
export function Headline({ text, project, suite }: { text: string; project: string; suite: string }) {
  const at = text.indexOf(` · ${project} / ${suite}`)
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <span className="place">{text.slice(at)}</span>
    </>
  )
}

/** The number of suites, and of failed ones if there are several. */
export function suitesOf(executions: { state: string }[]): string {
  const suites = count(executions.length, 'suite')
  const failed = executions.filter(({ state }) => state === 'failed').length
  if (executions.length === 1 || failed === 0) return suites
  return failed === executions.length ? `${suites}, all failed` : `${suites}, ${number(failed)} failed`
}

/** A pull request as a row of a list: its title, and the comment's headline. */
export function PullLine({ pull, organization }: { pull: ListedPullRequest; organization: string }) {
  const { number: of, repository, branch, message, status, lastRunAt, executions } = pull
  const headline = headlineOf(executions)
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
        <span className="under ellipsis">{headline ?? <Words branch={branch} failed={failed} />}</span>
      </span>
      <span className="when muted">
        {executions.length > 1 && <span>{suitesOf(executions)}</span>}
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
