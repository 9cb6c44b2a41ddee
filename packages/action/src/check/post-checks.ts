import type { StepContext } from '../context.ts'
import type { RepositoryName } from '../event.ts'
import { isReportAwaited } from '../github/awaited-jobs.ts'
import type { CheckBody, Conclusion } from '../github/checks.ts'
import type { Svc } from '../svc/call.ts'
import { type Execution, executionsOf } from '../svc/executions.ts'
import { type Report, readReport } from '../svc/report.ts'
import { Trouble, wordsOf } from '../trouble.ts'
import { asCode } from '../words.ts'
import { isRefused, keepCheck, keepStatus } from './keep-check.ts'

type Judged = Pick<Report, 'verdict' | 'waitingFor'> & { execution: Pick<Report['execution'], 'state'> }

/** Worst first; the worst suite determines the check of a project. */
const WORST_FIRST = ['mine', 'incomplete', 'unknown', 'no-base-failed', 'not-mine', 'passed']

/** GitHub allows a merge on success and neutral, so only broken tests of this change and interrupted runs block it. */
const CONCLUSIONS: Record<string, Conclusion> = {
  mine: 'failure',
  incomplete: 'cancelled',
  passed: 'success',
}

/** GitHub accepts 65,535 characters in a summary, and a text has at least as many bytes as characters. */
const MOST_CHECK_BYTES = 64_000
const RULE = '\n\n---\n\n'
const TITLE_LENGTH = 250

const MORE_BYTES = 40

/** Writes a check for each project and commit of these executions. Notes errors; they never fail the step. */
export const postChecks = async (context: StepContext, svc: Svc, executions: Execution[]): Promise<void> => {
  const { settings, event, github, log } = context
  const { repository } = event
  if (!settings.check || !repository || executions.length === 0) return
  if (!github.hasToken) {
    log.note(
      'warning',
      'The input github-token is empty, so the action cannot write a check. Remove the input; its default is the token of the job.',
    )
    return
  }
  const ownIds = new Set(executions.map(({ id }) => id))
  for (const [project, own] of Map.groupBy(executions, (each) => each.project))
    for (const sha of new Set(own.flatMap((execution) => headOf(context, execution) ?? [])))
      await postCheck(context, svc, { repository, project, sha, ownIds })
}

/** Returns the commit that a maintainer sees, never CI's merge commit. */
const headOf = ({ event }: StepContext, { headSha, testedSha }: Execution): string | undefined =>
  event.workflowRun?.headSha ?? headSha ?? event.headSha ?? testedSha ?? event.sha

interface Checked {
  repository: RepositoryName
  project: string
  sha: string
  ownIds: ReadonlySet<string>
}

const postCheck = async (context: StepContext, svc: Svc, checked: Checked): Promise<void> => {
  const { github, settings, event, log } = context
  const { repository, project, sha, ownIds } = checked
  const place = { repository, sha, name: `svc / ${project}`, externalId: `svc/${project}` }
  const read = async (mostBytes?: number): Promise<CheckBody> => {
    const query = { project, repository: repository.full, sha, base: settings.base, ownIds }
    const reports = await readProject(svc, query).catch(ofServer)
    if (reports.length === 0)
      throw new Trouble(`The server has no execution of ${project} at ${sha.slice(0, 10)}.`)
    return compose(reports, isRunning(reports) && (await isAwaited(context)), mostBytes)
  }
  try {
    await keepCheck({ github, place, read })
    log.say(`wrote the check ${place.name} on ${sha.slice(0, 10)}`)
  } catch (error) {
    if (!isRefused(error)) {
      log.note('warning', `No check on commit ${sha.slice(0, 10)}: ${wordsOf(error)}`)
      return
    }
    // Their tokens are read-only by design: the companion writes the check instead.
    if (event.isFork || event.isDependabot) {
      log.note(
        'notice',
        'The token of this run is read-only, as in all runs of forks and of Dependabot. The companion workflow in docs/reference/github-action.md writes the check instead, with check: true.',
      )
      return
    }
    await postStatus(context, place, read)
  }
}

/** Removes the status of an svc error, which says nothing about permissions of GitHub's token. */
const ofServer = (error: unknown): never => {
  throw error instanceof Trouble ? new Trouble(error.message) : error
}

const postStatus = async (
  { github, log }: StepContext,
  place: Parameters<typeof keepStatus>[0]['place'],
  read: (mostBytes?: number) => Promise<CheckBody>,
): Promise<void> => {
  const commitText = `on ${place.sha.slice(0, 10)}`
  try {
    await keepStatus({ github, place, read })
    log.say(
      `wrote the commit status ${place.name} ${commitText}, because the token cannot write checks; for a check with the full text, add "permissions: checks: write" to the job`,
    )
  } catch (error) {
    const advice = isRefused(error)
      ? 'The job needs `permissions: checks: write`, or `statuses: write` for a commit status instead. '
      : ''
    log.note('warning', `No check ${commitText}. ${advice}${wordsOf(error)}`)
  }
}

/** True if another job will report; false without `actions: read`. */
const isAwaited = async ({ event, github, log }: StepContext): Promise<boolean> => {
  try {
    return await isReportAwaited(github, event)
  } catch (error) {
    log.say(`cannot determine whether other jobs will report (needs actions: read): ${wordsOf(error)}`)
    return false
  }
}

interface Query {
  project: string
  /** `owner/name`. */
  repository: string
  /** The head of the branch or pull request. */
  sha: string
  /** Id of the base for executions of this job; empty to let the server choose. */
  base: string
  /** Executions of this job. */
  ownIds: ReadonlySet<string>
}

/** Executions of one commit; only many runs of many suites exceed this. */
const MOST_EXECUTIONS = 200

/** Returns the reports of the newest execution of each suite of a project at a commit. */
const readProject = async (svc: Svc, query: Query): Promise<Report[]> => {
  const { project, sha, base, ownIds } = query
  const listed = await executionsOf(svc, { project, commit: sha, limit: MOST_EXECUTIONS })
  const newest = new Map<string, Execution>()
  for (const execution of listed)
    if (isOfHead(execution, query) && !newest.has(execution.suite)) newest.set(execution.suite, execution)
  const maxBytes = Math.max(4_000, Math.min(60_000, Math.floor(MOST_CHECK_BYTES / Math.max(1, newest.size))))
  const reports: Report[] = []
  for (const { id } of newest.values())
    reports.push(await readReport(svc, { id, base: ownIds.has(id) ? base : '', maxBytes }))
  return reports
}

/** True for executions of the head or of a merge commit of it, but not for base runs of other changes. */
const isOfHead = ({ headSha, testedSha, repository }: Execution, query: Query): boolean =>
  (headSha ?? testedSha) === query.sha &&
  (repository === null || repository.toLowerCase() === query.repository.toLowerCase())

/** Returns the check of a project: the comment's text of its suites, in at most `mostBytes` bytes. */
export const compose = (reports: Report[], isAwaited: boolean, mostBytes = MOST_CHECK_BYTES): CheckBody => {
  const sorted = worstFirst(reports)
  const [worst] = sorted
  const more = sorted.length - 1
  const title = `${worst?.headline ?? ''}${more > 0 ? ` · and ${more} more ${more === 1 ? 'suite' : 'suites'}` : ''}`
  const conclusion = conclude(reports, isAwaited)
  const url = worst?.execution.url
  return {
    title: title.length > TITLE_LENGTH ? `${title.slice(0, TITLE_LENGTH - 1)}…`.toWellFormed() : title,
    summary: summaryOf(sorted, mostBytes),
    ...(conclusion && { conclusion }),
    ...(url && /^https?:\/\//.test(url) && { detailsUrl: url }),
  }
}

/** Uses full texts while they fit, then headlines, then a count. */
const summaryOf = (reports: Report[], mostBytes: number): string => {
  const shown: string[] = []
  let left = mostBytes - MORE_BYTES
  for (const report of reports) {
    const text = [report.markdown, shortOf(report)].find((each) => Buffer.byteLength(each + RULE) <= left)
    if (text === undefined) break
    left -= Buffer.byteLength(text + RULE)
    shown.push(text)
  }
  const missing = reports.length - shown.length
  if (missing > 0) shown.push(`… and ${missing} more`)
  return shown.join(RULE)
}

const shortOf = ({ headline, execution: { url } }: Report) =>
  `**${asCode(headline)}**${/^https?:\/\/[^\s()<>"]+$/.test(url) ? ` · [details](${url})` : ''}`

/** Sorts reports by their importance for the author of the change. */
const worstFirst = <T extends Judged>(reports: T[]): T[] => {
  const rankOf = ({ verdict }: T) => {
    const rank = WORST_FIRST.indexOf(verdict)
    return rank < 0 ? WORST_FIRST.indexOf('unknown') : rank
  }
  return [...reports].sort((a, b) => rankOf(a) - rankOf(b))
}

/** True if any of them may still change. */
const isRunning = (reports: Judged[]): boolean =>
  reports.some(({ execution, waitingFor }) => execution.state === 'running' || waitingFor.length > 0)

/**
 * Returns the conclusion of a check of these suites; undefined while it is in progress. A check stays in progress only if
 * a later job will conclude it; otherwise the current results count, and a later job may correct them.
 */
export const conclude = (reports: Judged[], isAwaited: boolean): Conclusion | undefined => {
  const [worst] = worstFirst(reports)
  const conclusion = CONCLUSIONS[worst?.verdict ?? ''] ?? 'neutral'
  if (!isRunning(reports)) return conclusion
  if (isAwaited) return undefined
  return conclusion === 'failure' ? 'failure' : 'neutral'
}
