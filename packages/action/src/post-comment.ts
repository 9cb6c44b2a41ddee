import { type KeptComment, keepComment } from '@svc/client/comment'
import type { StepContext } from './context.ts'
import type { RepositoryName } from './event.ts'
import type { GitHub } from './github/call.ts'
import { commentsOf } from './github/comments.ts'
import type { Settings } from './inputs.ts'
import type { Svc } from './svc/call.ts'
import { readPullRequest } from './svc/facts.ts'
import type { Report } from './svc/report.ts'
import { Trouble, wordsOf } from './trouble.ts'

/** Writes the comment of the pull request and returns its address. Notes errors; they never fail the step. */
export const postComment = async (
  { settings, event, github, log }: StepContext,
  svc: Svc,
  pullRequest: number | undefined,
  reports: Report[],
  /** Expected number of reports. */
  expected: number,
): Promise<{ url?: string; hasTrouble: boolean }> => {
  const { repository } = event
  if (settings.comment === 'false' || !repository || pullRequest === undefined) return { hasTrouble: false }
  if (!github.hasToken) {
    log.note(
      'warning',
      'The input github-token is empty, so the action cannot comment. Remove the input; its default is the token of the job.',
    )
    return { hasTrouble: true }
  }
  try {
    // A report that could not be read may need a comment.
    const isNeeded = reports.length < expected || reports.some(NEEDS[settings.comment])
    const kept = await writeComment({ github, svc, repository, pullRequest, mayCreate: isNeeded })
    if (kept.kind === 'none')
      log.say(`no comment on #${pullRequest}: with comment: ${settings.comment}, none is needed`)
    else if (kept.kind === 'locked')
      log.note(
        'warning',
        `Pull request ${pullRequest} is locked, so no comment was written. Unlock it, or set the input comment to false. The summary has all results.`,
      )
    else {
      log.say(
        kept.kind === 'unchanged'
          ? `the comment on #${pullRequest} is up to date: ${kept.url}`
          : `commented on #${pullRequest}: ${kept.url}`,
      )
      return { url: kept.url, hasTrouble: false }
    }
    return { hasTrouble: false }
  } catch (error) {
    const status = error instanceof Trouble && !error.isLimit ? error.status : undefined
    // Their tokens are read-only by design: the companion comments instead.
    if (status === 403 && (event.isFork || event.isDependabot)) {
      log.note(
        'notice',
        'The token of this run is read-only, as in all runs of forks and of Dependabot. The companion workflow in docs/reference/github-action.md comments instead.',
      )
      return { hasTrouble: false }
    }
    log.note('warning', `No comment on pull request ${pullRequest}: ${wordsOf(error)}${adviceOf(status)}`)
    return { hasTrouble: true }
  }
}

/** True if a report needs a new comment; an existing comment is always updated. */
const NEEDS: Record<Settings['comment'], (report: Report) => boolean> = {
  true: () => true,
  false: () => false,
  failures: ({ verdict }) => verdict !== 'passed',
  // Known flakes, outages, a broken base and interrupted runs say nothing about this change.
  changes: ({ verdict, totals }) =>
    verdict === 'mine' ||
    verdict === 'unknown' ||
    verdict === 'no-base-failed' ||
    totals.newlyFlaky + totals.slower + totals.improvements > 0,
}

const adviceOf = (status: number | undefined) =>
  status === 403 ? ' The job needs `permissions: pull-requests: write`. The summary has all results.' : ''

interface Commenting {
  github: GitHub
  svc: Svc
  repository: RepositoryName
  pullRequest: number
  /** False to update an existing comment only, because the results need no new one. */
  mayCreate: boolean
}

/** Updates svc's one comment of a pull request. */
const writeComment = async ({
  github,
  svc,
  repository,
  pullRequest: number,
  mayCreate,
}: Commenting): Promise<KeptComment | { kind: 'locked' }> => {
  const comments = commentsOf(github, repository, number)
  const read = async (maxBytes: number) => readPullRequest(svc, { number, repo: repository.full, maxBytes })
  try {
    return await keepComment({ host: comments, read, mayCreate })
  } catch (error) {
    // GitHub decides who can write in a locked thread.
    if (comments.isLocked && error instanceof Trouble && error.status === 403 && !error.isLimit)
      return { kind: 'locked' }
    throw error
  }
}
