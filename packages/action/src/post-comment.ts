import { writeComment } from './comment.ts'
import type { Settings } from './inputs.ts'
import type { Run } from './run.ts'
import type { Svc } from './svc/call.ts'
import type { Report } from './svc/report.ts'
import { Trouble, wordsOf } from './trouble.ts'

/** The comment of the pull request; gives its address. What keeps it away is said, and never fails the step by itself. */
export const postComment = async (
  run: Run,
  svc: Svc,
  pullRequest: number | undefined,
  reports: Report[],
  /** How many reports there should be. */
  expected: number,
): Promise<{ url?: string; hasTrouble: boolean }> => {
  const { settings, event, github, output } = run
  const { repository } = event
  if (settings.comment === 'false' || !repository || pullRequest === undefined) return { hasTrouble: false }
  if (!github.hasToken) {
    output.note(
      'warning',
      'There is no token of GitHub to comment with: leave out the input github-token, whose default is the token of the job.',
    )
    return { hasTrouble: true }
  }
  try {
    // What could not be read may be news.
    const isNeeded = reports.length < expected || reports.some(NEEDS[settings.comment])
    const onlyUpdate = !isNeeded
    const commented = await writeComment({ github, svc, repository, pullRequest, onlyUpdate })
    if (commented.kind === 'written') {
      output.say(
        commented.isChanged
          ? `commented on #${pullRequest}: ${commented.url}`
          : `the comment on #${pullRequest} says all of it already: ${commented.url}`,
      )
      return { url: commented.url, hasTrouble: false }
    }
    if (commented.kind === 'unneeded')
      output.say(`no comment on #${pullRequest}: by comment: ${settings.comment} there is nothing to say`)
    if (commented.kind === 'locked')
      output.note(
        'warning',
        `The thread of pull request ${pullRequest} is locked, so that no comment was written. Unlock it, or set the input comment to false. The summary has all there is.`,
      )
    return { hasTrouble: false }
  } catch (error) {
    const status = error instanceof Trouble && !error.isLimit ? error.status : undefined
    // A token that reads is what they have: the companion comments, and nothing is wrong.
    if (status === 403 && (event.isFork || event.isDependabot)) {
      output.note(
        'notice',
        'The token of this run may not comment, as in all runs of forks and of Dependabot. The companion workflow in docs/github-action.md comments in their place.',
      )
      return { hasTrouble: false }
    }
    output.note('warning', `No comment on pull request ${pullRequest}: ${wordsOf(error)}${adviceOf(status)}`)
    return { hasTrouble: true }
  }
}

/** Whether a report is worth a new comment; an old one is brought up to date whatever it says. */
const NEEDS: Record<Settings['comment'], (report: Report) => boolean> = {
  true: () => true,
  false: () => false,
  failures: ({ verdict }) => verdict !== 'passed',
  // Known flakes, outages and a broken base are no news of this change, and neither is a run that was cut off.
  changes: ({ verdict, totals }) =>
    verdict === 'mine' ||
    verdict === 'unknown' ||
    verdict === 'no-base-failed' ||
    totals.newlyFlaky + totals.slower + totals.improvements > 0,
}

const adviceOf = (status: number | undefined) =>
  status === 403 ? ' The job needs `permissions: pull-requests: write`. The summary has all there is.' : ''
